/** Under load: a worker is killed and comes back, and a business is moved to another worker. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withUsername } from '#tests/setup/accounts.ts';
import { createCitusDatabase, findCitusPrograms } from '#tests/support/helpers/citus.ts';
import { ACCOUNT } from '#tests/support/helpers/postgresServer.ts';
import { createAgency, sendNote, type RunningAgency } from '#tests/support/helpers/agencyProcess.ts';
import { startLoad } from '#tests/support/helpers/load.ts';
import { expectNothingLost, reportMetrics, waitForMore } from '#tests/support/helpers/outage.ts';
import type { Cluster } from '#tests/support/helpers/postgres.ts';
import { startOwnCitus, type OwnCitus } from '#tests/support/helpers/ownCitus.ts';
import { runProgram, startProduct, type ProductProcess } from '#tests/support/helpers/process.ts';

const PER_SECOND = 20;
/** Notes of one author wait for each other. */
const AUTHORS = 4;
const WITHIN_MS = 30_000;
/** More than enough for one on each of two workers. */
const MOST_BUSINESSES = 12;

/** Workers of the cluster at CITUS_URL are not stopped. */
const CAN_START = findCitusPrograms() !== null || !process.env['CITUS_URL'];

let folder: string;
let citus: OwnCitus;
let product: ProductProcess;
beforeAll(async () => {
  if (!CAN_START) return;
  folder = await mkdtemp(join(tmpdir(), 'quarterhour-citus-'));
  citus = await startOwnCitus(folder);
  product = await startProduct({ DATABASE_URL: citus.url, DATA_DIR: folder, RATE_LIMITS: 'off' });
});
beforeEach(({ skip }) => skip(!CAN_START, 'Stops workers, so it needs a local PostgreSQL with Citus'));
afterAll(async () => {
  if (!CAN_START) return;
  await product.end('SIGKILL');
  await citus.cluster.remove();
  await rm(folder, { recursive: true });
});

interface Placed {
  agency: RunningAgency;
  businessId: number;
  /** Of the worker that has its rows. */
  port: number;
}

/** New tokens begin with the id of their business. */
const businessOf = (token: string) => Number(token.split('-')[0]);

const portOf = (worker: Cluster) => Number(new URL(worker.url('postgres')).port);

async function findPort(businessId: number): Promise<number> {
  const [placement] = await citus.sql<{ port: number }>(
    `select nodeport as port from citus_shards
     where shardid = get_shard_id_for_distribution_column('users', ${businessId})`,
  );
  return placement?.port ?? 0;
}

async function createPlaced(): Promise<Placed> {
  const activate = (token: string) =>
    citus.sql(`update businesses set subscription_status = 'active' where id = ${businessOf(token)}`);
  const agency = await createAgency(product.url, { authors: AUTHORS, activate });
  const businessId = businessOf(agency.token);
  return { agency, businessId, port: await findPort(businessId) };
}

/** A business on each worker, in their order. */
async function createOneOnEach(): Promise<Placed[]> {
  const ports = citus.cluster.workers.map(portOf);
  const created: Placed[] = [];
  while (ports.some((port) => !created.some((one) => one.port === port))) {
    if (created.length === MOST_BUSINESSES) throw new Error('All businesses are on one worker');
    created.push(await createPlaced());
  }
  return ports.map((port) => created.find((one) => one.port === port) as Placed);
}

test('while a worker is away, its businesses get 503 and the others are served, and no note is lost', async ({
  task,
}) => {
  const [worker] = citus.cluster.workers as [Cluster];
  const [affected, other] = (await createOneOnEach()) as [Placed, Placed];
  const start = ({ agency }: Placed) => startLoad(agency, { perSecond: PER_SECOND, withinMs: WITHIN_MS });
  const [ofAffected, ofOther] = [start(affected), start(other)];
  await waitForMore(ofAffected, 'served', PER_SECOND);
  await worker.kill();
  await waitForMore(ofAffected, 'answered', 2 * PER_SECOND);
  expect(await sendNote(affected.agency)).toMatchObject({ status: 503, body: { code: 'database_away' } });
  await waitForMore(ofOther, 'served', 2 * PER_SECOND);
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  await worker.start();
  await waitForMore(ofAffected, 'served', PER_SECOND);
  const [affectedOutcome, otherOutcome] = await Promise.all([ofAffected.stop(), ofOther.stop()]);
  expect(affectedOutcome.away).toBeGreaterThan(0);
  expect(otherOutcome.away).toBe(0);
  await expectNothingLost(affected.agency, affectedOutcome);
  await expectNothingLost(other.agency, otherOutcome);
  reportMetrics(task, affectedOutcome, { servedOfOther: otherOutcome.served });
});

test('a business is moved to another worker while it is used, and no note is lost', async ({ task }) => {
  const { agency, businessId, port } = await createPlaced();
  const [target] = citus.cluster.workers.map(portOf).filter((one) => one !== port);
  const load = startLoad(agency, { perSecond: PER_SECOND, withinMs: WITHIN_MS });
  await waitForMore(load, 'served', PER_SECOND);
  const [isolated] = await citus.sql<{ shard: string }>(
    `select isolate_tenant_to_new_shard('users', ${businessId}, 'CASCADE', shard_transfer_mode => 'block_writes')::text as shard`,
  );
  await citus.sql(
    `select citus_move_shard_placement(${isolated?.shard}, '127.0.0.1', ${port}, '127.0.0.1', ${target})`,
  );
  expect(await findPort(businessId)).toBe(target);
  await waitForMore(load, 'served', PER_SECOND);
  const outcome = await load.stop();
  await expectNothingLost(agency, outcome);
  reportMetrics(task, outcome);
});

test('npm run verify accepts the database afterwards', async () => {
  expect(await product.end('SIGTERM')).toBe(0);
  const { code, output } = await runProgram({ DATABASE_URL: citus.url, DATA_DIR: folder }, [
    'scripts/verify.ts',
  ]);
  expect(output).not.toContain('WRONG');
  expect(output).toMatch(/Signed notes: right, \d+ versions/);
  expect(code).toBe(0);
});

test('a backup is restored into another database, which is distributed and verified then', async () => {
  const file = join(folder, 'backup.tar');
  const from = { DATABASE_URL: citus.url, DATA_DIR: folder };
  const servers = [citus.cluster.coordinator, ...citus.cluster.workers];
  const admins = servers.map((server) => server.url('postgres'));
  await createCitusDatabase(admins, 'restored', ACCOUNT);
  await citus.sql('alter database restored set citus.shard_count to 4');
  const into = {
    DATABASE_URL: withUsername(citus.cluster.coordinator.url('restored'), ACCOUNT),
    DATA_DIR: join(folder, 'restored'),
    SERVER_KEY: (await readFile(join(folder, 'server.key'), 'utf8')).trim(),
  };
  const runs = [];
  for (const [environment, ...program] of [
    [from, 'scripts/backup.ts', file],
    [into, 'scripts/restore.ts', file],
    [into, 'scripts/distribute.ts'],
    [into, 'scripts/verify.ts'],
  ] as const)
    runs.push(await runProgram(environment, [...program]));
  expect(runs.map(({ code, output }) => (code === 0 ? 'ok' : output))).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(runs.at(-1)?.output).toMatch(/Signed notes: right, \d+ versions/);
});
