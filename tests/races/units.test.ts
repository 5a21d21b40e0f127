/** Concurrent changes of the units of one client, below HTTP over 64 connections. */

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BusinessScope, Services } from '#platform/server/context.ts';
import { ConnectionPool } from '#platform/server/database/connectionPool.ts';
import { AppError } from '#platform/server/errors.ts';
import { writeInBusiness } from '#platform/server/tenancy.ts';
import type { OverusePolicy } from '#features/businesses/contract.ts';
import { lockBalances, type Actor } from '#features/clients/server/balanceActions.ts';
import { getServiceByKey } from '#features/services/server/reads.ts';
import {
  allocateUnits,
  readAccountState,
  toRefusal,
} from '#features/submission/server/accounts/allocationReads.ts';
import { adjustTotal, deductUnits, openUnits, reverseUnits } from '#features/units/server/actions.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { repeatConcurrently } from '#tests/support/helpers/concurrency.ts';

const CONNECTIONS = 64;

const api = useApi();
let services: Services;
let pool: ConnectionPool;
let scope: BusinessScope & Actor;
let clientId: number;

beforeAll(async () => {
  pool = new ConnectionPool(
    { connectionString: api.database.settings.DATABASE_URL, max: CONNECTIONS },
    { names: null, log: api.server.app.log },
  );
  services = { ...api.server.services, database: { ...api.server.services.database, pool } };
});

afterAll(async () => {
  await pool.end();
});

beforeEach(() => createClientWith('100.00', 'block'));

/** How often the race runs; more in `npm run test:faults`. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 1);

test(
  'with the policy block 64 connections deduct exactly what is available [10.4.14 R-1]',
  { timeout: 60_000 + ROUNDS * 20_000 },
  async ({ task }) => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await createClientWith('100.00', 'block');
      const outcomes = await runConcurrently(500, (number) => deduct(number, '0.75'));
      expect(outcomes.filter((one) => one === 'not_enough_units')).toHaveLength(500 - 133);
      expect(outcomes.filter((one) => typeof one !== 'string')).toHaveLength(133);
      const expected = { total: '100.00', used: '99.75', ledger: '0.25', rows: 134, lowest: '0.25' };
      expect(await readState()).toEqual(expected);
    }
    task.meta.metrics = { rounds: ROUNDS, connections: CONNECTIONS, tried: 500 * ROUNDS, overspent: 0 };
  },
);

test('with the policy allow every deduction succeeds and one of them crosses zero', async () => {
  await createClientWith('100.00', 'allow');
  const outcomes = await runConcurrently(200, (number) => deduct(number, '1.00'));
  const crossings = outcomes.filter(
    (one) =>
      typeof one === 'object' &&
      one !== null &&
      Number(one.available) < 0 &&
      Number(one.available) >= Number(one.delta),
  );
  expect(crossings).toHaveLength(1);
  const expected = { total: '100.00', used: '200.00', ledger: '-100.00', rows: 201, lowest: '-100.00' };
  expect(await readState()).toEqual(expected);
});

test('ten concurrent reversals of a note version return its units once', async () => {
  await deduct(1, '40.00');
  const outcomes = await runConcurrently(10, () =>
    writeInBusiness(scope, (tx) =>
      reverseUnits(tx, scope, { clientId, noteId: 1, noteVersion: 1, reason: null }),
    ),
  );
  expect(outcomes.filter((one) => typeof one === 'object' && one !== null)).toHaveLength(1);
  expect(await readState()).toMatchObject({ used: '0.00', ledger: '100.00', rows: 3 });
});

test('the ledger equals the totals after concurrent adjustments, deductions and reversals [10.4.3 R-1]', async () => {
  await runConcurrently(300, (number) => {
    if (number % 3 === 0) return adjust(`${(number % 50) + 50}.25`);
    if (number % 3 === 1) return deduct(number, '1.50');
    return writeInBusiness(scope, (tx) =>
      reverseUnits(tx, scope, { clientId, noteId: number - 1, noteVersion: 1, reason: 'denied' }),
    );
  });
  const { total, used, ledger } = await readState();
  expect(Number(ledger)).toBe(Number(total) - Number(used));
  expect(await listWrongBalances()).toEqual([]);
});

test('concurrent adjustments to the same total are one adjustment', async () => {
  const outcomes = await runConcurrently(CONNECTIONS, () => adjust('250.00'));
  expect(outcomes.filter((one) => one !== null)).toHaveLength(1);
  expect(await readState()).toMatchObject({ total: '250.00', ledger: '250.00', rows: 2 });
});

/** Creates a business with one person and one client. */
async function createClientWith(total: string, policy: OverusePolicy): Promise<void> {
  const [business] = await api.sql<{ id: number }>(
    `insert into businesses (name, address, phone, email, overuse_policy) values ('Race', 'x', 'x', 'a@b.test', $1) returning id`,
    [policy],
  );
  const businessId = business?.id ?? 0;
  const [person] = await api.sql<{ id: number }>(
    `insert into users (business_id, username, password_hash) values ($1, 'racer', 'none') returning id`,
    [businessId],
  );
  const [client] = await api.sql<{ id: number }>(
    `insert into clients (business_id, company_name, contact_name) values ($1, 'C-1', 'Cleo') returning id`,
    [businessId],
  );
  clientId = client?.id ?? 0;
  await api.sql(
    `insert into services (business_id, key, name, position) values ($1, 'transitional', 'Transitional Services', 0)`,
    [businessId],
  );
  const session = {
    id: 1,
    businessId,
    userId: person?.id ?? 0,
    role: 'manager',
    timeZone: 'UTC',
    timeZones: [],
    readOnly: false,
    isSendingOnly: false,
  } as const;
  scope = { services, businessId, session, now: new Date(Date.UTC(2026, 2, 1)), ip: '127.0.0.1' };
  await writeInBusiness(scope, (tx) => openUnits(tx, scope, [{ clientId, total }]));
}

/** Deducts units as a submission does: under the lock of the client's balance. */
function deduct(number: number, units: string) {
  return writeInBusiness(scope, async (tx) => {
    const visit = {
      businessId: scope.businessId,
      clientId,
      category: 'transitional',
      workDate: '2026-03-01',
    };
    const [, accounts, service] = await Promise.all([
      lockBalances(tx, [clientId]),
      readAccountState(tx, visit),
      getServiceByKey(tx, visit.category),
    ]);
    if (!accounts) throw new Error('The client has no balance');
    const allocation = await allocateUnits(tx, accounts, { visit, service, units });
    const refusal = toRefusal(allocation, { visit, units, serviceName: service.name, clientName: 'Cleo' });
    if (refusal) throw refusal;
    const note = { clientId, accountId: allocation.accountId, noteId: number, noteVersion: 1, units };
    return deductUnits(tx, scope, note);
  });
}

function adjust(total: string) {
  return writeInBusiness(scope, (tx) => adjustTotal(tx, scope, { clientId, total, reason: null }));
}

/** Runs the work concurrently; a 409 becomes its code, any other error fails the test. */
function runConcurrently<T>(count: number, work: (number: number) => Promise<T>): Promise<(T | string)[]> {
  return repeatConcurrently(count, async (index) => {
    try {
      return await work(index + 1);
    } catch (error) {
      if (error instanceof AppError && error.status === 409) return error.code;
      throw error;
    }
  });
}

async function readState() {
  const [row] = await api.sql<Record<'total' | 'used' | 'ledger' | 'lowest', string> & { rows: number }>(
    `select total_time_units as total, used_time_units as used, sum(delta) as ledger, count(*) as rows,
       min(balance_after) as lowest
     from client_units join unit_ledger using (business_id, client_id)
     where client_id = $1 group by 1, 2`,
    [clientId],
  );
  return row ?? { total: '', used: '', ledger: '', rows: 0, lowest: '' };
}

/** Ledger entries whose balance is not the sum of all entries up to them. */
function listWrongBalances() {
  return api.sql(
    `select * from (
       select id, balance_after, sum(delta) over (order by id) as sum from unit_ledger where client_id = $1
     ) as rows where balance_after <> sum`,
    [clientId],
  );
}
