/** Before the tests on PostgreSQL: one server for the run, with a migrated database to copy from. */
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/platform/server/database/migrate.ts';
import { asAccount } from './accounts.ts';
import { startCluster } from '../world/postgres.ts';
import { sharedForRun } from './shared.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { admin: string; template: string; account: string };
  }
}

const template = 'quarterhour_template';
/** The account of the product: no superuser, owns its databases alone, as on a managed server. */
const account = 'quarterhour';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { thing: cluster, release } = await sharedForRun('postgres', makeCluster, (made) => made.remove());
  project.provide('postgres', { admin: cluster.url('postgres'), template, account });
  return release;
}

async function makeCluster() {
  const cluster = await startCluster();
  try {
    await query(cluster.url('postgres'), `create role ${account} login createrole`);
    await query(cluster.url('postgres'), `create database ${template} owner ${account}`);
    await migrateDatabase(asAccount(cluster.url(template), account));
    return cluster;
  } catch (error) {
    await cluster.remove();
    throw error;
  }
}

async function migrateDatabase(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: 1 });
  try {
    await migrate(pool, 'db/migrations');
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
