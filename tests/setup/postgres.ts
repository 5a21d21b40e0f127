/**
 * Before the tests on PostgreSQL: one server for the run, with a migrated database to copy from. `TEST_POSTGRES` selects
 * a variant: `partitioned` (partitioned.ts), `pooled` (pooler.ts), `citus` (citus.ts), or `nodes`, with a pooler and a
 * bucket for files, for three processes of the product behind a proxy in each test file.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#platform/server/database/migrate.ts';
import { startS3Server, type FakeS3Server } from '#tests/support/fakes/s3Server.ts';
import { createPool } from '#tests/support/helpers/pools.ts';
import { startCluster } from '#tests/support/helpers/postgres.ts';
import { withUsername } from './accounts.ts';
import { makeCitus } from './citus.ts';
import { partitionByBusiness } from './partitioned.ts';
import { startPooler } from './pooler.ts';
import { shareForRun } from './shared.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: {
      admin: string;
      /** The workers of a Citus cluster, whose coordinator is `admin`; none on other servers. */
      workers: string[];
      template: string;
      account: string;
      /** Port of the pooler in front of the server; null: no pooler. */
      poolerPort: number | null;
      /** Resources that nodes share besides the database; null: the server runs in the test process. */
      nodes: { bucket: FakeS3Server['settings'] } | null;
    };
  }
}

const SHAPES = ['plain', 'partitioned', 'pooled', 'citus', 'nodes'];

const template = 'quarterhour_template';
/** The account of the product: not a superuser, owns only its databases, as on a managed server. */
const account = 'quarterhour';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { thing, release } = await shareForRun('postgres', makeServer, (made) => made.remove());
  const { admin, workers, poolerPort, nodes } = thing;
  project.provide('postgres', { admin, workers, template, account, poolerPort, nodes });
  return release;
}

async function makeServer() {
  const shape = process.env['TEST_POSTGRES'] || 'plain';
  if (!SHAPES.includes(shape)) throw new Error(`TEST_POSTGRES is ${shape}. Known: ${SHAPES.join(', ')}`);
  if (shape === 'citus')
    return { ...(await makeCitus({ template, account })), poolerPort: null, nodes: null };
  const cluster = await makeCluster(shape);
  const admin = cluster.url('postgres');
  try {
    const shared = shape === 'nodes' ? await startShared() : null;
    const connections = { pooled: 1, nodes: 20 }[shape];
    const pooler = connections ? await startPooler(admin, account, connections) : null;
    return {
      admin,
      workers: [],
      poolerPort: pooler?.port ?? null,
      nodes: shared && { bucket: shared.bucket.settings },
      async remove() {
        await pooler?.stop();
        await shared?.remove();
        await cluster.remove();
      },
    };
  } catch (error) {
    await cluster.remove();
    throw error;
  }
}

async function startShared() {
  const folder = await mkdtemp(join(tmpdir(), 'quarterhour-bucket-'));
  const bucket = await startS3Server(folder);
  return {
    bucket,
    async remove() {
      await bucket.stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function makeCluster(shape: string) {
  // The product passes no name of a zone to the database, so that all tests run without the old ones.
  const cluster = await startCluster({ withoutOldZones: true });
  try {
    await query(cluster.url('postgres'), `create role ${account} login createrole`);
    await query(cluster.url('postgres'), `create database ${template} owner ${account}`);
    await makeTemplate(withUsername(cluster.url(template), account), shape);
    return cluster;
  } catch (error) {
    await cluster.remove();
    throw error;
  }
}

async function makeTemplate(connectionString: string, shape: string): Promise<void> {
  const pool = createPool(connectionString, { max: 1 });
  try {
    await migrate(pool, 'db/migrations');
    if (shape === 'partitioned') await partitionByBusiness(pool);
  } finally {
    await pool.end();
  }
}

async function query(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
