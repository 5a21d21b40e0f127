/** Guarded: usernames, passwords and pictures of people. */

import { and, eq, lt, ne } from 'drizzle-orm';
import type { Services } from '#platform/server/context.ts';
import { conflict } from '#platform/server/errors.ts';
import { queryDirectory, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { viewableSince, usernameKey } from '#features/people/rules.ts';
import type { PersonKey } from './reads.ts';
import { temporaryPasswordPurpose, temporaryPasswords, usernames, users } from './tables.ts';

/** Adds people and claims their usernames. @throws 409 `username_taken` when a person of any business has one */
export async function insertPeople(
  tx: BusinessTransaction,
  people: readonly (typeof users.$inferInsert & { id: number })[],
): Promise<void> {
  await tx.insert(users).values([...people]);
  // After the rows of the business, because all businesses may wait for this table (docs/decisions/047).
  const claimed = await tx
    .insert(usernames)
    .values(
      people.map(({ businessId, id: userId, username }) => ({
        name: usernameKey(username),
        businessId,
        userId,
      })),
    )
    .onConflictDoNothing()
    .returning({ name: usernames.name });
  if (claimed.length < people.length) {
    const message = 'This username is already taken';
    throw conflict('username_taken', message, [{ path: 'username', message }]);
  }
}

/**
 * Stores a password that its owner chose, and deletes the temporary one.
 * @param password.replaced the hash that must still be stored; any when omitted
 * @returns the person's name; null when the person is inactive or another password has been stored since
 */
export async function choosePassword(
  tx: BusinessTransaction,
  userId: number,
  password: { hash: string; replaced?: string; now: Date },
) {
  const [person] = await tx
    .update(users)
    .set({ passwordHash: password.hash, issuedPasswordAt: null, updatedAt: password.now })
    .where(
      and(
        wherePerson(tx, userId),
        ne(users.status, 'inactive'),
        password.replaced === undefined ? undefined : eq(users.passwordHash, password.replaced),
      ),
    )
    .returning({ username: users.username, firstName: users.firstName, lastName: users.lastName });
  if (!person) return null;
  await tx
    .delete(temporaryPasswords)
    .where(and(tx.inTenant(temporaryPasswords), eq(temporaryPasswords.userId, userId)));
  return person;
}

const wherePerson = (tx: BusinessTransaction, userId: number) =>
  and(tx.inTenant(users), eq(users.id, userId));

interface TemporaryPassword extends PersonKey {
  password: string;
  now: Date;
}

/** Stores a temporary password, encrypted so that managers can view it for some days. */
export async function storeTemporaryPassword(
  tx: BusinessTransaction,
  { secrets }: Services,
  { password, now, ...key }: TemporaryPassword,
): Promise<void> {
  const set = { encrypted: secrets.encrypt(temporaryPasswordPurpose(key), password), issuedAt: now };
  await tx
    .insert(temporaryPasswords)
    .values({ ...key, ...set })
    .onConflictDoUpdate({ target: [temporaryPasswords.businessId, temporaryPasswords.userId], set });
}

/** Replaces a person's password with a temporary one. @returns false when the person is inactive */
export async function setTemporaryPassword(
  tx: BusinessTransaction,
  services: Services,
  { hash, ...temporary }: TemporaryPassword & { hash: string },
): Promise<boolean> {
  const { userId, now } = temporary;
  const rows = await tx
    .update(users)
    .set({ passwordHash: hash, issuedPasswordAt: now, updatedAt: now })
    .where(and(wherePerson(tx, userId), ne(users.status, 'inactive')))
    .returning({ id: users.id });
  if (rows.length === 0) return false;
  await storeTemporaryPassword(tx, services, temporary);
  return true;
}

/** Lets an inactive person log in once to send notes. @returns false when the person is not inactive */
export async function setSendingUntil(
  tx: BusinessTransaction,
  userId: number,
  until: Date,
): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ sendingUntil: until })
    .where(and(wherePerson(tx, userId), eq(users.status, 'inactive')))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Uses up the login that sends notes; the caller has locked the person. */
export async function clearSendingUntil(tx: BusinessTransaction, userId: number): Promise<void> {
  await tx.update(users).set({ sendingUntil: null }).where(wherePerson(tx, userId));
}

/** Scheduled: deletes temporary passwords that can no longer be viewed. */
export async function deleteOldTemporaryPasswords(services: Services, now: Date): Promise<void> {
  await queryDirectory(services)
    .delete(temporaryPasswords)
    .where(lt(temporaryPasswords.issuedAt, viewableSince(now)));
}

/** Stores the address of a person's picture, or null for none. */
export async function setProfilePicture(
  tx: BusinessTransaction,
  userId: number,
  { address, now }: { address: string | null; now: Date },
): Promise<void> {
  const picture = { profilePicture: address, updatedAt: now };
  await tx.update(users).set(picture).where(wherePerson(tx, userId));
}
