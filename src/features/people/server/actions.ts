/** Guarded: usernames and password hashes of people. */
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Services } from '#platform/server/context.ts';
import { conflict } from '#platform/server/errors.ts';
import { queryDirectory } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { revealableSince, usernameKey } from '#features/people/rules.ts';
import type { PersonKey } from './reads.ts';
import { temporaryPasswordPurpose, temporaryPasswords, usernames, users } from './tables.ts';

/**
 * Adds a person and claims the username. Of two transactions with the same name the second waits for the first.
 * @throws 409 `username_taken` when a person of any business has the name
 */
export async function insertPerson(
  tx: BusinessTransaction,
  person: typeof users.$inferInsert & { id: number },
): Promise<void> {
  const { businessId, id: userId, username } = person;
  const claimed = await tx
    .insert(usernames)
    .values({ name: usernameKey(username), businessId, userId })
    .onConflictDoNothing()
    .returning({ name: usernames.name });
  if (claimed.length === 0) {
    const message = 'This username is already taken';
    throw conflict('username_taken', message, [{ path: 'username', message }]);
  }
  await tx.insert(users).values(person);
}

/**
 * Stores a password that its owner chose; an issued one is forgotten.
 * @param replaced only while this hash is the stored one; any when left out
 * @returns the person's name; null when the person is inactive or another password was stored meanwhile
 */
export async function choosePassword(
  tx: BusinessTransaction,
  { businessId, userId }: PersonKey,
  password: { hash: string; replaced?: string; now: Date },
) {
  const [person] = await tx
    .update(users)
    .set({
      passwordHash: password.hash,
      issuedPasswordAt: null,
      updatedAt: password.now,
    })
    .where(
      and(
        eq(users.businessId, businessId),
        eq(users.id, userId),
        sql`${users.status} <> 'inactive'`,
        password.replaced === undefined ? undefined : eq(users.passwordHash, password.replaced),
      ),
    )
    .returning({ username: users.username, firstName: users.firstName, lastName: users.lastName });
  if (!person) return null;
  await tx
    .delete(temporaryPasswords)
    .where(and(eq(temporaryPasswords.businessId, businessId), eq(temporaryPasswords.userId, userId)));
  return person;
}

interface TemporaryPassword extends PersonKey {
  password: string;
  now: Date;
}

/** Keeps a password that a manager issued, sealed, so that a manager can look it up for some days. */
export async function storeTemporaryPassword(
  tx: BusinessTransaction,
  { secrets }: Services,
  { password, now, ...key }: TemporaryPassword,
): Promise<void> {
  const kept = { sealed: secrets.seal(temporaryPasswordPurpose(key), password), issuedAt: now };
  await tx
    .insert(temporaryPasswords)
    .values({ ...key, ...kept })
    .onConflictDoUpdate({ target: [temporaryPasswords.businessId, temporaryPasswords.userId], set: kept });
}

/**
 * Stores a password that a manager issues in place of the person's own.
 * @returns false when the person is inactive
 */
export async function setTemporaryPassword(
  tx: BusinessTransaction,
  services: Services,
  { hash, ...issued }: TemporaryPassword & { hash: string },
): Promise<boolean> {
  const { businessId, userId, now } = issued;
  const rows = await tx
    .update(users)
    .set({ passwordHash: hash, issuedPasswordAt: now, updatedAt: now })
    .where(and(eq(users.businessId, businessId), eq(users.id, userId), sql`${users.status} <> 'inactive'`))
    .returning({ id: users.id });
  if (rows.length === 0) return false;
  await storeTemporaryPassword(tx, services, issued);
  return true;
}

/** Housekeeping: erases the sealed copies of passwords that were issued long enough ago. */
export async function deleteOldTemporaryPasswords(services: Services, now: Date): Promise<void> {
  await queryDirectory(services)
    .delete(temporaryPasswords)
    .where(lt(temporaryPasswords.issuedAt, revealableSince(now)));
}

/** Points at the picture of a person, or at none. */
export async function setProfilePicture(
  tx: BusinessTransaction,
  { businessId, userId }: PersonKey,
  { address, now }: { address: string | null; now: Date },
): Promise<void> {
  await tx
    .update(users)
    .set({ profilePicture: address, updatedAt: now })
    .where(and(eq(users.businessId, businessId), eq(users.id, userId)));
}
