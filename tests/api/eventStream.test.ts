/** The event stream of an open page ends with the session it was opened for. */
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import type { Account, TestBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson } from '#tests/support/factories/people.ts';

/** Promised: within 30 seconds. */
const HALF_A_MINUTE = 30_000;

const api = useApi();
let business: TestBusiness;
let employee: Account;
let address: string;
beforeAll(async () => {
  address = await api.server.app.listen({ port: 0, host: '127.0.0.1' });
  business = await createBusiness(api, { plan: 'professional' });
});
beforeEach(async () => {
  employee = await createPerson(api, business);
});

async function openStream() {
  const headers = { authorization: `Bearer ${employee.token}` };
  const { body } = await fetch(`${address}/api/events`, { headers });
  const stream = { text: '', ended: false };
  const decoder = new TextDecoder();
  const reading = (async () => {
    for await (const chunk of body ?? []) stream.text += decoder.decode(chunk);
    stream.ended = true;
  })();
  await expect.poll(() => stream.text).toContain('event: ready');
  return { stream, reading };
}

/** Opens a stream whose heartbeat is sent by the test. */
async function openStreamWithFakeTimers() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { stream, reading } = await openStream();
  const countHeartbeats = () => stream.text.split(': heartbeat').length - 1;
  const sendHeartbeat = async () => {
    const before = countHeartbeats();
    vi.advanceTimersByTime(HALF_A_MINUTE);
    await expect.poll(countHeartbeats).toBeGreaterThan(before);
  };
  return { stream, sendHeartbeat, reading };
}

const ways: [string, () => Promise<unknown>][] = [
  ['a sign-out', () => api.call(employee.token, 'POST /api/auth/logout')],
  [
    'a reset password',
    () => api.ok(business.admin.token, 'POST /api/users/:id/reset-password', { params: { id: employee.id } }),
  ],
  [
    'deactivation',
    () =>
      api.ok(business.admin.token, 'PUT /api/users/:id/profile', {
        params: { id: employee.id },
        body: { status: 'inactive' },
      }),
  ],
];

test.each(ways)('ends at once after %s [10.6.18 10.8.16 R-12]', async (_, endSession) => {
  const { stream, reading } = await openStream();
  await endSession();
  api.server.services.events.publish({ businessId: business.id, topics: ['notes'] });
  await reading;
  expect(stream.text).toContain('event: bye');
  expect(stream.text).not.toContain('event: changed');
  expect(api.server.services.events.countStreams(business.id, employee.id)).toBe(0);
});

test('ends within half a minute of 12 hours without use', async () => {
  const { stream, sendHeartbeat, reading } = await openStreamWithFakeTimers();
  await sendHeartbeat();
  await sendHeartbeat();
  expect(stream.ended).toBe(false);
  await api.sql(
    `update sessions set last_used_at = now() - interval '12 hours 1 minute' where user_id = $1`,
    [employee.id],
  );
  await sendHeartbeat();
  await reading;
  expect(stream.text).toContain('event: bye');
});

test('does not count as use of the session', async () => {
  await api.sql(`update sessions set last_used_at = now() - interval '1 hour' where user_id = $1`, [
    employee.id,
  ]);
  const lastUse = async () =>
    (await api.sql<{ at: Date }>('select last_used_at as at from sessions where user_id = $1', [employee.id]))
      .at(0)
      ?.at.getTime();
  const { stream, sendHeartbeat, reading } = await openStreamWithFakeTimers();
  const opened = await lastUse();
  await api.sql(`update sessions set last_used_at = now() - interval '1 hour' where user_id = $1`, [
    employee.id,
  ]);
  await sendHeartbeat();
  await sendHeartbeat();
  expect(stream.ended).toBe(false);
  expect(await lastUse()).toBeLessThan(opened ?? 0);
  await api.call(employee.token, 'POST /api/auth/logout');
  await reading;
});

test('a change for more than 50 open pages arrives within a second, not everywhere at once', async () => {
  const { events } = api.server.services;
  const nothing = { onChange: () => undefined, onEnd: () => undefined };
  for (let userId = 1; userId <= 51; userId += 1)
    onTestFinished(events.subscribe({ businessId: business.id, userId, ...nothing }));
  const random = vi.spyOn(Math, 'random');
  const arrivesAfterMs = async (fraction: number) => {
    random.mockReturnValue(fraction);
    const { stream } = await openStream();
    const published = performance.now();
    events.publish({ businessId: business.id, topics: ['notes'] });
    await expect.poll(() => stream.text, { timeout: 5_000, interval: 10 }).toContain('event: changed');
    return performance.now() - published;
  };
  expect(await arrivesAfterMs(0.99)).toBeGreaterThan(850);
  expect(await arrivesAfterMs(0)).toBeLessThan(850);
});
