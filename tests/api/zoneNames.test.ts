/** Names of time zones: old ones are stored as today's, and a database may lack the zone of a business. */

import { pino } from 'pino';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { clock } from '#platform/server/clock.ts';
import { warnAboutZones } from '#app/zoneWarnings.ts';
import {
  buildRegistrationForm,
  createBusiness,
  setSubscriptionStatus,
} from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { buildRequest, listEndpoints, listReads } from '#tests/support/factories/endpointRequests.ts';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { createSeededBusiness, type SeededBusiness } from '#tests/support/factories/seededBusiness.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectIssue } from '#tests/support/helpers/expectError.ts';

const api = useApi({ RATE_LIMITS: 'off' });

const buildBusinessForm = () => ({
  name: 'Helping Hands',
  email: `${uniqueName('owner')}@hands.example`,
  phone: '555 0100',
  address: '1 Main Street',
});

const OLD_NAMES = [
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['US/Eastern', 'America/New_York'],
  ['america/new_york', 'America/New_York'],
  ['Etc/UTC', 'UTC'],
  ['UTC', 'UTC'],
] as const;

const NO_CITY = 'Choose a city in the time zone, such as America/New_York';
const REFUSED = [
  // Node knows BST as Bangladesh, PST as California and IST as India; PostgreSQL as other offsets.
  ...['CET', 'EST', 'EST5EDT', 'PST8PDT', 'GMT', 'Etc/GMT+5', 'PST', 'BST', 'IST'].map(
    (name) => [name, NO_CITY] as const,
  ),
  ...['Europe/Nowhere', '+05:30', '0'].map((name) => [name, 'Unknown time zone'] as const),
];

describe('a business stores today’s name of its time zone', () => {
  test.each(OLD_NAMES)('%s as %s [15.zones.1]', async (timeZone, expected) => {
    const body = { ...buildRegistrationForm(), timeZone };
    const { user, token } = await api.ok(null, 'POST /api/auth/register-admin', { body });
    expect(user.timeZone).toBe(expected);
    const { business } = await api.ok(null, 'POST /api/auth/register-business', {
      body: { ...buildBusinessForm(), timeZone },
    });
    const [row] = await api.sql<{ zone: string }>('select time_zone as zone from businesses where id = $1', [
      business.id,
    ]);
    expect(row?.zone).toBe(expected);
    await setSubscriptionStatus(api, user.businessId);
    await api.ok(token, 'PUT /api/business', { body: { timeZone: 'Asia/Tokyo' } });
    expect((await api.ok(token, 'PUT /api/business', { body: { timeZone } })).timeZone).toBe(expected);
  });

  test('and refuses others with 400 at the field [15.zones.2]', async () => {
    const { admin } = await createBusiness(api);
    for (const [timeZone, message] of REFUSED) {
      const issue = { path: 'timeZone', message };
      expectIssue(await api.call(admin.token, 'PUT /api/business', { body: { timeZone } }), issue);
      for (const [name, form] of [
        ['POST /api/auth/register-business', buildBusinessForm()],
        ['POST /api/auth/register-admin', buildRegistrationForm()],
      ] as const)
        expectIssue(await api.call(null, name, { body: { ...form, timeZone } }), issue);
    }
  });
});

/** A row that no migration has reached, or a zone that the database's data do not have yet. */
const setZone = (businessId: number, timeZone: string) =>
  api.sql('update businesses set time_zone = $2 where id = $1', [businessId, timeZone]);

describe('with a zone that the database does not know', () => {
  let seeded: SeededBusiness;
  beforeAll(async () => {
    seeded = await createSeededBusiness(api);
    await setZone(seeded.business.id, 'America/Indianapolis');
  });
  const adminNames = new Set(listEndpoints(({ access }) => access === 'admin').map(({ name }) => name));

  test.each(listReads('visit'))('$name $query answers [15.zones.3]', async ({ name, query }) => {
    const { token } = adminNames.has(name) ? seeded.business.admin : seeded.manager;
    const { status } = await api.send(token, { ...buildRequest(name, seeded.ids), query });
    expect(status).toBeLessThan(500);
  });

  test('a note is submitted, and burn-down and report count it on its day [15.zones.3]', async () => {
    const business = await createBusiness(api);
    const client = await createClient(api, business, { totalTimeUnits: 100 });
    await setZone(business.id, 'America/Indianapolis');
    await createSignedNote(api, business.admin, { clientId: client.id });
    const { token } = business.admin;
    const burnDown = await api.ok(token, 'GET /api/clients/:id/burn-down', {
      params: { id: client.id },
      query: { authorizationId: 'general' },
    });
    expect(burnDown.points).toHaveLength(1);
    const report = await api.ok(token, 'GET /api/reports/review');
    expect(report.map(({ month, submitted }) => [month, submitted])).toEqual([
      [burnDown.points[0]?.day.slice(0, 7), 1],
    ]);
  });
});

describe('at start the server warns', () => {
  /** The warnings logged about the zones of all businesses. */
  async function warn(): Promise<Record<string, unknown>[]> {
    const lines: string[] = [];
    await warnAboutZones(api.server.services, pino({}, { write: (line: string) => void lines.push(line) }));
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  test('about zones that the database does not know or counts differently, with versions [15.zones.4]', async () => {
    vi.spyOn(clock, 'now').mockImplementation(() => new Date('2026-01-15T12:00:00Z'));
    await api.sql(`update businesses set time_zone = 'Europe/Berlin'`);
    expect(await warn()).toEqual([]);
    const [one, other] = [await createBusiness(api), await createBusiness(api)];
    // In SQL this is an offset without summer time, where it is not a zone.
    await setZone(one.id, 'CET');
    await setZone(other.id, 'Asia/Calcutta');
    const versions = { level: 40, node: process.version, tzData: process.versions.tz };
    const embedded: object[] = [];
    expect(await warn()).toMatchObject(
      api.database.kind === 'embedded'
        ? embedded
        : [
            { ...versions, timeZone: 'CET', here: '2026-03-29 14:00 +02:00', database: '2026-03-29 13:00' },
            { ...versions, timeZone: 'Asia/Calcutta', at: '2026-01-15T12:00:00.000Z', database: null },
          ],
    );
  });
});
