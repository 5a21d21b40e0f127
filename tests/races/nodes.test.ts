/** Two nodes on one database: a session that ends on one has ended on the other. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '#app/server.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import type { Account, TestBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson, startSession } from '#tests/support/factories/people.ts';
import { startSecondNode } from '#tests/support/helpers/secondNode.ts';

const api = useApi();
let other: RunningServer;
let stopOther: () => Promise<void>;
let business: TestBusiness;
beforeAll(async () => {
  ({ node: other, stop: stopOther } = await startSecondNode(api));
  business = await createBusiness(api, { plan: 'professional' });
});
afterAll(async () => {
  await stopOther();
});

/** What the other node answers to the token. */
const elsewhere = async (token: string) =>
  (await other.app.inject({ url: '/api/auth/validate', headers: { authorization: `Bearer ${token}` } }))
    .statusCode;

const deactivate = ({ id }: Account, status: string) =>
  api.ok(business.admin.token, 'PUT /api/users/:id/profile', { params: { id }, body: { status } });

test.each<[string, (who: Account) => Promise<unknown>]>([
  ['a logout', (who) => api.call(who.token, 'POST /api/auth/logout')],
  [
    'a changed password',
    async (who) =>
      api.ok(await startSession(api, who), 'POST /api/auth/change-password', {
        body: { currentPassword: who.password, newPassword: 'my own password' },
      }),
  ],
  [
    'a reset',
    ({ id }) => api.ok(business.admin.token, 'POST /api/users/:id/reset-password', { params: { id } }),
  ],
  ['deactivation', (who) => deactivate(who, 'inactive')],
])('%s on one node ends the session on the other at once [10.2.12 S-9]', async (_, end) => {
  const employee = await createPerson(api, business);
  expect(await elsewhere(employee.token)).toBe(200);
  await end(employee);
  expect(await elsewhere(employee.token)).toBe(401);
});
