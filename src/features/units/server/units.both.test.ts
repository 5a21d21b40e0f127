import { beforeEach, describe, expect, test } from 'vitest';
import { writeInBusiness } from '#platform/server/tenancy.ts';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';
import { deductUnits, reverseUnits } from './actions.ts';
import { verifyLedger } from './verifyReads.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
let admin: string;

beforeEach(async () => {
  admin = business.admin.token;
});

describe('the ledger of a client', () => {
  test('begins with the purchase, and is empty for a client without units [1.units.1 10.4.1 10.8.5]', async () => {
    const [rich, poor] = [
      await createClient(api, business, { totalTimeUnits: 12.5 }),
      await createClient(api, business, { totalTimeUnits: 0 }),
    ];
    const rows = await api.ok(admin, 'GET /api/clients/:id/ledger', { params: { id: rich.id } });
    expect(rows).toEqual([
      {
        id: rows[0]?.id,
        clientId: rich.id,
        kind: 'purchase',
        authorizationId: null,
        delta: '12.50',
        balanceAfter: '12.50',
        noteId: null,
        disputed: false,
        reason: null,
        actorId: business.admin.id,
        actorName: 'Ada Owner',
        createdAt: rich.createdAt,
      },
    ]);
    expect(await api.ok(admin, 'GET /api/clients/:id/ledger', { params: { id: poor.id } })).toEqual([]);
  });

  test('lists every adjustment with its reason, newest first, but none for an unchanged total [7.clients.6 10.1.5,7 10.4.1]', async () => {
    const { id } = await createClient(api, business, { totalTimeUnits: 10 });
    const set = (totalTimeUnits: unknown, reason?: string) =>
      api.ok(admin, 'PUT /api/clients/:id/time-units', { params: { id }, body: { totalTimeUnits, reason } });
    expect(await set('0.10', ' second block ')).toMatchObject({
      totalTimeUnits: '0.10',
      availableTimeUnits: '0.10',
    });
    await set(0.1);
    await set(0.3);
    const { body: rows, headers } = await api.call(admin, 'GET /api/clients/:id/ledger', { params: { id } });
    expect(headers['x-total-count']).toBe('3');
    expect(rows.map(({ kind, delta, balanceAfter, reason }) => [kind, delta, balanceAfter, reason])).toEqual([
      ['adjustment', '0.20', '0.30', null],
      ['adjustment', '-9.90', '0.10', 'second block'],
      ['purchase', '10.00', '10.00', null],
    ]);
  });

  test('is paged without repeating rows when entries are added [10.1.14,15]', async () => {
    const { id } = await createClient(api, business, { totalTimeUnits: 1 });
    const params = { id };
    const add = (total: number) =>
      api.ok(admin, 'PUT /api/clients/:id/time-units', { params, body: { totalTimeUnits: total } });
    for (const total of [2, 3, 4, 5]) await add(total);
    const balances: string[] = [];
    let url: string | undefined = `/api/clients/${id}/ledger?limit=2`;
    while (url !== undefined) {
      const { status, body, headers } = await api.send(admin, { method: 'GET', url });
      expect(status).toBe(200);
      balances.push(...(body as { balanceAfter: string }[]).map(({ balanceAfter }) => balanceAfter));
      url = /^<([^>]+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1];
      if (balances.length === 2) await add(6);
    }
    expect(balances).toEqual(['5.00', '4.00', '3.00', '2.00', '1.00']);
  });

  test('answers 403 to employees, and 400 to an invalid cursor or limit [10.1.8 10.4.18]', async () => {
    const params = { id: (await createClient(api, business)).id };
    const employee = await createPerson(api, business);
    expect((await api.call(employee.token, 'GET /api/clients/:id/ledger', { params })).status).toBe(403);
    for (const [name, value] of [
      ['cursor', 'garbage'],
      ['cursor', ''],
      ['limit', 0],
      ['limit', 201],
    ] as const) {
      const query = { [name]: value };
      const { status, error } = await api.call(admin, 'GET /api/clients/:id/ledger', { params, query });
      expect([status, error?.issues?.[0]?.path]).toEqual([400, name]);
    }
  });
});

describe('setting the total', () => {
  test.each([
    [undefined, 'Must be a number'],
    ['', 'Must be a number'],
    ['1e3', 'Must be a number'],
    [-0.25, 'Must be at least 0'],
    [1e9, 'Must be at most 999999.99'],
  ])('rejects %j: %s [5.client.10]', async (totalTimeUnits, message) => {
    const client = await createClient(api, business);
    const parts = { params: { id: client.id }, body: { totalTimeUnits } };
    const { status, error } = await api.call(admin, 'PUT /api/clients/:id/time-units', parts);
    expect([status, error?.issues]).toEqual([400, [{ path: 'totalTimeUnits', message }]]);
    expect(await api.ok(admin, 'GET /api/clients/:id', parts)).toEqual(client);
  });

  test('accepts less than the used units, even under the policy block [10.4.19]', async () => {
    await api.ok(admin, 'PUT /api/business', { body: { overusePolicy: 'block' } });
    const { id } = await createClient(api, business, { totalTimeUnits: 10 });
    await deduct(id, { noteId: 1, units: '8.00' });
    const lowered = await api.ok(admin, 'PUT /api/clients/:id/time-units', {
      params: { id },
      body: { totalTimeUnits: 5 },
    });
    expect(lowered).toMatchObject({
      totalTimeUnits: '5.00',
      usedTimeUnits: '8.00',
      availableTimeUnits: '-3.00',
    });
  });
});

describe('units of a note', () => {
  test('are deducted from the general account, also below zero [10.4.10]', async () => {
    const { id } = await createClient(api, business, { totalTimeUnits: 1 });
    expect(await deduct(id, { noteId: 1, units: '3.00' })).toEqual({
      delta: '-3.00',
      available: '-2.00',
    });
    expect(await deduct(id, { noteId: 2, units: '1.00' })).toMatchObject({
      available: '-3.00',
    });
    expect(await deduct(id, { noteId: 3, units: '0.00' })).toBeNull();
  });

  test('are reversed once', async () => {
    const { id } = await createClient(api, business, { totalTimeUnits: 1 });
    await deduct(id, { noteId: 7, units: '3.00' });
    expect(await reverse(id, 7)).toEqual({ delta: '3.00', available: '1.00' });
    expect(await reverse(id, 7)).toBeNull();
    expect(await reverse(id, 8)).toBeNull();
    const [row] = await api.ok(admin, 'GET /api/clients/:id/ledger', { params: { id } });
    expect(row).toMatchObject({ kind: 'reversal', delta: '3.00', noteId: 7, reason: 'denied' });
  });

  test("can't be deducted twice for the same version", async () => {
    const { id } = await createClient(api, business);
    await deduct(id, { noteId: 1, units: '1.00' });
    await expect(deduct(id, { noteId: 1, units: '1.00' })).rejects.toThrow();
    expect(await api.ok(admin, 'GET /api/clients/:id', { params: { id } })).toMatchObject({
      usedTimeUnits: '1.00',
    });
  });
});

describe('verifying the ledger', () => {
  test('counts valid entries and reports the first changed value [10.4.4 D-13]', async () => {
    const client = await createClient(api, business, { totalTimeUnits: 10 });
    await deduct(client.id, { noteId: 1, units: '2.00' });
    await reverse(client.id, 1);
    const { fault, entries } = await verify();
    expect(fault).toBeNull();
    expect(entries).toBeGreaterThanOrEqual(3);
    const prefix = `Business ${business.id}, client ${client.id}: `;
    const { id } = client;

    await expectFault(
      ['client_units', 'total_time_units', id],
      `${prefix}the total is 11.00, the sum of the ledger 10.00`,
    );
    await expectFault(
      ['client_units', 'used_time_units', id],
      `${prefix}1.00 are used, the sum of the ledger is 0.00`,
    );
    const [first] = await api.sql<{ id: number }>(
      'select min(id) as id from unit_ledger where client_id = $1',
      [id],
    );
    const row = `${prefix}ledger row ${first?.id}`;
    await expectFault(['unit_ledger', 'balance_after', id], `${row} was changed`);
    await expectFault(['unit_ledger', 'delta', id], `${row} was changed`);
    expect((await verify()).fault).toBeNull();
  });
});

test('rows of an earlier release, whose hash names no account, still verify [10.4.4]', async () => {
  const { id } = await createClient(api, business, { totalTimeUnits: 0 });
  await api.sql(
    `with row as (
       select $1::bigint as business_id, nextval('unit_ledger_id_seq') as id, $2::bigint as client_id,
         'purchase'::text as kind, 5::numeric(8, 2) as delta, 5::numeric(8, 2) as balance_after, null::bigint as note_id,
         null::bigint as note_version, null::text as reason, $3::bigint as actor_id, now()::timestamptz(3) as created_at
     )
     insert into unit_ledger (business_id, id, client_id, kind, delta, balance_after, note_id, note_version, reason,
       actor_id, created_at, hash)
     select row.*, sha256(convert_to(jsonb_build_array(business_id, id, client_id, kind, delta, balance_after, note_id,
       note_version, reason, actor_id,
       to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text, 'UTF8')) from row`,
    [business.id, id, business.admin.id],
  );
  await api.sql('update client_units set total_time_units = 5 where client_id = $1', [id]);
  expect((await verify()).fault).toBeNull();
  const authorization = await createAuthorization(api, business, { clientId: id });
  await moveRow('null', id, authorization.id);
  expect((await verify()).fault).toMatch(/was changed$/);
  await moveRow(String(authorization.id), id, null);
  expect((await verify()).fault).toBeNull();
});

/** Moves the ledger row of a client's account to another account, with triggers disabled. */
async function moveRow(from: string, clientId: number, to: number | null): Promise<void> {
  await api.sql('alter table unit_ledger disable trigger append_only');
  await api.sql(
    `update unit_ledger set authorization_id = $1 where id =
       (select min(id) from unit_ledger where client_id = $2 and authorization_id is not distinct from ${from})`,
    [to, clientId],
  );
  await api.sql('alter table unit_ledger enable trigger append_only');
}

type Value = [table: string, column: string, clientId: number];

const scope = () => ({
  services: api.server.services,
  businessId: business.id,
  now: new Date(Date.UTC(2026, 2, 1)),
  ip: '127.0.0.1',
  session: {
    id: 1,
    businessId: business.id,
    userId: business.admin.id,
    role: 'admin',
    timeZone: 'UTC',
    timeZones: [],
    readOnly: false,
    isSendingOnly: false,
  } as const,
});

function deduct(clientId: number, note: { noteId: number; units: string }) {
  return writeInBusiness(scope(), (tx) =>
    deductUnits(tx, scope(), { clientId, accountId: null, noteVersion: 1, ...note }),
  );
}

function reverse(clientId: number, noteId: number) {
  return writeInBusiness(scope(), (tx) =>
    reverseUnits(tx, scope(), { clientId, noteId, noteVersion: 1, reason: 'denied' }),
  );
}

const verify = () => verifyLedger(api.server.services, new Date(Date.UTC(2026, 2, 1)));

/** Changes a value with triggers disabled, expects the fault, and restores the value. */
async function expectFault(value: Value, fault: string): Promise<void> {
  await change(value, '+ 1');
  expect((await verify()).fault).toBe(fault);
  await change(value, '- 1');
}

async function change([table, column, clientId]: Value, by: string): Promise<void> {
  const first =
    table === 'unit_ledger' ? 'and id = (select min(id) from unit_ledger where client_id = $1)' : '';
  const [off, on] = table === 'unit_ledger' ? ['disable', 'enable'] : [null, null];
  if (off) await api.sql(`alter table ${table} ${off} trigger append_only`);
  await api.sql(`update ${table} set ${column} = ${column} ${by} where client_id = $1 ${first}`, [clientId]);
  if (on) await api.sql(`alter table ${table} ${on} trigger append_only`);
}
