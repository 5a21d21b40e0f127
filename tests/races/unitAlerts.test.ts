/** Alerts about units on two nodes: each is sent once, whichever node or transaction finds it first. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { sendExpiryAlerts } from '#features/forecast/server/alerts/actions.ts';
import type { RunningServer } from '#app/server.ts';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createBusiness, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { repeatConcurrently } from '#tests/support/helpers/concurrency.ts';
import { startSecondNode } from '#tests/support/helpers/secondNode.ts';

const CONCURRENT = 16;
const MANAGERS = 3;
const NOW = new Date();
const TODAY = dayInZone(NOW, 'America/Chicago');

const api = useApi({ RATE_LIMITS: 'off' });
let second: RunningServer;
let stop: () => Promise<void>;
let business: TestBusiness;
beforeAll(async () => {
  // Both decrypt what the other has encrypted.
  const SERVER_KEY = api.server.services.settings.serverKey.toString('hex');
  ({ node: second, stop } = await startSecondNode(api, { RATE_LIMITS: 'off', SERVER_KEY }));
  business = await createBusiness(api, { plan: 'professional' });
  for (let count = 1; count < MANAGERS; count += 1) await createPerson(api, business, { role: 'manager' });
});
afterAll(async () => {
  await stop();
});

/** How often each system message was sent. */
async function countAlerts() {
  const rows = await api.sql<{ subject: string; count: number }>(
    `select subject, count(*)::int as count from messages
     where business_id = $1 and sender_id = recipient_id group by subject order by subject`,
    [business.id],
  );
  return Object.fromEntries(rows.map(({ subject, count }) => [subject, count]));
}

test('the expiry alerts of two nodes that run the job concurrently reach each manager once [11.alerts.9]', async () => {
  for (const name of ['A', 'B', 'C']) {
    const { id } = await createClient(api, business, { companyName: name });
    await createAuthorization(api, business, { clientId: id, expiryDate: addDays(TODAY, 30) });
  }
  await repeatConcurrently(CONCURRENT, (index) =>
    sendExpiryAlerts((index % 2 === 0 ? api.server : second).services, NOW),
  );
  const counts = Object.entries(await countAlerts()).map(([subject, count]) => [subject.at(-1), count]);
  expect(counts).toEqual([
    ['A', MANAGERS],
    ['B', MANAGERS],
    ['C', MANAGERS],
  ]);
});

test('the usage alerts of notes that are submitted on two nodes concurrently reach each manager once [11.alerts.9]', async () => {
  const { token } = business.admin;
  const { id } = await createClient(api, business, { companyName: 'HS-1113', totalTimeUnits: 90 });
  const headers = { authorization: `Bearer ${token}` };
  const answers = await repeatConcurrently(CONCURRENT, (index) =>
    (index % 2 === 0 ? api.server : second).app.inject({
      method: 'POST',
      url: '/api/notes',
      headers,
      payload: buildNoteForm(id, { workDate: addDays(TODAY, -index) }),
    }),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201));
  expect(await countAlerts()).toMatchObject({
    'Units running low: HS-1113': MANAGERS,
    'Units used up: HS-1113': MANAGERS,
  });
  const stored = await api.sql(
    `select user_id from message_counts as stored where business_id = $1 and unread <> (
       select count(*) from messages where business_id = $1 and recipient_id = user_id and not is_read)`,
    [business.id],
  );
  expect(stored).toEqual([]);
});
