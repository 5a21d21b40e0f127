/** The event stream of an open page ends with the session it was opened for. */
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
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

/** Opens a stream whose heartbeat beats when the test says so. */
async function openStream() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const headers = { authorization: `Bearer ${employee.token}` };
  const { body } = await fetch(`${address}/api/events`, { headers });
  const stream = { text: '', ended: false };
  const decoder = new TextDecoder();
  const reading = (async () => {
    for await (const chunk of body ?? []) stream.text += decoder.decode(chunk);
    stream.ended = true;
  })();
  await expect.poll(() => stream.text).toContain('event: ready');
  const beats = () => stream.text.split(': still here').length - 1;
  const beat = async () => {
    const before = beats();
    vi.advanceTimersByTime(HALF_A_MINUTE);
    await expect.poll(beats).toBeGreaterThan(before);
  };
  return { stream, beat, reading };
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
  [
    '12 hours without use',
    () =>
      api.sql(`update sessions set last_used_at = now() - interval '12 hours 1 minute' where user_id = $1`, [
        employee.id,
      ]),
  ],
];

test.each(ways)('ends within half a minute of %s [10.6.18 10.8.16 R-12]', async (_, endSession) => {
  try {
    const { stream, beat, reading } = await openStream();
    await beat();
    await beat();
    expect(stream.ended).toBe(false);
    await endSession();
    await beat();
    await reading;
    expect(stream.text).toContain('event: bye');
    expect(api.server.services.events.countStreams(business.id, employee.id)).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('is no use of the session', async () => {
  await api.sql(`update sessions set last_used_at = now() - interval '1 hour' where user_id = $1`, [
    employee.id,
  ]);
  const lastUse = async () =>
    (await api.sql<{ at: Date }>('select last_used_at as at from sessions where user_id = $1', [employee.id]))
      .at(0)
      ?.at.getTime();
  try {
    const { stream, beat, reading } = await openStream();
    const opened = await lastUse();
    await api.sql(`update sessions set last_used_at = now() - interval '1 hour' where user_id = $1`, [
      employee.id,
    ]);
    await beat();
    await beat();
    expect(stream.ended).toBe(false);
    expect(await lastUse()).toBeLessThan(opened ?? 0);
    await api.call(employee.token, 'POST /api/auth/logout');
    await beat();
    await reading;
  } finally {
    vi.useRealTimers();
  }
});
