/**
 * PostgreSQL is unavailable under load: stopped, with terminated connections, and read-only. A network that drops
 * everything: stalled.test.ts. `AWAY_ROUNDS` sets how often it is stopped.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { withUsername } from '#tests/setup/accounts.ts';
import { createDatabase } from '#tests/setup/database.ts';
import { sendNote } from '#tests/support/helpers/agencyProcess.ts';
import { startLoad } from '#tests/support/helpers/load.ts';
import {
  expectNothingLost,
  waitForMore,
  withProduct,
  readNotes,
  reportMetrics,
  writeNote,
} from '#tests/support/helpers/outage.ts';
import { startOwnServer } from '#tests/support/helpers/postgresServer.ts';

const all = process.env['TESTS'] === 'all';
const rounds = Number(process.env['AWAY_ROUNDS'] ?? (all ? 10 : 1));
const [ends, perSecond] = all ? [20, 50] : [5, 25];
/** Responses to wait for while the database is stopped. */
const REFUSED_EACH_TIME = all ? 250 : 20;
/** Each read-only connection is closed after one refused write. */
const MOST_CONNECTIONS = 10;
/** Waiting for a connection ends after five seconds; the rest is a margin. */
const WITHIN_MS = 10_000;

let directory: string;
let superuser: pg.Client;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quarterhour-away-'));
  superuser = new pg.Client({ connectionString: inject('postgres').admin });
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await rm(directory, { recursive: true });
});

test(
  `requests answer 503 with Retry-After while the database is stopped, ${rounds} times, and nothing is lost [10.1.34 10.7.19 R-8]`,
  { timeout: 60_000 + rounds * 60_000 },
  async ({ task }) => {
    const { cluster, url } = await startOwnServer();
    try {
      await withProduct({ DATABASE_URL: url, DATA_DIR: directory }, async (office) => {
        const load = startLoad(office, { perSecond, withinMs: WITHIN_MS });
        for (let round = 0; round < rounds; round += 1) {
          await waitForMore(load, 'served', perSecond);
          await cluster.stop(round % 2 ? 'immediate' : 'fast');
          await waitForMore(load, 'answered', REFUSED_EACH_TIME);
          const ready = await fetch(`${office.url}/readyz`);
          expect([ready.status, Number(ready.headers.get('retry-after')) > 0]).toEqual([503, true]);
          expect((await fetch(`${office.url}/healthz`)).status).toBe(200);
          const message: unknown = expect.stringMatching(/try again/);
          const { status, body } = await sendNote(office);
          expect({ status, body }).toMatchObject({ status: 503, body: { code: 'database_away', message } });
          await cluster.start();
        }
        await waitForMore(load, 'served', perSecond);
        const outcome = await load.stop();
        await expectNothingLost(office, outcome);
        reportMetrics(task, outcome, { rounds });
      });
    } finally {
      await cluster.remove();
    }
  },
);

/** Terminates the connections of the product. */
async function terminateConnections(url: string): Promise<void> {
  const text = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';
  await superuser.query(text, [new URL(url).pathname.slice(1)]);
}

test(`nothing is lost when all connections are terminated ${ends} times under load [R-8]`, async ({
  task,
}) => {
  const url = await createDatabase();
  await withProduct({ DATABASE_URL: url, DATA_DIR: directory }, async (office) => {
    const load = startLoad(office, { perSecond, withinMs: WITHIN_MS });
    for (let round = 0; round < ends; round += 1) {
      await waitForMore(load, 'served', 10);
      await terminateConnections(url);
    }
    await waitForMore(load, 'served', perSecond);
    const outcome = await load.stop();
    await expectNothingLost(office, outcome);
    reportMetrics(task, outcome, { ends });
  });
});

test('a read-only server, as after a failover, serves reads, and writes as soon as it can [R-8]', async () => {
  const url = await createDatabase();
  const name = new URL(url).pathname.slice(1);
  const setReadOnly = (state: 'on' | 'off') =>
    superuser.query(`alter database ${name} set default_transaction_read_only = ${state}`);
  await withProduct({ DATABASE_URL: url, DATA_DIR: directory }, async (office) => {
    const read = () => readNotes(office);
    const write = () => writeNote(office);
    expect(await write()).toBe(201);
    await setReadOnly('on');
    await terminateConnections(url);
    await expect.poll(read).toBe(200);
    const refused = await sendNote(office);
    expect(refused).toMatchObject({ status: 503, body: { code: 'database_away' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // A session's last use is written every few minutes; a read-only database must not fail reads for that.
    const setLastUse = (when: string) =>
      runConnected(withUsername(url, 'postgres'), async (client) => {
        await client.query('set default_transaction_read_only = off');
        await client.query(`update sessions set last_used_at = ${when}`);
      });
    await setLastUse(`now() - interval '10 minutes'`);
    expect(await read()).toBe(200);
    await setLastUse('now()');
    // Read-only connections stay open: the pool closes them after a refused write.
    await setReadOnly('off');
    let status = 503;
    for (let tries = 0; tries < MOST_CONNECTIONS && status === 503; tries += 1) status = await write();
    expect(status).toBe(201);
  });
});

async function runConnected(
  connectionString: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await work(client);
  await client.end();
}
