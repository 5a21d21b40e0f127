/** Lists that a replica answers, while it is seconds behind, busy, frozen, away or the wrong one. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '#app/server.ts';
import { POOL_SIZE } from '#platform/server/database/statements.ts';
import { startApi } from '#tests/support/helpers/api.ts';
import type { Api } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import type { TestBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { captureLog } from '#tests/support/helpers/logOutput.ts';
import { createPerson, startSession } from '#tests/support/factories/people.ts';
import { createPool } from '#tests/support/helpers/pools.ts';
import { startReplicated } from '#tests/support/helpers/replicated.ts';
import type { Replicated } from '#tests/support/helpers/replicated.ts';
import { startSecondNode } from '#tests/support/helpers/secondNode.ts';

const DELAY_S = 5;
const TRIALS = 40;

let servers: Replicated;
let api: Api;
let other: RunningServer;
let stopOther: () => Promise<void>;
let environment: Record<string, string>;
let onPrimary: pg.Pool;
let onStandby: pg.Pool;
/** Wrote its clients long ago, as seen from the replica. */
let quiet: TestBusiness;
let busy: TestBusiness;

beforeAll(async () => {
  servers = await startReplicated({ recovery_min_apply_delay: `${DELAY_S}s` });
  environment = {
    DATABASE_URL: servers.primaryUrl,
    DATABASE_REPLICA_URL: servers.replicaUrl,
    SERVER_KEY: randomBytes(32).toString('hex'),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  };
  api = await startApi(environment);
  ({ node: other, stop: stopOther } = await startSecondNode(api, environment));
  onPrimary = createPool(servers.primary.url('quarterhour'), { max: 1 });
  onStandby = createPool(servers.standby.url('quarterhour'), { max: 1 });
  // The rows of the tests are on these servers, not on those of the run.
  api.sql = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await onPrimary.query<Row>(text, values)).rows;
  [quiet, busy] = [await createBusiness(api), await createBusiness(api, { plan: 'professional' })];
  await createClient(api, quiet, { companyName: 'Quiet Client' });
});
afterAll(async () => {
  await Promise.all([onPrimary.end(), onStandby.end()]);
  await stopOther();
  await api.stop();
  await servers.remove();
});

const reads = (node: RunningServer) => ({
  served: 0,
  behind: 0,
  busy: 0,
  failed: 0,
  away: 0,
  ...node.services.database.replica?.outcomes,
});

/** The names of the clients that somebody sees on a node. */
async function namesOn(node: RunningServer, token: string): Promise<string[]> {
  const answer = await node.app.inject({
    url: '/api/clients',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ companyName: string }[]>().map(({ companyName }) => companyName);
}

/** The replica's own figure, whoever asks it. */
const looksAtClients = async () => {
  const { rows } = await onStandby.query<{ looks: number }>(
    `select (seq_scan + coalesce(idx_scan, 0))::int as looks from pg_stat_user_tables where relname = 'clients'`,
  );
  return rows[0]?.looks ?? 0;
};

async function untilReplayed(): Promise<void> {
  const { rows } = await onPrimary.query<{ now: string }>('select pg_current_wal_insert_lsn()::text as now');
  const replayed = async () =>
    (
      await onStandby.query<{ done: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as done', [
        rows[0]?.now,
      ])
    ).rows[0]?.done;
  await expect.poll(replayed, { timeout: 30_000 }).toBe(true);
}

test(`what somebody wrote is in each list that anybody of the business reads next, on every node, ${TRIALS} times`, async () => {
  // Until then it does not know the schema.
  await untilReplayed();
  const colleague = await createPerson(api, busy, { role: 'manager' });
  const phone = await startSession(api, busy.admin);
  const written: string[] = [];
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const name = `Client ${trial}`;
    await createClient(api, busy, { companyName: name });
    written.unshift(name);
    const seen = await Promise.all([
      namesOn(api.server, busy.admin.token),
      namesOn(other, busy.admin.token),
      namesOn(other, phone),
      namesOn(other, colleague.token),
    ]);
    for (const names of seen) expect(names).toEqual(written);
  }
  // Or the replica would not have been late, and nothing proved.
  expect(reads(other).behind).toBeGreaterThanOrEqual(TRIALS);
});

test('who wrote nothing of late is answered by the replica, behind the same wall, while others write', async () => {
  await untilReplayed();
  const [before, looks] = [reads(other), await looksAtClients()];
  for (let trial = 0; trial < TRIALS; trial += 1) {
    await createClient(api, busy);
    expect(await namesOn(other, quiet.admin.token)).toEqual(['Quiet Client']);
  }
  expect(reads(other)).toEqual({ ...before, served: before.served + TRIALS });
  await expect.poll(looksAtClients, { timeout: 30_000 }).toBeGreaterThanOrEqual(looks + TRIALS);
});

test('what was written is read on the replica as soon as it is there', async () => {
  await createClient(api, quiet, { companyName: 'Later Client' });
  const before = reads(other);
  expect(await namesOn(other, quiet.admin.token)).toEqual(['Later Client', 'Quiet Client']);
  expect(reads(other)).toEqual({ ...before, behind: before.behind + 1 });
  await untilReplayed();
  expect(await namesOn(other, quiet.admin.token)).toEqual(['Later Client', 'Quiet Client']);
  expect(reads(other).served).toBe(before.served + 1);
});

test('a business that registers counts as one that wrote', async () => {
  const fresh = await createBusiness(api);
  const { behind } = reads(api.server);
  expect(await namesOn(api.server, fresh.admin.token)).toEqual([]);
  expect(reads(api.server).behind).toBe(behind + 1);
});

/**
 * Locks the clients on the replica alone, until it goes on replaying: the lock follows at once, the end of its
 * transaction is held back.
 */
async function lockClientsOnReplica(): Promise<void> {
  await onPrimary.query('begin; lock table clients in access exclusive mode; commit');
  const locked = async () =>
    (await onStandby.query(`select from pg_locks where relation = 'clients'::regclass and granted`)).rowCount;
  await expect.poll(locked, { timeout: 30_000, interval: 20 }).toBe(1);
  await onStandby.query('select pg_wal_replay_pause()');
}

/** Reads of the product that wait for the lock there. */
const WAITING = `from pg_stat_activity where usename = 'quarterhour' and wait_event_type = 'Lock'`;

test('reads that hold all connections to the replica, and one that is ended there, close it to nobody else', async () => {
  const { node, stop } = await startSecondNode(api, environment);
  // What comes before the lock would hold it back as well.
  await untilReplayed();
  const ask = () =>
    node.app.inject({ url: '/api/clients', headers: { authorization: `Bearer ${quiet.admin.token}` } });
  await lockClientsOnReplica();
  const held = Array.from({ length: POOL_SIZE }, ask);
  await expect
    .poll(async () => (await onStandby.query(`select ${WAITING}`)).rowCount, {
      timeout: 10_000,
      interval: 20,
    })
    .toBe(POOL_SIZE);
  expect(await namesOn(node, quiet.admin.token)).toContain('Quiet Client');
  expect(reads(node)).toEqual({ served: 0, behind: 0, busy: 1, failed: 0, away: 0 });
  // The same SQLSTATE as at the limit of a statement.
  await onStandby.query(`select pg_cancel_backend(pid) from (select pid ${WAITING} limit 1) as one`);
  await onStandby.query('select pg_wal_replay_resume()');
  const statuses = (await Promise.all(held)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status !== 200)).toEqual([503]);
  expect(await namesOn(node, quiet.admin.token)).toContain('Quiet Client');
  expect(reads(node)).toEqual({ served: POOL_SIZE, behind: 0, busy: 1, failed: 1, away: 0 });
  await stop();
});

test('a replica that is killed is missed by nobody, said once, and used again when it is back', async () => {
  await untilReplayed();
  const output = await captureLog(async () => {
    // What it logs is heard where it begins.
    const { node, stop } = await startSecondNode(api, environment);
    await servers.standby.kill();
    for (let trial = 0; trial < TRIALS; trial += 1)
      expect(await namesOn(node, quiet.admin.token)).toContain('Quiet Client');
    expect(reads(node)).toEqual({ served: 0, behind: 0, busy: 0, failed: 0, away: TRIALS });
    expect(await namesOn(api.server, quiet.admin.token)).toContain('Quiet Client');
    await stop();
  });
  // Once by each of the two nodes that asked it.
  expect(output.match(/the replica is away/g)).toHaveLength(2);
  await servers.standby.start();
  const { served } = reads(api.server);
  const answered = async () => {
    await namesOn(api.server, quiet.admin.token);
    return reads(api.server).served;
  };
  await expect.poll(answered, { timeout: 30_000, interval: 500 }).toBeGreaterThan(served);
});

test('a replica that is frozen keeps nobody waiting for longer than a moment', async () => {
  await untilReplayed();
  const { node, stop } = await startSecondNode(api, environment);
  servers.standby.freeze();
  const began = performance.now();
  const seen = await Promise.all(Array.from({ length: 30 }, () => namesOn(node, quiet.admin.token)));
  const took = performance.now() - began;
  servers.standby.thaw();
  for (const names of seen) expect(names).toContain('Quiet Client');
  const { served, away, busy } = reads(node);
  expect({ served, withoutIt: away + busy }).toEqual({ served: 0, withoutIt: 30 });
  expect(away).toBeGreaterThan(0);
  expect(took).toBeLessThan(5_000);
  await stop();
});

test('a start is refused where the replica is of another database, and goes on where it is away', async () => {
  await expect(
    startSecondNode(api, { ...environment, DATABASE_REPLICA_URL: servers.standby.url('postgres') }),
  ).rejects.toThrow(/^DATABASE_REPLICA_URL: 127\.0\.0\.1:\d+\/postgres is no replica of the database/);
  await servers.standby.stop();
  const { node, stop } = await startSecondNode(api, environment);
  expect(await namesOn(node, quiet.admin.token)).toContain('Quiet Client');
  await stop();
  await servers.standby.start();
});

test('a replica that was made a database of its own is not believed any more', async () => {
  await untilReplayed();
  await onStandby.query('select pg_promote()');
  const before = reads(other);
  expect(await namesOn(other, quiet.admin.token)).toContain('Quiet Client');
  expect(reads(other)).toEqual({ ...before, away: before.away + 1 });
});
