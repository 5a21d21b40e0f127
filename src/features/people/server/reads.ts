/** Reads people with the permissions of the caller, and counts them. */

import { and, asc, count, eq, getTableColumns, gte, inArray, ne } from 'drizzle-orm';
import { clock } from '#platform/server/clock.ts';
import type { MemberContext, Services, Session } from '#platform/server/context.ts';
import {
  byCreation,
  newestFirst,
  whereAfterCursor,
  wholePageOf,
  type PageQuery,
} from '#platform/server/cursor.ts';
import { forbidden, notFound } from '#platform/server/errors.ts';
import { queryDirectory, readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import { viewableSince, usernameKey } from '#features/people/rules.ts';
import { canAllowSending, canChangeStatus, canEdit, canSeeProfile } from './policy.ts';
import { temporaryPasswordPurpose, temporaryPasswords, usernames, users } from './tables.ts';

const { passwordHash: _hash, issuedPasswordAt: _at, inactiveSince: _since, ...open } = getTableColumns(users);
const profileColumns = { ...open, businessName: businesses.name };

/** The ids of a person, for use outside a transaction of the business. */
export interface PersonKey {
  businessId: number;
  userId: number;
}

const wherePerson = (tx: BusinessTransaction, userId: number) =>
  and(tx.inTenant(users), eq(users.id, userId));

const profiles = (tx: BusinessTransaction) =>
  tx.select(profileColumns).from(users).innerJoin(businesses, eq(businesses.id, users.businessId));

export type Profile = Awaited<ReturnType<typeof profiles>>[number];

/** Adds what the caller may do with a profile. */
export const withPermissions = (actor: Session, profile: Profile) => ({
  ...profile,
  can: {
    edit: canEdit(actor, profile),
    changeStatus: canChangeStatus(actor, profile),
    handlePassword: canChangeStatus(actor, profile),
    allowSending: canAllowSending(actor, profile),
  },
});

/** Returns the profile of a person of the business. @throws 404 */
export async function getProfile(tx: BusinessTransaction, userId: number): Promise<Profile> {
  const [row] = await profiles(tx).where(wherePerson(tx, userId));
  if (!row) throw notFound('This person does not exist.');
  return row;
}

/** When an inactive person was deactivated; at the latest then, if an earlier release did it. @throws 404 */
export async function getInactiveSince(tx: BusinessTransaction, userId: number): Promise<Date> {
  const [row] = await tx
    .select({ inactiveSince: users.inactiveSince, updatedAt: users.updatedAt })
    .from(users)
    .where(wherePerson(tx, userId));
  if (!row) throw notFound('This person does not exist.');
  return row.inactiveSince ?? row.updatedAt;
}

/** Returns a profile. @throws 403 to employees for a colleague's, 404 for one of another business */
export function readProfile(context: MemberContext, userId: number) {
  return readInBusiness(context, async (tx) => {
    const profile = await getProfile(tx, userId);
    if (!canSeeProfile(context.session, profile)) throw forbidden('You can only see your own profile.');
    return withPermissions(context.session, profile);
  });
}

/** Returns true if the business has a single manager or admin who is not inactive. */
export async function hasOneManager(tx: BusinessTransaction): Promise<boolean> {
  const managers = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(tx.inTenant(users), ne(users.role, 'employee'), ne(users.status, 'inactive')))
    .limit(2);
  return managers.length === 1;
}

const order = { at: users.createdAt, id: users.id };

/** A page of the directory that every colleague may read, newest first. */
export function listColleagues(context: MemberContext, { limit, cursor }: PageQuery) {
  const afterCursor = whereAfterCursor(order, cursor);
  return readInBusiness(context, async (tx) => {
    const rows = await tx
      .select({
        createdAt: users.createdAt,
        id: users.id,
        username: users.username,
        firstName: users.firstName,
        lastName: users.lastName,
        role: users.role,
        department: users.department,
        position: users.position,
        email: users.email,
        phone: users.phone,
        status: users.status,
        businessName: businesses.name,
      })
      .from(users)
      .innerJoin(businesses, eq(businesses.id, users.businessId))
      .where(and(tx.inTenant(users), afterCursor))
      .orderBy(...newestFirst(order))
      .limit(limit + 1);
    return wholePageOf({ rows, limit }, byCreation);
  });
}

/** A page of all profiles of the business, newest first. */
export function listEmployees(context: MemberContext, { limit, cursor }: PageQuery) {
  const afterCursor = whereAfterCursor(order, cursor);
  return readInBusiness(context, async (tx) => {
    const rows = await profiles(tx)
      .where(and(tx.inTenant(users), afterCursor))
      .orderBy(...newestFirst(order))
      .limit(limit + 1);
    const page = wholePageOf({ rows, limit }, byCreation);
    return { ...page, rows: page.rows.map((row) => withPermissions(context.session, row)) };
  });
}

/** Lists those of the usernames, folded by `usernameKey`, that people of other businesses have. */
export async function listTakenUsernames(
  services: Services,
  { businessId, names }: { businessId: number; names: readonly string[] },
): Promise<Set<string>> {
  const rows = await queryDirectory(services)
    .select({ name: usernames.name })
    .from(usernames)
    .where(and(inArray(usernames.name, [...names]), ne(usernames.businessId, businessId)));
  return new Set(rows.map(({ name }) => name));
}

/** For `orderBy`: people by last name, then first name. */
export const byName = [asc(users.lastName), asc(users.firstName), asc(users.id)];

/** Finds the person with a username, in all businesses. */
export async function findUsernameOwner(services: Services, username: string): Promise<PersonKey | null> {
  const [row] = await queryDirectory(services)
    .select({ businessId: usernames.businessId, userId: usernames.userId })
    .from(usernames)
    .where(eq(usernames.name, usernameKey(username)));
  return row ?? null;
}

/** Returns a person's temporary password and when it was set; null when there is none that can still be viewed. */
export async function findTemporaryPassword(
  tx: BusinessTransaction,
  { services, businessId, now }: MemberContext,
  userId: number,
): Promise<{ password: string; issuedAt: Date } | null> {
  const [row] = await tx
    .select({ encrypted: temporaryPasswords.encrypted, issuedAt: temporaryPasswords.issuedAt })
    .from(temporaryPasswords)
    .where(
      and(
        tx.inTenant(temporaryPasswords),
        eq(temporaryPasswords.userId, userId),
        gte(temporaryPasswords.issuedAt, viewableSince(now)),
      ),
    );
  if (!row) return null;
  const { encrypted, issuedAt } = row;
  const purpose = temporaryPasswordPurpose({ businessId, userId });
  return { password: services.secrets.decrypt(purpose, encrypted), issuedAt };
}

/** Returns whether a person still has the password that a manager set. */
export async function hasTemporaryPassword(tx: BusinessTransaction, userId: number): Promise<boolean> {
  const [row] = await tx.select({ at: users.issuedPasswordAt }).from(users).where(wherePerson(tx, userId));
  return Boolean(row?.at);
}

/** Counts the people who count toward the employees of the plan (`countsTowardPlan`). */
export async function countEmployees(tx: BusinessTransaction): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(users)
    .where(and(tx.inTenant(users), ne(users.role, 'admin'), ne(users.status, 'inactive')));
  return row?.count ?? 0;
}

/** The email addresses of the admins of the creator business, which runs the installation; none before it is registered. */
export async function listCreatorAdmins(services: Services): Promise<string[]> {
  const [creator] = await queryDirectory(services)
    .select({ id: businesses.id })
    .from(businesses)
    .where(eq(businesses.isCreatorBusiness, true));
  if (!creator) return [];
  const scope = { services, businessId: creator.id, now: clock.now(), ip: '' };
  const rows = await readInBusiness(scope, (tx) =>
    tx
      .select({ email: users.email })
      .from(users)
      .where(and(tx.inTenant(users), eq(users.role, 'admin'), eq(users.status, 'active'))),
  );
  return rows.flatMap(({ email }) => (email === null ? [] : [email]));
}
