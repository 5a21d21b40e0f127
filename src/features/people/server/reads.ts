import { and, asc, count, eq, getTableColumns, gte, ne } from 'drizzle-orm';
import type { MemberContext, Services, Session } from '#platform/server/context.ts';
import { forbidden, notFound } from '#platform/server/errors.ts';
import { queryDirectory, readInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import { revealableSince, usernameKey } from '#features/people/rules.ts';
import { mayChangeStatus, mayEdit, mayHandlePassword, maySeeProfile } from './policy.ts';
import { temporaryPasswordPurpose, temporaryPasswords, usernames, users } from './tables.ts';

const { passwordHash: _hash, issuedPasswordAt: _at, ...open } = getTableColumns(users);
const profileColumns = { ...open, businessName: businesses.name };

/** Where a person is found: ids that no client has chosen. */
export interface PersonKey {
  businessId: number;
  userId: number;
}

const ofPerson = ({ businessId, userId }: PersonKey) =>
  and(eq(users.businessId, businessId), eq(users.id, userId));

const profiles = (tx: BusinessTransaction) =>
  tx.select(profileColumns).from(users).innerJoin(businesses, eq(businesses.id, users.businessId));

export type Profile = Awaited<ReturnType<typeof profiles>>[number];

/** The profile with what the caller may do with it. */
export const withPermissions = (actor: Session, profile: Profile) => ({
  ...profile,
  can: {
    edit: mayEdit(actor, profile),
    changeStatus: mayChangeStatus(actor, profile),
    handlePassword: mayHandlePassword(actor, profile),
  },
});

/** The profile of a person of the business. @throws 404 */
export async function getProfile(tx: BusinessTransaction, key: PersonKey): Promise<Profile> {
  const [row] = await profiles(tx).where(ofPerson(key));
  if (!row) throw notFound('This person does not exist.');
  return row;
}

/** @throws 403 for a colleague's profile, 404 for one that is not of the business */
export function readProfile(context: MemberContext, userId: number) {
  return readInBusiness(context, async (tx) => {
    const profile = await getProfile(tx, { businessId: context.businessId, userId });
    if (!maySeeProfile(context.session, profile)) throw forbidden('You can only see your own profile.');
    return withPermissions(context.session, profile);
  });
}

/** The directory that every colleague may read, by name. */
export function listColleagues(context: MemberContext) {
  return readInBusiness(context, (tx) =>
    tx
      .select({
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
      .where(eq(users.businessId, context.businessId))
      .orderBy(...byName),
  );
}

/** All people of the business with their profiles, by name. */
export function listEmployees(context: MemberContext) {
  return readInBusiness(context, async (tx) => {
    const rows = await profiles(tx)
      .where(eq(users.businessId, context.businessId))
      .orderBy(...byName);
    return rows.map((row) => withPermissions(context.session, row));
  });
}

/** The order of people in every list: last name, first name. */
export const byName = [asc(users.lastName), asc(users.firstName), asc(users.id)];

/** The owner of a username, over all businesses; null when it is free. */
export async function findUsernameOwner(services: Services, username: string): Promise<PersonKey | null> {
  const [row] = await queryDirectory(services)
    .select({ businessId: usernames.businessId, userId: usernames.userId })
    .from(usernames)
    .where(eq(usernames.name, usernameKey(username)));
  return row ?? null;
}

/** The password that a manager issued to a person, and when; null when there is none to be looked up. */
export async function findTemporaryPassword(
  tx: BusinessTransaction,
  { services, now }: Pick<MemberContext, 'services' | 'now'>,
  key: PersonKey,
): Promise<{ password: string; issuedAt: Date } | null> {
  const [row] = await tx
    .select({ sealed: temporaryPasswords.sealed, issuedAt: temporaryPasswords.issuedAt })
    .from(temporaryPasswords)
    .where(
      and(
        eq(temporaryPasswords.businessId, key.businessId),
        eq(temporaryPasswords.userId, key.userId),
        gte(temporaryPasswords.issuedAt, revealableSince(now)),
      ),
    );
  if (!row) return null;
  return {
    password: services.secrets.open(temporaryPasswordPurpose(key), row.sealed),
    issuedAt: row.issuedAt,
  };
}

/** Does the person still sign in with a password that a manager issued? */
export async function hasTemporaryPassword(
  tx: BusinessTransaction,
  { businessId, userId }: PersonKey,
): Promise<boolean> {
  const [row] = await tx
    .select({ at: users.issuedPasswordAt })
    .from(users)
    .where(and(eq(users.businessId, businessId), eq(users.id, userId)));
  return Boolean(row?.at);
}

/** How many people count toward the employees of the plan (`countsTowardPlan`). */
export async function countEmployees(tx: BusinessTransaction, businessId: number): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.businessId, businessId), ne(users.role, 'admin'), ne(users.status, 'inactive')));
  return row?.count ?? 0;
}
