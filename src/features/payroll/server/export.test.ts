import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { createAssignment } from '#tests/support/factories/clients.ts';
import { createSignedNote, createAssignedClient } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { readSheet } from '#tests/support/helpers/xlsx.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api, { form: { timeZone: 'America/New_York' } }));
const sam = setUpOnce(() =>
  createPerson(api, business, { form: { firstName: '@Sam', lastName: '"Q" Able' } }),
);
let eve: Account;
let clientName: string;
const RANGE = { from: '2026-10-25', to: '2026-11-07' };

beforeAll(async () => {
  const first = await createAssignedClient(api, business, { totalTimeUnits: 1000, companyName: '=cmd|A1' });
  eve = first.author;
  clientName = first.client.companyName;
  await createAssignment(api, business, { clientId: first.client.id, employeeId: sam.id });
  const note = (author: Account, fields: Record<string, unknown>) =>
    createSignedNote(api, author, { clientId: first.client.id, ...fields });
  // From the first 1:30 of that night to 3:00: two and a half hours.
  await note(eve, { workDate: '2026-11-01', startTime: '01:30', endTime: '03:00', title: '-2+3' });
  await note(eve, { workDate: '2026-10-31', title: 'The day before' });
  await note(sam, { workDate: '2026-11-07', startTime: '23:00', endTime: '00:10', title: 'Late' });
  await note(sam, { workDate: '2026-11-08', title: 'After the range' });
});

const get = (token: string, query: Record<string, string | number>) =>
  api.call(token, 'GET /api/payroll/export', { query: { ...RANGE, ...query } });

/** The days since the first one of spreadsheets. */
const toSerial = (moment: string) => Date.parse(moment) / (24 * 60 * 60 * 1000) + 25_569;

const lines = (csv: string) => csv.replace('\uFEFF', '').trimEnd().split('\r\n');

describe('time entries', () => {
  test('are exported as CSV, oldest first, with offset and zone, without formulas', async () => {
    const { status, body, headers } = await get(business.admin.token, {});
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="payroll-entries-2026-10-25-to-2026-11-07.csv"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(body.startsWith('\uFEFF')).toBe(true);
    const client = `"'${clientName}"`;
    expect(lines(body)).toEqual([
      '"Employee","Username","Client","Start","End","Time zone","Minutes","Billed units","Note","Description","Disputed units","Denied minutes"',
      `"Eve Worker","${eve.username}",${client},"2026-10-31 09:00 -04:00","2026-10-31 11:15 -04:00","America/New_York","135","9","Pending","The day before","",""`,
      `"Eve Worker","${eve.username}",${client},"2026-11-01 01:30 -04:00","2026-11-01 03:00 -05:00","America/New_York","150","10","Pending","'-2+3","",""`,
      `"'@Sam ""Q"" Able","${sam.username}",${client},"2026-11-07 23:00 -05:00","2026-11-08 00:10 -05:00","America/New_York","70","5","Pending","Late","",""`,
    ]);
  });

  test('are exported as XLSX with minutes and units as numbers', async () => {
    const answer = await api.server.app.inject({
      method: 'GET',
      url: `/api/payroll/export?format=xlsx&from=${RANGE.from}&to=${RANGE.to}`,
      cookies: { quarterhour_read: business.admin.token },
    });
    expect(answer.headers['content-type']).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    const { rows, formulas } = await readSheet(answer.rawPayload);
    expect(formulas).toBe(0);
    expect(rows).toHaveLength(4);
    expect(rows[2]?.slice(2)).toEqual([
      clientName,
      toSerial('2026-11-01T01:30Z'),
      toSerial('2026-11-01T03:00Z'),
      'America/New_York',
      150,
      10,
      'Pending',
      '-2+3',
    ]);
  });

  test('are exported for one employee, or for the caller', async () => {
    const managers = await get(business.admin.token, { employeeId: sam.id });
    expect(lines(managers.body)).toHaveLength(2);
    const own = await get(sam.token, {});
    expect(own.body).toBe(managers.body);
    expect((await get(sam.token, { employeeId: sam.id })).body).toBe(own.body);
    expect((await get(sam.token, { employeeId: eve.id })).status).toBe(403);
  });
});

test('totals are exported by employee and week, sorted by name, with the entries not approved [12.payroll.1]', async () => {
  const { body, headers } = await get(business.admin.token, { kind: 'people', from: '2026-10-30' });
  expect(headers['content-disposition']).toContain('payroll-people-2026-10-30-to-2026-11-07.csv');
  const zone = '"America/New_York"';
  expect(lines(body)).toEqual([
    '"Employee","Username","Department","First day","Last day","Time zone","Entries","Minutes","Hours","Regular minutes","Overtime minutes","Billed units","Entries not approved","Disputed units","Denied minutes"',
    `"'@Sam ""Q"" Able","${sam.username}","Field","2026-11-01","2026-11-07",${zone},"1","70","1.17","60","0","5","1","",""`,
    `"Eve Worker","${eve.username}","Field","2026-10-30","2026-10-31",${zone},"1","135","2.25","135","0","9","1","",""`,
    `"Eve Worker","${eve.username}","Field","2026-11-01","2026-11-07",${zone},"1","150","2.5","150","0","10","1","",""`,
  ]);
});

test('the audit log records each export, but not a rejected one', async () => {
  const own = await createBusiness(api);
  const exported = async () =>
    (await api.ok(own.admin.token, 'GET /api/audit', { query: { object: 'payroll' } })).map(
      ({ action, actorId, objectId, details }) => ({ action, actorId, objectId, details }),
    );
  expect((await get(own.admin.token, { kind: 'people', format: 'xlsx' })).status).toBe(200);
  const row = {
    action: 'exported',
    actorId: own.admin.id,
    objectId: null,
    details: { kind: 'people', format: 'xlsx', ...RANGE, rows: 0 },
  };
  expect(await exported()).toEqual([row]);
  expect((await get(own.admin.token, { employeeId: eve.id })).status).toBe(404);
  expect(await exported()).toEqual([row]);
});

test('a read-only business can export', async () => {
  const unpaid = await createBusiness(api, { unpaid: true });
  expect((await get(unpaid.admin.token, {})).status).toBe(200);
});

test.each([
  [{ from: '2026-11-08' }, 'to', "The last day can't be before the first"],
  [{ from: '2025-11-07' }, null, null],
  [{ from: '2025-11-06' }, 'to', 'A file holds one year at most'],
  [{ to: 'soon' }, 'to', 'Choose a day between 2000 and 2099'],
])('%j returns the issue at %s: %s', async (query, path, message) => {
  const { status, error } = await get(business.admin.token, query);
  expect([status, error?.issues]).toEqual(path ? [400, [{ path, message }]] : [200, undefined]);
});

test('an export has at most 20,000 rows', async () => {
  const own = await createBusiness(api);
  const { author, client } = await createAssignedClient(api, own);
  const fill = (count: number) =>
    api.sql(
      `insert into time_entries (business_id, client_id, employee_id, description, time_units, minutes, start_time, end_time, work_date, time_zone)
       select $1, $2, $3, 'Work', 1, 1, '2026-11-02 12:00Z', '2026-11-02 12:01Z', '2026-11-02', 'UTC' from generate_series(1, $4::int)`,
      [own.id, client.id, author.id, count],
    );
  await fill(20_000);
  expect(lines((await get(own.admin.token, {})).body)).toHaveLength(20_001);
  await fill(1);
  const { status, error } = await get(own.admin.token, {});
  expect([status, error?.issues]).toEqual([
    400,
    [{ path: 'to', message: 'That’s more than 20,000 rows. Choose a shorter range.' }],
  ]);
}, 60_000);
