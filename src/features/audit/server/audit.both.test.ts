import { beforeAll, describe, expect, test } from 'vitest';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { createSignedNote, createAssignedClient } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { subtractInterval } from '#tests/support/helpers/sqlTime.ts';
import { verifyChain } from './chainReads.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api));
let author: Account;
let noteId: number;
let clientName: string;
beforeAll(async () => {
  const visit = await createAssignedClient(api, business);
  author = visit.author;
  clientName = visit.client.companyName;
  noteId = (await createSignedNote(api, author, { clientId: visit.client.id })).id;
});

const read = (query: Record<string, string | number> = {}) =>
  api.call(business.admin.token, 'GET /api/audit', { query });

describe('GET /api/audit', () => {
  test('returns the newest rows first, with their actors [10.6.29 S-32]', async () => {
    const { body, headers } = await read();
    expect(body.map((row) => row.seq)).toEqual(body.map((_, index) => body.length - index));
    expect(Number(headers['x-total-count'])).toBe(body.length);
    const [newest] = body;
    expect(newest).toMatchObject({
      action: 'submitted',
      object: 'note',
      objectId: noteId,
      actorId: author.id,
      actorName: 'Eve Worker',
      objectName: 'Cleo Client, Mar 2, 2026',
      ip: '127.0.0.1',
      details: { version: 1, units: '9.00', minutes: 135 },
    });
    expect(newest?.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('names the objects of rows written before labels were stored', async () => {
    const old = await createBusiness(api);
    const { author: writer, client } = await createAssignedClient(api, old);
    const { title } = await createSignedNote(api, writer, { clientId: client.id });
    await api.sql('alter table audit_log disable trigger user');
    await api.sql('update audit_log set object_label = null where business_id = $1', [old.id]);
    const rows = await api.ok(old.admin.token, 'GET /api/audit');
    const names = new Map(rows.map(({ object, objectName }) => [object, objectName]));
    expect(Object.fromEntries(names)).toMatchObject({
      note: title,
      client: client.companyName,
      person: expect.any(String) as string,
    });
  });

  test('filters by person, object and day of the business, and pages the rows [10.1.13 10.8.14]', async () => {
    expect((await read({ actor: author.id, object: 'note' })).body).toHaveLength(1);
    expect((await read({ object: 'nothing' })).body).toEqual([]);
    expect((await read({ object: 'note', objectId: noteId })).body).toHaveLength(1);
    expect((await read({ object: 'note', objectId: noteId + 1 })).body).toEqual([]);
    expect((await read({ object: 'client' })).body).toMatchObject([{ objectName: clientName }]);
    const [person] = (await read({ object: 'person', objectId: author.id })).body;
    expect(person).toMatchObject({ action: 'signed_in', objectName: 'Eve Worker' });
    const [newest] = (await read({ limit: 1 })).body;
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(
      new Date(newest?.createdAt ?? 0),
    );
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    const after = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    expect((await read({ from: day, to: day })).body[0]).toEqual(newest);
    expect((await read({ from: after })).body).toEqual([]);
    expect((await read({ to: before })).body).toEqual([]);
    const first = await read({ limit: 2 });
    const cursor = /cursor=([^&>]+)/.exec(String(first.headers['link']))?.[1] ?? '';
    const second = await read({ limit: 2, cursor: decodeURIComponent(cursor) });
    expect(second.body[0]?.seq).toBe((first.body[1]?.seq ?? 0) - 1);
    expect((await read({ from: 'yesterday' })).status).toBe(400);
  });

  test.each([
    ['a NUL', { object: 'note\0' }],
    ['the last possible day', { to: '9999-12-31' }],
  ])('answers 400 to a filter with %s', async (_, query) => {
    expect((await read(query)).status).toBe(400);
  });

  test('answers 403 to employees, and returns nothing of other businesses [10.6.32]', async () => {
    expect((await api.call(author.token, 'GET /api/audit')).status).toBe(403);
    expect((await api.call(null, 'GET /api/audit')).status).toBe(401);
    const otherBusiness = await createBusiness(api);
    const { body } = await api.call(otherBusiness.admin.token, 'GET /api/audit', { query: { limit: 200 } });
    expect(body.map((row) => row.objectId)).not.toContain(noteId);
  });
});

describe('The label of a row', () => {
  test('is the name of the object when the row was written', async () => {
    const client = await createClient(api, business, { companyName: 'Alder House' });
    const params = { id: client.id };
    const body = { companyName: 'Birch House' };
    await api.ok(business.admin.token, 'PUT /api/clients/:id', { params, body });
    const rows = (await read({ object: 'client', objectId: client.id })).body;
    expect(rows.map(({ action, objectName }) => [action, objectName])).toEqual([
      ['changed', 'Birch House'],
      ['created', 'Alder House'],
    ]);
    const [row] = await api.sql<{ payload: string }>(
      'select payload from audit_log where business_id = $1 and seq = $2',
      [business.id, rows[0]?.seq],
    );
    expect(JSON.parse(row?.payload ?? '')).toHaveProperty('objectLabel', 'Birch House');
  });

  test('is not hashed when there is none, so that rows from before labels were stored still verify', async () => {
    const [row] = await api.sql<{ payload: string }>(
      'select payload from audit_log where business_id = $1 and object_label is null order by seq limit 1',
      [business.id],
    );
    expect(Object.keys(JSON.parse(row?.payload ?? '{}') as object)).toEqual([
      'action',
      'actorId',
      'at',
      'businessId',
      'details',
      'ip',
      'object',
      'objectId',
    ]);
  });
});

test('verifyChain finds each changed, missing or removed row [10.6.31 S-33,35]', async () => {
  const { services } = api.server;
  const scope = { services, businessId: business.id, now: new Date(), ip: '127.0.0.1' };
  const verdict = () => readInBusiness(scope, (tx) => verifyChain(tx, business.id));
  const { rows } = await verdict();
  expect(rows).toBeGreaterThan(3);
  expect(await verdict()).toEqual({ rows, firstBad: null });

  await api.sql('alter table audit_log disable trigger user');
  const own = 'business_id = $1 and seq = $2';
  const at = [business.id, 2];
  const changes = [
    `action = action || 'x'`,
    `actor_id = coalesce(actor_id, 0) + 1`,
    `object_label = coalesce(object_label, '') || 'x'`,
    `details = details || '{"units": "1.00"}'`,
    `created_at = ${subtractInterval('created_at', `interval '1 ms'`)}`,
    `payload = replace(payload, '"object"', '"objekt"')`,
    `hash = sha256(hash)`,
  ];
  for (const change of changes) {
    const [row] = await api.sql(`select * from audit_log where ${own}`, at);
    await api.sql(`update audit_log set ${change} where ${own}`, at);
    expect([change, await verdict()]).toEqual([change, { rows: 1, firstBad: 2 }]);
    await api.sql(`delete from audit_log where ${own}`, at);
    expect(await verdict()).toEqual({ rows: 1, firstBad: 2 });
    const columns = Object.keys(row ?? {});
    await api.sql(
      `insert into audit_log (${columns.join(',')}) values (${columns.map((_, n) => `$${n + 1}`).join(',')})`,
      Object.values(row ?? {}),
    );
    expect(await verdict()).toEqual({ rows, firstBad: null });
  }
  for (const seq of [0, -7, rows + 5]) {
    await api.sql(
      `insert into audit_log select (jsonb_populate_record(l, jsonb_build_object('seq', $3::bigint))).* from audit_log l where ${own}`,
      [...at, seq],
    );
    expect(await verdict()).toEqual({ rows, firstBad: seq });
    await api.sql(`delete from audit_log where ${own}`, [business.id, seq]);
  }
  await api.sql(`delete from audit_log where ${own}`, [business.id, rows]);
  expect(await verdict()).toEqual({ rows: rows - 1, firstBad: rows });
});
