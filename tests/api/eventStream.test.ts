/** The event stream of an open page. Ends of sessions on several nodes: otherNodes.test.ts. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { buildAnnouncementForm } from '#tests/support/factories/announcements.ts';
import { createBusiness, type Account, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson, startSession } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { openEventStream } from '#tests/support/helpers/eventStream.ts';

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

const openStream = () => openEventStream(address, employee.token);
const setLastUse = (age: string) =>
  api.sql(`update sessions set last_used_at = now() - $2::interval where user_id = $1`, [employee.id, age]);

/** Opens a stream whose heartbeat the test sends. */
async function openStreamWithFakeTimers() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const stream = await openStream();
  const countHeartbeats = () => stream.text.split(': heartbeat').length - 1;
  const sendHeartbeat = async () => {
    const before = countHeartbeats();
    vi.advanceTimersByTime(30_000);
    await expect.poll(countHeartbeats).toBeGreaterThan(before);
  };
  return { stream, sendHeartbeat };
}

// No test event is published and no heartbeat is sent: the end of a session itself has to reach the stream.
test.each([
  ['a sign-out', () => api.call(employee.token, 'POST /api/auth/logout')],
  [
    'a new password on another device',
    async () =>
      api.ok(await startSession(api, employee), 'POST /api/auth/change-password', {
        body: { currentPassword: employee.password, newPassword: 'a new passphrase of their own' },
      }),
  ],
])('ends at once after %s [10.6.18 10.8.16 R-12]', async (_, endSession) => {
  const { stream } = await openStreamWithFakeTimers();
  await endSession();
  await expect.poll(() => stream.text, { timeout: 10_000 }).toContain('event: bye');
  await stream.ended;
  expect(api.server.services.events.countStreams(business.id, employee.id)).toBe(0);
});

test('ends instead of sending a change after its session was deleted', async () => {
  const stream = await openStream();
  await api.sql('delete from sessions where user_id = $1', [employee.id]);
  api.server.services.events.publish({ businessId: business.id, topics: ['notes'] });
  expect(await stream.ended).toContain('event: bye');
  expect(stream.text).not.toContain('event: changed');
});

test('ends within half a minute after 12 hours without use', async () => {
  const { stream, sendHeartbeat } = await openStreamWithFakeTimers();
  await sendHeartbeat();
  await sendHeartbeat();
  expect(stream.hasEnded).toBe(false);
  await setLastUse('12 hours 1 minute');
  await sendHeartbeat();
  expect(await stream.ended).toContain('event: bye');
});

test('does not count as use of the session', async () => {
  const readLastUse = async () => {
    const [row] = await api.sql<{ at: Date }>('select last_used_at as at from sessions where user_id = $1', [
      employee.id,
    ]);
    return row?.at.getTime();
  };
  const { stream, sendHeartbeat } = await openStreamWithFakeTimers();
  await setLastUse('1 hour');
  const lastUse = await readLastUse();
  await sendHeartbeat();
  await sendHeartbeat();
  expect([stream.hasEnded, await readLastUse()]).toEqual([false, lastUse]);
  await stream.close();
});

test('a change for more than 50 open pages reaches them spread over a second', async () => {
  const { events } = api.server.services;
  const listener = { onChange: () => undefined, onEnd: () => undefined };
  for (let userId = 1; userId <= 51; userId += 1)
    onTestFinished(events.subscribe({ businessId: business.id, userId, ...listener }));
  const random = vi.spyOn(Math, 'random');
  const measureDelayMs = async (fraction: number) => {
    random.mockReturnValue(fraction);
    const stream = await openStream();
    const start = performance.now();
    events.publish({ businessId: business.id, topics: ['notes'] });
    await expect.poll(() => stream.text, { timeout: 5_000, interval: 10 }).toContain('event: changed');
    return performance.now() - start;
  };
  expect(await measureDelayMs(0.99)).toBeGreaterThan(850);
  expect(await measureDelayMs(0)).toBeLessThan(850);
});

test('sends the changes since the first request of a page that opens, whose answers may lack them', async () => {
  // As if the server had started long ago; after a start, a page that opens refetches everything.
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
  await api.ok(business.admin.token, 'POST /api/announcements', { body: buildAnnouncementForm() });
  const opened = await openEventStream(address, employee.token, { since: 500 });
  await expect.poll(() => opened.text).toMatch(/event: ready[^]*event: changed\ndata: .*"announcements"/);
  const reconnected = await openStream();
  api.server.services.events.publish({ businessId: business.id, topics: ['invoices'] });
  await expect.poll(() => reconnected.text).toContain('invoices');
  expect(reconnected.text).not.toContain('announcements');
});

test('a page that disconnects while its session is looked up leaves no stream behind', async () => {
  const { hostname, port } = new URL(address);
  const disconnect = async () => {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const request = `GET /api/events HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${employee.token}\r\n\r\n`;
    await new Promise((resolve) => socket.write(request, resolve));
    socket.destroy();
  };
  for (let count = 1; count <= 20; count += 1) await disconnect();
  const stream = await openStream();
  const { events } = api.server.services;
  await expect.poll(() => events.countStreams(business.id, employee.id)).toBe(1);
  await stream.close();
  await expect.poll(() => events.countStreams(business.id, employee.id)).toBe(0);
});
