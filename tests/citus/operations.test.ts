/** Servers are killed, a business is moved, a worker is added, and a backup is made, under load. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withUsername } from '#tests/setup/accounts.ts';
import { buildEmployeeForm } from '#tests/support/factories/people.ts';
import { startSmtpServer, type FakeSmtpServer } from '#tests/support/fakes/smtpServer.ts';
import {
  createAgencyOnEachWorker,
  createAgencyOnWorker,
  findWorker,
  isolateBusiness,
  moveToOtherWorker,
  type AgencyOnWorker,
  type ProductOnCitus,
} from '#tests/support/helpers/agenciesOnWorkers.ts';
import { call, sendNote } from '#tests/support/helpers/agencyProcess.ts';
import {
  createCitusDatabase,
  createDatabaseWithCitus,
  createRoles,
  findCitusPrograms,
  runSql,
} from '#tests/support/helpers/citus.ts';
import { expectProtected, listShards } from '#tests/support/helpers/citusShards.ts';
import { startLoad } from '#tests/support/helpers/load.ts';
import {
  addPeopleUntil,
  expectNothingLost,
  reportMetrics,
  waitForMore,
  waitUntil,
} from '#tests/support/helpers/outage.ts';
import { startOwnCitus, type OwnCitus } from '#tests/support/helpers/ownCitus.ts';
import type { Cluster } from '#tests/support/helpers/postgres.ts';
import { ACCOUNT } from '#tests/support/helpers/postgresServer.ts';
import { runProgram, startProduct, type ProductProcess } from '#tests/support/helpers/process.ts';

const PER_SECOND = 20;
const WITHIN_MS = 30_000;

/** Workers of the cluster at CITUS_URL are not stopped. */
const CAN_START = findCitusPrograms() !== null || !process.env['CITUS_URL'];

let folder: string;
let citus: OwnCitus;
let smtp: FakeSmtpServer;
let product: ProductProcess;
let onCitus: ProductOnCitus;
beforeAll(async () => {
  if (!CAN_START) return;
  folder = await mkdtemp(join(tmpdir(), 'quarterhour-citus-'));
  citus = await startOwnCitus(folder);
  smtp = await startSmtpServer();
  const environment = { DATABASE_URL: citus.url, DATA_DIR: folder, SMTP_URL: smtp.url };
  product = await startProduct({ ...environment, RATE_LIMITS: 'off' });
  onCitus = { url: product.url, workers: citus.cluster.workers, sql: citus.sql };
});
beforeEach(({ skip }) => skip(!CAN_START, 'Stops workers, so it needs a local PostgreSQL with Citus'));
afterAll(async () => {
  if (!CAN_START) return;
  await product.end('SIGKILL');
  await smtp.stop();
  await citus.cluster.remove();
  await rm(folder, { recursive: true });
});

test('while a worker is stopped, its businesses get 503 and the others are served, and no note is lost', async ({
  task,
}) => {
  const [worker] = citus.cluster.workers as [Cluster];
  const [affected, other] = (await createAgencyOnEachWorker(onCitus)) as [AgencyOnWorker, AgencyOnWorker];
  const start = ({ agency }: AgencyOnWorker) =>
    startLoad(agency, { perSecond: PER_SECOND, withinMs: WITHIN_MS });
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
  expect(affectedOutcome.unavailable).toBeGreaterThan(0);
  expect(otherOutcome.unavailable).toBe(0);
  await expectNothingLost(affected.agency, affectedOutcome);
  await expectNothingLost(other.agency, otherOutcome);
  reportMetrics(task, affectedOutcome, { servedOfOther: otherOutcome.served });
});

test('what needs all workers gets 503 while one is stopped and succeeds when it runs again, and mails are sent then', async () => {
  const [worker] = citus.cluster.workers as [Cluster];
  const [, other] = (await createAgencyOnEachWorker(onCitus)) as [AgencyOnWorker, AgencyOnWorker];
  const { token } = other.agency;
  const send = (endpoint: string, body: object) => call(product.url, endpoint, { token, body });
  const email = 'forgot@example.com';
  const person = buildEmployeeForm({ email });
  expect((await send('POST /api/employees', person)).status).toBe(201);
  const changeSettings = () => send('PUT /api/business', { phone: '555 0199' });
  const another = buildEmployeeForm();
  const addPerson = () => send('POST /api/employees', another);

  await worker.kill();
  for (const needsAll of [changeSettings, addPerson])
    expect(await needsAll()).toMatchObject({ status: 503, body: { code: 'database_away' } });
  const { username } = person;
  expect((await send('POST /api/auth/forgot-password', { username, email })).status).toBe(200);
  const listQueued = () => citus.sql(`select from outgoing_mails where business_id = ${other.businessId}`);
  await waitUntil(async () => expect(await listQueued()).toHaveLength(1));
  // Managers of the other tests get mails when units of a client run low.
  const countReceived = () => smtp.mails.filter(({ envelope }) => envelope.to.includes(email)).length;
  expect(countReceived()).toBe(0);

  await worker.start();
  await waitUntil(async () => expect((await changeSettings()).status).toBe(200));
  await waitUntil(async () => expect((await addPerson()).status).toBe(201));
  await waitUntil(() => expect(countReceived()).toBe(1));
});

test('a business is moved to another worker while it is used, no call is refused, and no note is lost', async ({
  task,
}) => {
  const { agency, businessId, worker } = await createAgencyOnWorker(onCitus);
  const load = startLoad(agency, { perSecond: PER_SECOND, withinMs: WITHIN_MS });
  await waitForMore(load, 'served', PER_SECOND);
  const shard = await isolateBusiness(onCitus, businessId);
  const target = await moveToOtherWorker(onCitus, { shard, worker });
  expect(target).not.toBe(worker);
  expect(await findWorker(onCitus, businessId)).toBe(target);
  await waitForMore(load, 'served', PER_SECOND);
  const outcome = await load.stop();
  expect(outcome.unavailable).toBe(0);
  await expectNothingLost(agency, outcome);
  expectProtected(await listShards(target.url(ACCOUNT)));
  reportMetrics(task, outcome);
});

/** Waits until a worker receives rows of shards that are moved to it. */
const waitForReplication = (target: Cluster) =>
  waitUntil(async () => {
    const subscriptions = await runSql(
      target.url(ACCOUNT),
      'select from pg_stat_subscription where pid is not null',
    );
    expect(subscriptions.length).toBeGreaterThan(0);
  });

test('when the target of a move is killed, the move fails, the business is served where it is, and can be moved later', async () => {
  const { agency, businessId, worker } = await createAgencyOnWorker(onCitus);
  const target = citus.cluster.workers.find((one) => one !== worker) as Cluster;
  const load = startLoad(agency, { perSecond: PER_SECOND, withinMs: WITHIN_MS });
  await waitForMore(load, 'served', PER_SECOND);
  const shard = await isolateBusiness(onCitus, businessId);
  const interrupted = moveToOtherWorker(onCitus, { shard, worker }).then(
    () => null,
    (error: unknown) => error,
  );
  await waitForReplication(target);
  await target.kill();
  expect(await interrupted).toBeInstanceOf(Error);
  expect(await findWorker(onCitus, businessId)).toBe(worker);
  await waitForMore(load, 'served', PER_SECOND);
  // A slot that stays would keep the log of the worker until its disk is full.
  const listSlots = () => runSql(worker.url(ACCOUNT), 'select slot_name from pg_replication_slots');
  await waitUntil(async () => expect(await listSlots()).toEqual([]));
  await target.start();
  await waitUntil(async () => expect(await citus.sql('select from pg_dist_cleanup')).toEqual([]));
  await moveToOtherWorker(onCitus, { shard, worker });
  expect(await findWorker(onCitus, businessId)).toBe(target);
  await waitForMore(load, 'served', PER_SECOND);
  const outcome = await load.stop();
  expect(outcome.unavailable).toBe(0);
  await expectNothingLost(agency, outcome);
});

test('a worker that is added gets shards of businesses while they are used, no call is refused, and no note is lost', async () => {
  const agencies = await createAgencyOnEachWorker(onCitus);
  const loads = agencies.map(({ agency }) =>
    startLoad(agency, { perSecond: PER_SECOND, withinMs: WITHIN_MS }),
  );
  await Promise.all(loads.map((load) => waitForMore(load, 'served', PER_SECOND)));
  const added = await citus.cluster.startWorker();
  const admin = added.url('postgres');
  await createRoles([admin], ACCOUNT);
  await createDatabaseWithCitus(admin, ACCOUNT, ACCOUNT);
  for (const statement of [
    `select citus_add_node('${added.host}', ${added.port})`,
    'select replicate_reference_tables()',
    'select citus_rebalance_start()',
    'select citus_rebalance_wait()',
  ])
    await citus.sql(statement);
  citus.cluster.workers.push(added);
  const shards = await listShards(added.url(ACCOUNT));
  expect(shards.map(({ table }) => table)).toEqual(expect.arrayContaining(['notes', 'usernames']));
  expectProtected(shards);
  for (const [index, load] of loads.entries()) {
    await waitForMore(load, 'served', PER_SECOND);
    const outcome = await load.stop();
    expect(outcome.unavailable).toBe(0);
    await expectNothingLost((agencies[index] as AgencyOnWorker).agency, outcome);
  }
});

test('when the coordinator is killed while people are added, each of them is on all servers or on none afterwards', async () => {
  const { agency, businessId } = await createAgencyOnWorker(onCitus);
  // Its plan has no limit of people.
  await citus.sql(`update businesses set plan_type = 'professional' where id = ${businessId}`);
  const acknowledged = await addPeopleUntil(agency, () => citus.cluster.coordinator.kill());
  await citus.cluster.coordinator.start();
  await waitUntil(async () => expect((await fetch(`${product.url}/readyz`)).status).toBe(200));
  // Otherwise the daemon does it within a minute.
  await citus.sql('select recover_prepared_transactions()');
  const servers = [citus.cluster.coordinator, ...citus.cluster.workers];
  const listPrepared = () =>
    Promise.all(servers.map((server) => runSql(server.url(ACCOUNT), 'select from pg_prepared_xacts')));
  expect((await listPrepared()).flat()).toEqual([]);
  const listIds = async (server: Cluster, columns: string) => {
    const rows = await runSql<{ id: string }>(
      server.url(ACCOUNT),
      `select ${columns} where business_id = ${businessId} order by id`,
    );
    return rows.map(({ id }) => Number(id));
  };
  const people = await listIds(citus.cluster.coordinator, 'id from users');
  expect(people).toEqual(expect.arrayContaining(acknowledged));
  for (const server of servers) expect(await listIds(server, 'user_id as id from usernames')).toEqual(people);
});

/** Starts a load on a business of each worker and makes a backup meanwhile. @returns the notes from before, by business */
async function backUpUnderLoad(file: string): Promise<Map<number, number>> {
  const agencies = await createAgencyOnEachWorker(onCitus);
  const loads = agencies.map(({ agency }) =>
    startLoad(agency, { perSecond: PER_SECOND, withinMs: WITHIN_MS }),
  );
  await Promise.all(loads.map((load) => waitForMore(load, 'acknowledged', PER_SECOND)));
  const before = new Map(
    agencies.map(({ businessId }, index) => [businessId, loads[index]?.acknowledged() ?? 0]),
  );
  const backup = await runProgram({ DATABASE_URL: citus.url, DATA_DIR: folder }, ['scripts/backup.ts', file]);
  expect(backup.output).toMatch(/ rows of \d+ tables and \d+ files, .* read back and right\./);
  expect(backup.code).toBe(0);
  for (const [index, load] of loads.entries()) {
    await waitForMore(load, 'served', PER_SECOND);
    const outcome = await load.stop();
    expect(outcome.unavailable).toBe(0);
    await expectNothingLost((agencies[index] as AgencyOnWorker).agency, outcome);
  }
  return before;
}

test('a backup that is made under load is restored into another database, which is distributed and verified then', async () => {
  const file = join(folder, 'backup.tar');
  const before = await backUpUnderLoad(file);
  const servers = [citus.cluster.coordinator, ...citus.cluster.workers];
  const admins = servers.map((server) => server.url('postgres'));
  await createCitusDatabase(admins, 'restored', ACCOUNT);
  await citus.sql('alter database restored set citus.shard_count to 4');
  const restored = citus.cluster.coordinator.url('restored');
  const into = {
    DATABASE_URL: withUsername(restored, ACCOUNT),
    DATA_DIR: join(folder, 'restored'),
    SERVER_KEY: (await readFile(join(folder, 'server.key'), 'utf8')).trim(),
  };
  const runs = [];
  for (const program of [['scripts/restore.ts', file], ['scripts/distribute.ts'], ['scripts/verify.ts']])
    runs.push(await runProgram(into, program));
  expect(runs.map(({ code, output }) => (code === 0 ? 'ok' : output))).toEqual(['ok', 'ok', 'ok']);
  expect(runs.at(-1)?.output).toMatch(/Signed notes: right, \d+ versions/);
  for (const [businessId, notes] of before) {
    const [row] = await runSql<{ count: number }>(
      restored,
      `select count(*)::int as count from notes where business_id = ${businessId}`,
    );
    expect(row?.count).toBeGreaterThanOrEqual(notes);
  }
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
