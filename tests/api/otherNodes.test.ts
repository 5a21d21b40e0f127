/** Two nodes on one PostgreSQL server: each receives what the other changes, and ends the streams of ended sessions. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '#app/server.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import type { Account, TestBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson, startSession } from '#tests/support/factories/people.ts';
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

/** Opens an event stream on a node. */
async function openStream(address: string, token: string) {
  const { body } = await fetch(`${address}/api/events`, { headers: { authorization: `Bearer ${token}` } });
  const stream = { text: '', ended: false };
  const decoder = new TextDecoder();
  void (async () => {
    for await (const chunk of body ?? []) stream.text += decoder.decode(chunk);
    stream.ended = true;
  })();
  await expect.poll(() => stream.text).toContain('event: ready');
  return stream;
}

/** Resolves when changes of the first node reach the second, which starts to listen in its own time. */
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

test('an open page on one node receives a change on the other, and none of another business [D-8,10]', async () => {
  const [own, other] = [await createBusiness(api), await createBusiness(api)];
  const received: string[] = [];
  for (const { id, admin } of [own, other])
    second.services.events.subscribe({
      businessId: id,
      userId: admin.id,
      onChange: (topics) => received.push(...topics.map((topic) => `${topic} of ${id}`)),
      onEnd: () => undefined,
    });
  await waitForRelay(own.id);
  api.server.services.events.publish({ businessId: own.id, topics: ['announcements'] });
  await expect.poll(() => received).toContain(`announcements of ${own.id}`);
  expect(received.filter((one) => one.endsWith(` of ${other.id}`))).toEqual([]);
});

interface Ending {
  business: TestBusiness;
  employee: Account;
}

const endings: [string, (ending: Ending) => Promise<unknown>][] = [
  ['is signed out', ({ employee }) => api.call(employee.token, 'POST /api/auth/logout')],
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
        body: { currentPassword: employee.password, newPassword: 'a new pass phrase of their own' },
      }),
  ],
  [
    'ends the session on another device',
    async ({ employee }) => {
      const token = await startSession(api, employee);
      const sessions = await api.ok(token, 'GET /api/auth/sessions');
      const [session] = sessions.filter(({ current }) => !current);
      return api.call(token, 'DELETE /api/auth/sessions/:id', { params: { id: session?.id ?? 0 } });
    },
  ],
];

test.each(endings)(
  'a user who %s receives nothing on any node once the call has answered',
  async (_, end) => {
    const business = await createBusiness(api, { plan: 'professional' });
    const [employee, colleague] = [await createPerson(api, business), await createPerson(api, business)];
    await waitForRelay(business.id);
    const streams = await Promise.all(addresses.map((address) => openStream(address, employee.token)));
    const control = await openStream(addresses[1], colleague.token);
    await end({ business, employee });
    // Directly on each node, before the relay could have passed on that the session has ended.
    for (const { services } of [second, api.server])
      services.events.publish({ businessId: business.id, topics: ['after-the-answer'] });
    await expect.poll(() => streams.map(({ ended }) => ended), { timeout: 2_000 }).toEqual([true, true]);
    await expect.poll(() => control.text).toContain('after-the-answer');
    for (const { text } of streams) expect(text).not.toContain('after-the-answer');
  },
);
