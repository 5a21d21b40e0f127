/** People for tests, added by an admin and signed in with their first password. */

import { Queries } from '#platform/server/database/queries.ts';
import { startSession as openSession } from '#features/sessions/server/actions.ts';
import type { Api } from '#tests/support/helpers/api.ts';
import type { Account, TestBusiness } from './businesses.ts';
import { uniqueName } from './unique.ts';

export interface PersonOptions {
  role?: 'employee' | 'manager' | 'admin';
  /** More fields of the Add Employee form. */
  form?: Record<string, unknown>;
}

/** The fields of the Add Employee form, all valid. */
export const buildEmployeeForm = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  username: uniqueName('person'),
  password: 'temporary passphrase',
  firstName: 'Eve',
  lastName: 'Worker',
  email: 'eve@example.com',
  department: 'Field',
  position: 'Carer',
  role: 'employee',
  ...fields,
});

/** Adds a signed-in person to the business, by default an employee. The business must be able to write. */
export async function createPerson(
  api: Api,
  business: Pick<TestBusiness, 'admin'>,
  { role = 'employee', form = {} }: PersonOptions = {},
): Promise<Account> {
  const body = buildEmployeeForm({ role, ...form });
  const { id, username } = await api.ok(business.admin.token, 'POST /api/employees', { body });
  const password = String(body['password']);
  return { id, username, password, token: await startSession(api, { username, password }) };
}

/** A new session of a person. @returns its token */
export async function startSession(
  api: Api,
  account: Pick<Account, 'username' | 'password'>,
): Promise<string> {
  const { username, password } = account;
  const { token } = await api.ok(null, 'POST /api/auth/login', { body: { username, password } });
  return token;
}

/** Creates signed-in managers with SQL, because hashing as many passwords takes too long. @returns their tokens */
export async function createManagers(api: Api, businessId: number, count: number): Promise<string[]> {
  const people = await api.sql<{ id: number }>(
    `insert into users (business_id, username, password_hash, role)
     select $1::bigint, 'author-' || n, 'none', 'manager' from generate_series(1, $2) n returning id`,
    [businessId, count],
  );
  const queries = new Queries(api.server.services.database.pool);
  const browser = { now: new Date(), ip: '127.0.0.1', userAgent: null };
  const started = people.map(({ id: userId }) =>
    openSession(queries, browser, { businessId, userId, role: 'manager' }),
  );
  return Promise.all(started);
}
