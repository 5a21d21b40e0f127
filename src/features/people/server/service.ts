/** Guarded: usernames and password hashes of people. */
import { and, eq, sql } from 'drizzle-orm';
import { conflict } from '../../../platform/server/errors.ts';
import type { BusinessTransaction } from '../../../platform/server/tenancy.ts';
import { usernameKey } from '../rules.ts';
import type { PersonKey } from './reads.ts';
import { usernames, users } from './tables.ts';

/** The id of a person who is about to be added, so that secrets can be sealed for it. */
export async function nextPersonId(tx: BusinessTransaction): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('users', 'id')) as id`,
  );
  const [row] = rows;
  if (!row) throw new Error('The sequence of people gave no id');
  return row.id;
}

/**
 * Adds a person and claims the username for it. Of two that want the same name at once the second waits
 * here for the first.
 * @throws 409 `username_taken` when anybody of any business has the name
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
 * @returns false when the person is inactive or another password was stored meanwhile
 */
export async function choosePassword(
  tx: BusinessTransaction,
  { businessId, userId }: PersonKey,
  password: { hash: string; replaced?: string; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({
      passwordHash: password.hash,
      issuedPassword: null,
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
    .returning({ id: users.id });
  return rows.length > 0;
}

/** What an issued password is sealed for: it opens for nobody else's row. */
export const issuedPasswordPurpose = ({ businessId, userId }: PersonKey): string =>
  `issued-password:${businessId}:${userId}`;
