/**
 * Before the tests on PostgreSQL: one server for the run, with a migrated database to copy from. `TEST_POSTGRES` chooses
 * another shape of it: `partitioned` (partitioned.ts) or `pooled` (pooler.ts).
 */
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/platform/server/database/migrate.ts';
import { asAccount } from './accounts.ts';
import { startCluster } from '../world/postgres.ts';
import { partitionByBusiness } from './partitioned.ts';
import { startPooler } from './pooler.ts';
import { sharedForRun } from './shared.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: {
      admin: string;
      template: string;
      account: string;
      /** Where a pooler listens before the server; null: nowhere. */
      poolerPort: number | null;
    };
  }
}

const SHAPES = ['plain', 'partitioned', 'pooled'];

const template = 'quarterhour_template';
/** The account of the product: no superuser, owns its databases alone, as on a managed server. */
const account = 'quarterhour';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { thing, release } = await sharedForRun('postgres', makeServer, (made) => made.remove());
  const { admin, poolerPort } = thing;
  project.provide('postgres', { admin, template, account, poolerPort });
  return release;
}

async function makeServer() {
  const shape = process.env['TEST_POSTGRES'] || 'plain';
  if (!SHAPES.includes(shape)) throw new Error(`TEST_POSTGRES is ${shape}. Known: ${SHAPES.join(', ')}`);
  const cluster = await makeCluster(shape);
  const admin = cluster.url('postgres');
  try {
    const pooler = shape === 'pooled' ? await startPooler(admin, account) : null;
    return {
      admin,
      poolerPort: pooler?.port ?? null,
      async remove() {
        await pooler?.stop();
        await cluster.remove();
      },
    };
  } catch (error) {
    await cluster.remove();
    throw error;
  }
}

async function makeCluster(shape: string) {
  const cluster = await startCluster();
  try {
    await query(cluster.url('postgres'), `create role ${account} login createrole`);
    await query(cluster.url('postgres'), `create database ${template} owner ${account}`);
    await makeTemplate(asAccount(cluster.url(template), account), shape);
    return cluster;
  } catch (error) {
    await cluster.remove();
    throw error;
  }
}

async function makeTemplate(connectionString: string, shape: string): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: 1 });
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
