/** The calls about packets: their limits, who may make them, downloads, and the share of visits without a gap. */

import { beforeAll, expect, test } from 'vitest';
import { gapLabels, type Gap } from '#features/packets/rules.ts';
import { setTime } from '#tests/support/factories/checkedNotes.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { createPacket, fetchPacketFile } from '#tests/support/factories/packets.ts';
import {
  createPacketVisits,
  MARCH,
  plantGaps,
  type PacketVisits,
} from '#tests/support/factories/packetVisits.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';

const api = useApi({ RATE_LIMITS: 'off', EXPORTS: 'on' });
let visits: PacketVisits;
beforeAll(async () => {
  visits = await createPacketVisits(api);
  for (const day of [3, 4, 5]) await visits.approve(day);
});

const send = (body: object, token = visits.manager.token) => api.call(token, 'POST /api/packets', { body });

test('the choice is either of clients and days or of a sample, with 400 at the field [14.packet.7]', async () => {
  const pairs = [{ clientId: visits.clientId, ...MARCH }];
  const sample = { ...MARCH, count: 5 };
  const NEITHER = { path: 'pairs', message: 'Choose clients or a random sample' };
  expectIssue(await send({}), NEITHER);
  expectIssue(await send({ pairs, sample }), {
    path: 'sample',
    message: 'Choose either clients or a random sample',
  });
  expectIssue(await send({ pairs: [] }), { path: 'pairs', message: 'Choose at least one client' });
  const many = Array.from({ length: 51 }, () => pairs[0]);
  expectIssue(await send({ pairs: many }), { path: 'pairs', message: 'Choose at most 50 clients' });
  const reversed = { from: '2026-03-31', to: '2026-03-01' };
  expectIssue(await send({ pairs: [{ clientId: visits.clientId, ...reversed }] }), {
    path: 'pairs.0.to',
    message: "The last day can't be before the first",
  });
  for (const count of [0, 201, 1.5, '5'])
    expectIssue(await send({ sample: { ...MARCH, count } }), {
      path: 'sample.count',
      message: 'Enter a number from 1 to 200',
    });
  expectIssue(await send({ sample: { from: '2025-01-01', to: '2026-03-31', count: 5 } }), {
    path: 'sample.to',
    message: 'A file holds one year at most',
  });
});

test('clients of another business, days without visits and more than 500 visits get 400 [14.packet.7]', async () => {
  const { manager, business, clientId } = visits;
  const other = await createPacketVisits(api);
  await other.approve(3);
  const { id: empty } = await createClient(api, business);
  const UNKNOWN = { path: 'pairs.1.clientId', message: 'This client does not exist' };
  for (const id of [other.clientId, 999_999])
    expectIssue(
      await send({
        pairs: [
          { clientId, ...MARCH },
          { clientId: id, ...MARCH },
        ],
      }),
      UNKNOWN,
    );
  const NONE = 'No visits on these dates. Choose other dates.';
  expectIssue(await send({ pairs: [{ clientId: empty, ...MARCH }] }), { path: 'pairs', message: NONE });
  const june = { from: '2026-06-01', to: '2026-06-30' };
  expectIssue(await send({ sample: { ...june, count: 5 } }), { path: 'sample.to', message: NONE });
  const columns = await api.sql<{ names: string }>(
    `select string_agg(quote_ident(column_name), ',') as names from information_schema.columns
     where table_name = 'notes' and column_name not in ('id', 'work_date', 'capture_id')`,
  );
  const names = columns[0]?.names ?? '';
  await api.sql('alter table notes disable trigger user');
  await api.sql(
    `insert into notes (id, work_date, ${names})
     select 1000000 + number, '2026-07-01', ${names} from notes, generate_series(1, 501) as number
     where id = (select min(id) from notes where business_id = $1)`,
    [business.id],
  );
  const july = { from: '2026-07-01', to: '2026-07-31' };
  expectIssue(await send({ pairs: [{ clientId, ...july }] }), {
    path: 'pairs',
    message: 'That’s more than 500 visits. Choose fewer clients or days.',
  });
  await api.sql('delete from notes where business_id = $1 and id > 1000000', [business.id]);
  expect(await api.ok(manager.token, 'GET /api/packets')).toEqual([]);
});

test('only managers create, read and download packets, and only those of their business [14.packet.8 S-44]', async () => {
  const { business, manager, author, clientId } = visits;
  const colleague = await createPerson(api, business, { role: 'manager' });
  const { id } = await createPacket(api, colleague, { pairs: [{ clientId, ...MARCH }] });
  const params = { id };
  expect(await api.ok(manager.token, 'GET /api/packets')).toMatchObject([
    { id, visits: 3, pairs: [{ clientId, clientName: 'Cleo Client', ...MARCH }], sample: null },
  ]);
  expectError(await send({ pairs: [{ clientId, ...MARCH }] }, author.token), 403, 'forbidden');
  expectError(await api.call(author.token, 'GET /api/packets'), 403, 'forbidden');
  expectError(await api.call(author.token, 'GET /api/packets/readiness'), 403, 'forbidden');
  const week = { query: { week: '2026-03-03' } };
  expectError(await api.call(author.token, 'GET /api/packets/gaps', week), 403, 'forbidden');
  const query = { format: 'zip' };
  const files = (token: string, more = query) =>
    api.call(token, 'GET /api/packets/:id/file', { params, query: more });
  expectError(await files(author.token), 403, 'forbidden');
  const other = await createPacketVisits(api);
  expectError(await files(other.manager.token), 404, 'not_found');
  expectError(await api.call(other.manager.token, 'GET /api/packets/:id', { params }), 404, 'not_found');
  expectIssue(await files(manager.token, { format: 'doc' }), {
    path: 'format',
    message: 'Choose pdf or zip',
  });
  // A packet is not an export of the business.
  expectError(await api.call(manager.token, 'GET /api/exports/:id', { params }), 404, 'not_found');
});

test('the clients to choose from include archived ones, and none of another business [14.packet.13]', async () => {
  const { business, manager, author } = await createPacketVisits(api);
  const [current, archived] = [await createClient(api, business), await createClient(api, business)];
  await api.ok(manager.token, 'DELETE /api/clients/:id', { params: { id: archived.id } });
  const listed = await api.ok(manager.token, 'GET /api/packets/clients');
  expect(listed.map(({ archivedAt }) => archivedAt !== null)).toEqual([false, false, true]);
  expect([listed[0], listed[2]]).toMatchObject([
    { id: current.id, contactName: current.contactName, companyName: current.companyName },
    { id: archived.id },
  ]);
  expectError(await api.call(author.token, 'GET /api/packets/clients'), 403, 'forbidden');
});

test('both files can be downloaded in ranges, and each download is in the audit log [14.packet.9]', async () => {
  const { manager, clientId } = visits;
  const { id } = await createPacket(api, manager, { pairs: [{ clientId, ...MARCH }] });
  for (const format of ['pdf', 'zip'] as const) {
    const whole = await fetchPacketFile(api, manager, { id, format });
    const size = whole.rawPayload.length;
    expect(whole.headers).toMatchObject({ 'content-length': String(size), 'accept-ranges': 'bytes' });
    expect(whole.headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename\\*=UTF-8''audit-packet-[\\d-]{10}-${id}\\.${format}$`),
    );
    const rest = await fetchPacketFile(api, manager, { id, format, range: 'bytes=1000-' });
    expect([rest.statusCode, rest.headers['content-range']]).toEqual([206, `bytes 1000-${size - 1}/${size}`]);
    expect(rest.rawPayload.equals(whole.rawPayload.subarray(1000))).toBe(true);
    const beyond = await fetchPacketFile(api, manager, { id, format, range: `bytes=${size}-` });
    expect(beyond.statusCode).toBe(416);
  }
  const logged = await api.ok(manager.token, 'GET /api/audit', { query: { object: 'packet', objectId: id } });
  expect(logged.map(({ action, details }) => [action, details['format'] ?? details['visits']])).toEqual([
    ...Array.from({ length: 3 }, () => ['downloaded', 'zip']),
    ...Array.from({ length: 3 }, () => ['downloaded', 'pdf']),
    ['created', 3],
  ]);
  await expectInvariants(api);
});

test('the readiness has the visits without a gap of each of the last 8 full weeks [14.packet.10]', async () => {
  const other = await createPacketVisits(api);
  const { manager, approve, submit, review } = other;
  await approve(3);
  await review((await submit(4)).id, { action: 'deny', reason: 'No' });
  // In the current week, which is not over.
  await approve(24);
  const planted = await plantGaps(api, other);
  await setTime(api, '2026-03-25T15:00:00Z');
  const { weeks } = await api.ok(manager.token, 'GET /api/packets/readiness');
  expect(weeks).toHaveLength(8);
  expect(weeks.map(({ visits: count }) => count)).toEqual([0, 0, 0, 0, 0, 5, 5, 0]);
  expect(weeks[5]).toEqual({
    start: '2026-03-01',
    end: '2026-03-07',
    visits: 5,
    passing: 1,
    gaps: { no_authorization: 1, late: 1, unsigned: 1, unexplained_checks: 1 },
  });
  // The stored note of the week is not compared with what was signed, so that its signature has no gap.
  expect(weeks[6]).toEqual({
    start: '2026-03-08',
    end: '2026-03-14',
    visits: 5,
    passing: 1,
    gaps: { disputed: 1, not_assigned: 1, units_mismatch: 1, not_approved: 1 },
  });
  expect(planted).toHaveLength(9);
});

test('the visits of a week with a gap are listed with all of their gaps, the earliest first [14.packet.12]', async () => {
  const other = await createPacketVisits(api);
  const { manager, approve } = other;
  await approve(3);
  await approve(20, {}, new Date('2026-03-23T21:05:00Z'));
  const planted = await plantGaps(api, other);
  const list = (query: { week: string; gap?: Gap }) =>
    api.ok(manager.token, 'GET /api/packets/gaps', { query });
  const march8 = await list({ week: '2026-03-12' });
  expect(march8).toMatchObject({ start: '2026-03-08', end: '2026-03-14', total: 4 });
  expect(march8.rows[0]).toEqual({
    noteId: planted[4]?.[0],
    clientName: 'Cleo Client',
    employeeName: 'Eve Worker',
    workDate: '2026-03-08',
    startTime: '10:00',
    status: 'resolved',
    gaps: ['disputed'],
  });
  const all = [...(await list({ week: '2026-03-01' })).rows, ...march8.rows];
  const listed = all.flatMap(({ noteId, gaps }) => gaps.map((gap) => `${noteId} ${gapLabels[gap]}`));
  // Evidence is verified only in a packet.
  const expected = planted
    .map(([id, label]) => `${id} ${label}`)
    .filter((one) => one !== `${planted[6]?.[0]} ${gapLabels.unsigned}`);
  expect(listed.toSorted()).toEqual(expected.toSorted());
  const days = all.map(({ workDate, startTime }) => `${workDate} ${startTime}`);
  expect(days).toEqual(days.toSorted());
  const late = await list({ week: '2026-03-20', gap: 'late' });
  expect(late).toMatchObject({ total: 1, rows: [{ workDate: '2026-03-20', gaps: ['late'] }] });
  expect(await list({ week: '2026-03-20', gap: 'disputed' })).toMatchObject({ total: 0, rows: [] });
  for (const query of [undefined, { week: '2026-02-30' }]) {
    const refused = await api.call(manager.token, 'GET /api/packets/gaps', query && { query });
    expectIssue(refused, { path: 'week', message: 'Choose a day between 2000 and 2099' });
  }
});
