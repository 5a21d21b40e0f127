/** Two nodes on one PostgreSQL server: each notifies the other of changes, and both end the streams of ended sessions. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '#app/server.ts';
import { createBusiness, type Account, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson, startSession } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { openEventStream } from '#tests/support/helpers/eventStream.ts';
import { captureLog } from '#tests/support/helpers/logOutput.ts';
import { startSecondNode } from '#tests/support/helpers/secondNode.ts';

const api = useApi();
let second: RunningServer;
let stop: () => Promise<void>;
let addresses: [string, string];
beforeAll(async () => {
  ({ node: second, stop } = await startSecondNode(api));
  const listen = (app: RunningServer['app']) => app.listen({ port: 0, host: '127.0.0.1' });
  addresses = [await listen(api.server.app), await listen(second.app)];
});
afterAll(async () => {
  await stop();
});

/** Resolves once changes of the first node reach the second, which begins to listen some time after its start. */
async function waitForRelay(businessId: number): Promise<void> {
  let received = false;
  const unsubscribe = second.services.events.subscribe({
    businessId,
    userId: 0,
    onChange: () => (received = true),
    onEnd: () => undefined,
  });
  const publish = () => {
    api.server.services.events.publish({ businessId, topics: ['relay'] });
    return received;
  };
  await expect.poll(publish, { timeout: 10_000 }).toBe(true);
  unsubscribe();
}

test('an open page on one node receives changes of its own business on the other node [D-8,10]', async () => {
  const [own, other] = [await createBusiness(api), await createBusiness(api)];
  const received: string[] = [];
  // When it begins to listen, all pages of a node fetch again.
  await waitForRelay(own.id);
  for (const { id, admin } of [own, other])
    second.services.events.subscribe({
      businessId: id,
      userId: admin.id,
      onChange: (topics) => received.push(...topics.map((topic) => `${topic} of ${id}`)),
      onEnd: () => undefined,
    });
  api.server.services.events.publish({ businessId: own.id, topics: ['announcements'] });
  await expect.poll(() => received).toContain(`announcements of ${own.id}`);
  expect(received.filter((one) => one.endsWith(` of ${other.id}`))).toEqual([]);
});

const NO_NOTICES = ['', 'no JSON', 'null', '5', '[]', '{}', '{"node":"x"}', '{"node":"x","changes":{}}'];

test('a notification of another program or version stops no node and reaches no page [16.bodies.3]', async () => {
  const { id, admin } = await createBusiness(api);
  const received: string[] = [];
  second.services.events.subscribe({
    businessId: id,
    userId: admin.id,
    onChange: (topics) => received.push(...topics),
    onEnd: () => undefined,
  });
  await waitForRelay(id);
  const change = { businessId: id, topics: ['notes'] };
  for (const notice of [
    ...NO_NOTICES,
    ...[
      null,
      5,
      {},
      { ...change, topics: 'notes' },
      { ...change, topics: [5] },
      { ...change, businessId: '1' },
    ]
      .concat([
        { ...change, userIds: 5 },
        { ...change, actorId: {} },
      ] as never[])
      .map((one) => JSON.stringify({ node: 'x', changes: [one] })),
  ])
    await api.sql(`select pg_notify('quarterhour_changes', $1)`, [notice]);
  api.server.services.events.publish({ businessId: id, topics: ['announcements'] });
  await expect.poll(() => received).toContain('announcements');
  expect(received).not.toContain('notes');
});

interface People {
  business: TestBusiness;
  employee: Account;
}

const endings: [string, (people: People) => Promise<unknown>][] = [
  ['signs out', ({ employee }) => api.call(employee.token, 'POST /api/auth/logout')],
  [
    'is deactivated',
    ({ business, employee }) =>
      api.ok(business.admin.token, 'PUT /api/users/:id/profile', {
        params: { id: employee.id },
        body: { status: 'inactive' },
      }),
  ],
  [
    'changes the password on another device',
    async ({ employee }) =>
      api.ok(await startSession(api, employee), 'POST /api/auth/change-password', {
        body: { currentPassword: employee.password, newPassword: 'a new passphrase of their own' },
      }),
  ],
  [
    'gets a temporary password from a manager',
    ({ business, employee }) =>
      api.ok(business.admin.token, 'POST /api/users/:id/reset-password', { params: { id: employee.id } }),
  ],
  [
    'resets a forgotten password',
    async ({ employee: { username } }) => {
      const { resetUrl = '' } = await api.ok(null, 'POST /api/auth/forgot-password', {
        body: { username, email: 'eve@example.com' },
      });
      const token = new URL(resetUrl).searchParams.get('token');
      return api.ok(null, 'POST /api/auth/reset-password', { body: { token, password: 'a new passphrase' } });
    },
  ],
  [
    'ends the session on another device',
    async ({ employee }) => {
      const token = await startSession(api, employee);
      const sessions = await api.ok(token, 'GET /api/auth/sessions');
      const [session] = sessions.filter(({ current }) => !current);
      return api.ok(token, 'DELETE /api/auth/sessions/:id', { params: { id: session?.id ?? 0 } });
    },
  ],
  [
    'is signed out everywhere by a manager',
    ({ business, employee }) =>
      api.ok(business.admin.token, 'DELETE /api/users/:id/sessions', { params: { id: employee.id } }),
  ],
];

test.each(endings)(
  'a user who %s has no session and receives no event on any node once the request is answered [10.2.12 10.6.18 10.8.16 S-9 R-12]',
  async (_, endSession) => {
    const business = await createBusiness(api, { plan: 'professional' });
    const [employee, colleague] = [await createPerson(api, business), await createPerson(api, business)];
    const headers = { authorization: `Bearer ${employee.token}` };
    await waitForRelay(business.id);
    const streams = await Promise.all(addresses.map((address) => openEventStream(address, employee.token)));
    const control = await openEventStream(addresses[1], colleague.token);
    const validate = async () => (await second.app.inject({ url: '/api/auth/validate', headers })).statusCode;
    expect(await validate()).toBe(200);
    await endSession({ business, employee });
    // Published on each node itself, before the relay could pass on the end of the session.
    for (const { services } of [second, api.server])
      services.events.publish({ businessId: business.id, topics: ['after-the-answer'] });
    expect(await validate()).toBe(401);
    await expect.poll(() => streams.map(({ hasEnded }) => hasEnded)).toEqual([true, true]);
    await expect.poll(() => control.text).toContain('after-the-answer');
    for (const { text } of streams) expect(text).not.toContain('after-the-answer');
    await control.close();
  },
);

test('a node that starts warns about a zone that the database does not know, and is ready [15.zones.4]', async () => {
  const { id } = await createBusiness(api);
  await api.sql(`update businesses set time_zone = 'Asia/Calcutta' where id = $1`, [id]);
  const log = await captureLog(async () => {
    const { node, stop: stopNode } = await startSecondNode(api, { LOG_LEVEL: 'warn' });
    expect((await node.app.inject('/readyz')).statusCode).toBe(200);
    await stopNode();
  });
  expect(log).toContain('"timeZone":"Asia/Calcutta"');
  expect(log).toContain('Node and the database disagree about a time zone');
});
