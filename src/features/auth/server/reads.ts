/** Reads accounts for signing in, the signed-in user with the sessions, and owners of password resets. */

import { and, eq, gt } from 'drizzle-orm';
import type { BusinessScope, MemberContext, Services } from '#platform/server/context.ts';
import { prepareQuery, placeholder } from '#platform/server/database/prepareQuery.ts';
import { notFound } from '#platform/server/errors.ts';
import { toTokenKey } from '#platform/server/secrets.ts';
import { queryDirectory, readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { findLockedThrough, listWeekStarts } from '#features/businesses/server/reads.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import type { PersonKey } from '#features/people/server/reads.ts';
import { users } from '#features/people/server/tables.ts';
import { listSessions } from '#features/sessions/server/reads.ts';
import { passwordResets } from './tables.ts';

/** Returns the data needed to check a password; null when there is no such person. */
export function findAccount(scope: Omit<BusinessScope, 'businessId'>, { businessId, userId }: PersonKey) {
  return readInBusiness({ ...scope, businessId }, async (tx) => {
    const [row] = await tx
      .select({
        passwordHash: users.passwordHash,
        status: users.status,
        sendingUntil: users.sendingUntil,
        email: users.email,
        username: users.username,
        firstName: users.firstName,
        lastName: users.lastName,
      })
      .from(users)
      .where(and(tx.inTenant(users), eq(users.id, userId)));
    return row ?? null;
  });
}

/** Returns the signed-in user as the browser stores it. @throws 404 */
export async function getSessionUser(tx: BusinessTransaction, { businessId, userId }: PersonKey) {
  const [[row], weekStarts, lockedThrough] = await Promise.all([
    sessionUserQuery(tx, '').execute({ businessId, userId }),
    listWeekStarts(tx),
    findLockedThrough(tx),
  ]);
  if (!row) throw notFound('This person does not exist.');
  const { issuedPasswordAt, ...user } = row;
  return { ...user, weekStarts, lockedThrough, passwordIssued: issuedPasswordAt !== null };
}

const sessionUserQuery = prepareQuery((queries) =>
  queries
    .select({
      id: users.id,
      businessId: users.businessId,
      businessName: businesses.name,
      timeZone: businesses.timeZone,
      timeZones: businesses.timeZones,
      paperSize: businesses.paperSize,
      username: users.username,
      role: users.role,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phone: users.phone,
      department: users.department,
      position: users.position,
      status: users.status,
      profilePicture: users.profilePicture,
      issuedPasswordAt: users.issuedPasswordAt,
    })
    .from(users)
    .innerJoin(businesses, eq(businesses.id, users.businessId))
    .where(
      and(
        eq(users.businessId, placeholder<number>('businessId')),
        eq(users.id, placeholder<number>('userId')),
      ),
    )
    .prepare(''),
);

export type SessionUser = Awaited<ReturnType<typeof getSessionUser>>;

export const readSessionUser = (context: MemberContext) =>
  readInBusiness(context, (tx) => getSessionUser(tx, context.session));

/** Lists the caller's own sessions, newest first, and marks the current one. */
export async function listOwnSessions(context: MemberContext) {
  const rows = await listSessions(context.services, context.session, context.now);
  return rows.map((row) => ({ ...row, current: row.id === context.session.id }));
}

/** Finds the person of a valid one-time link. */
export async function findResetOwner(
  services: Services,
  token: string,
  now: Date,
): Promise<PersonKey | null> {
  const { hash, businessId } = toTokenKey(token);
  if (businessId === null) return null;
  const [row] = await queryDirectory(services)
    .select({ businessId: passwordResets.businessId, userId: passwordResets.userId })
    .from(passwordResets)
    .where(
      and(
        eq(passwordResets.businessId, businessId),
        eq(passwordResets.tokenHash, hash),
        gt(passwordResets.expiresAt, now),
      ),
    );
  return row ?? null;
}
