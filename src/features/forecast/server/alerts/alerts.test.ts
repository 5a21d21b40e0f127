import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { clock } from '#platform/server/clock.ts';
import { openLog } from '#platform/server/log.ts';
import { runScheduledJobs } from '#app/scheduledJobs.ts';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createBusiness, type Account, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson, startSession } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const NOW = new Date('2026-06-17T12:00:00Z');
const TODAY = '2026-06-17';

const api = useApi({ RATE_LIMITS: 'off' });
let business: TestBusiness;
let admin: Account;
beforeEach(async () => {
  setClock(NOW);
  business = await createBusiness(api, { plan: 'professional' });
  ({ admin } = business);
});
/** Other businesses must not be due in the jobs of later tests. */
afterEach(async () => {
  await api.sql(`update client_services set status = 'expired'`);
});

/** Sets the server's clock until the test ends. */
const setClock = (now: Date) => vi.spyOn(clock, 'now').mockImplementation(() => new Date(now));

/** The system messages in a manager's inbox, oldest first. */
async function listAlerts({ token }: Pick<Account, 'token'> = admin) {
  const messages = await api.ok(token, 'GET /api/messages/inbox', { query: { limit: 200 } });
  return messages.filter(({ senderName }) => senderName === 'Quarterhour').toReversed();
}
const listSubjects = async (who?: Account) => (await listAlerts(who)).map(({ subject }) => subject);

/** The events that pages of these users receive during some work. */
async function listEvents(users: Record<string, Account>, during: () => Promise<unknown>): Promise<string[]> {
  const received: string[] = [];
  const stops = Object.entries(users).map(([name, { id }]) =>
    api.server.services.events.subscribe({
      businessId: business.id,
      userId: id,
      onChange: (topics) => received.push(...topics.map((topic) => `${name}: ${topic}`)),
      onEnd: () => undefined,
    }),
  );
  await during();
  for (const stop of stops) stop();
  return received;
}

const runJobs = (now: Date) => runScheduledJobs(api.server.services, openLog('silent'), now);

/** A note of 9 units. */
const work = (clientId: number, author: Pick<Account, 'token'> = admin) =>
  createSignedNote(api, author, { clientId, workDate: TODAY });
const setTotal = (id: number, totalTimeUnits: number) =>
  api.ok(admin.token, 'PUT /api/clients/:id/time-units', { params: { id }, body: { totalTimeUnits } });

describe('usage alerts', () => {
  test('reach each active manager once at 80 % and once when all units are used [11.alerts.3]', async () => {
    const manager = await createPerson(api, business, { role: 'manager' });
    const { author, client } = await createAssignedClient(api, business, {
      companyName: 'HS-1113',
      totalTimeUnits: 45,
    });
    for (const subjects of [[], [], [], ['Units running low: HS-1113']]) {
      await work(client.id, author);
      expect(await listSubjects()).toEqual(subjects);
    }
    for (let count = 0; count < 3; count += 1) await work(client.id, author);
    for (const who of [admin, manager]) {
      expect(await listSubjects(who)).toEqual(['Units running low: HS-1113', 'Units used up: HS-1113']);
    }
    expect(await listSubjects(author)).toEqual([]);
    expect((await listAlerts()).map(({ content }) => content)).toEqual([
      'HS-1113 has used 36 of 45 general units. 9 units are left.',
      'HS-1113 has used all 45 general units.',
    ]);
  });

  test('name the authorization, and are a single message when a note passes both thresholds [11.alerts.4]', async () => {
    const { id } = await createClient(api, business, { companyName: 'HS-1', totalTimeUnits: 500 });
    const { id: authorizationId } = await createAuthorization(api, business, {
      clientId: id,
      unitsAuthorized: 8,
      reference: 'A-12',
    });
    await work(id);
    expect(await listAlerts()).toMatchObject([
      {
        clientId: id,
        subject: 'Units used up: HS-1',
        content:
          'HS-1 has used all 8 units of the Sustaining Services authorization A-12 and is 1 unit over. You can change units in Client Management.',
      },
    ]);
    const stored = 'select threshold, total from unit_alerts where authorization_id = $1 order by threshold';
    expect(await api.sql(stored, [authorizationId])).toEqual([
      { threshold: 'used-80', total: '8.00' },
      { threshold: 'used-up', total: '8.00' },
    ]);
  });

  test('are sent again for a new total or expiry date, and not when a denied note is written again [11.alerts.5]', async () => {
    const { id } = await createClient(api, business, { companyName: 'HS-1', totalTimeUnits: 10 });
    const note = await work(id);
    const deny = { params: { id: note.id }, body: { action: 'deny', reason: 'No' } };
    await api.ok(admin.token, 'PATCH /api/notes/:id/review', deny);
    await work(id);
    expect(await listSubjects()).toEqual(['Units running low: HS-1']);
    await setTotal(id, 20);
    expect(await listAlerts()).toHaveLength(1);
    await work(id);
    await setTotal(id, 18);
    expect(await listSubjects()).toEqual([
      'Units running low: HS-1',
      'Units running low: HS-1',
      'Units used up: HS-1',
    ]);
  });

  test('are sent when an authorization is changed to fewer units, and roll back with a rejected change', async () => {
    const { id } = await createClient(api, business, { companyName: 'HS-1' });
    const { id: authorizationId } = await createAuthorization(api, business, { clientId: id });
    await work(id);
    const change = (body: object) =>
      api.call(admin.token, 'PUT /api/services/:id', { params: { id: authorizationId }, body });
    expect((await change({ unitsAuthorized: 10, unitsPerWeek: 5, unitsPerMonth: 4 })).status).toBe(400);
    expect(await listSubjects()).toEqual([]);
    expect((await change({ unitsAuthorized: 10 })).status).toBe(200);
    expect(await listSubjects()).toEqual(['Units running low: HS-1']);
    expect((await change({ expiryDate: '2026-12-31' })).status).toBe(200);
    expect(await listSubjects()).toEqual(['Units running low: HS-1', 'Units running low: HS-1']);
  });

  test('are sent once about a client without units, and never about an inactive one', async () => {
    const empty = await createClient(api, business, { companyName: 'HS-0', totalTimeUnits: 0 });
    await work(empty.id);
    await work(empty.id);
    const inactive = await createClient(api, business, { totalTimeUnits: 100 });
    await work(inactive.id);
    await api.ok(admin.token, 'PUT /api/clients/:id', {
      params: { id: inactive.id },
      body: { status: 'inactive' },
    });
    await setTotal(inactive.id, 9);
    expect(await listSubjects()).toEqual(['Units used up: HS-0']);
  });

  test('appear on open pages of the managers, and of no one else [11.alerts.6]', async () => {
    const { author, client } = await createAssignedClient(api, business, { totalTimeUnits: 9 });
    const employee = await createPerson(api, business);
    const received = await listEvents({ manager: admin, employee }, () => work(client.id, author));
    expect(received).toContain('manager: messages');
    expect(received).not.toContain('employee: messages');
  });
});

describe('expiry alerts', () => {
  const authorize = async (expiryDate: string, fields: Record<string, unknown> = {}) => {
    const { id } = await createClient(api, business, { companyName: 'HS-1' });
    return createAuthorization(api, business, { clientId: id, expiryDate, ...fields });
  };

  test('are sent 30 and 7 days before, each once however often the job runs [11.alerts.7]', async () => {
    await authorize('2026-07-31', { reference: 'A-12' });
    const subjects: string[][] = [];
    for (const day of [30, 29, 8, 7, 6, 0, -1]) {
      const now = new Date(`${addDays('2026-07-31', -day)}T18:00:00Z`);
      await runJobs(now);
      await runJobs(now);
      setClock(now);
      subjects.push(await listSubjects(await signIn()));
    }
    const [one, two] = [
      ['Authorization expires July 31: HS-1'],
      Array(2).fill('Authorization expires July 31: HS-1'),
    ];
    expect(subjects).toEqual([one, one, one, two, two, two, two]);
    expect((await listAlerts(await signIn()))[0]?.content).toBe(
      'The Sustaining Services authorization A-12 for HS-1 expires on July 31, 2026. 20 of 20 units are unused and will expire with it.',
    );
  });

  test.each([
    ['on a leap day', '2028-03-30', '2028-02-29T06:00:00Z'],
    ['on the day clocks go forward', '2026-04-07', '2026-03-08T06:00:00Z'],
    ['on the day clocks go back', '2026-12-01', '2026-11-01T05:00:00Z'],
    ['on the first of a month', '2026-07-31', '2026-07-01T05:00:00Z'],
  ])('are sent %s, from midnight of the business on [11.alerts.8]', async (_, expiryDate, midnight) => {
    await authorize(expiryDate);
    const count = async () =>
      (await api.sql('select id from unit_alerts where business_id = $1', [business.id])).length;
    await runJobs(new Date(Date.parse(midnight) - 1));
    expect(await count()).toBe(0);
    await runJobs(new Date(midnight));
    expect(await count()).toBe(1);
  });

  test('are a single message for an authorization that is added in its last week, and appear on open pages [11.alerts.6]', async () => {
    await authorize(addDays(TODAY, 3));
    const received = await listEvents({ manager: admin }, () => runJobs(NOW));
    expect(received).toEqual(['manager: messages']);
    expect(await listSubjects()).toEqual(['Authorization expires June 20: HS-1']);
  });

  test('are sent again for a new expiry date, and not for an authorization that a manager ended [11.alerts.5]', async () => {
    const { id } = await authorize(addDays(TODAY, 20));
    const ended = await authorize(addDays(TODAY, 40));
    await runJobs(NOW);
    await api.ok(admin.token, 'PUT /api/services/:id', {
      params: { id },
      body: { expiryDate: addDays(TODAY, 30) },
    });
    await api.ok(admin.token, 'DELETE /api/services/:id', { params: { id: ended.id } });
    await runJobs(NOW);
    expect(await listSubjects()).toEqual([
      'Authorization expires July 7: HS-1',
      'Authorization expires July 17: HS-1',
    ]);
  });

  test('are not sent for an authorization without units, or of an archived client', async () => {
    await authorize(TODAY, { unitsAuthorized: null });
    await authorize(TODAY, { unitsAuthorized: 0 });
    const { clientId } = await authorize(TODAY);
    await api.ok(admin.token, 'DELETE /api/clients/:id', { params: { id: clientId } });
    await runJobs(NOW);
    expect(await listSubjects()).toEqual([]);
  });
});

const signIn = async (): Promise<Account> => ({ ...admin, token: await startSession(api, admin) });
