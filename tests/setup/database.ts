/** Databases for tests: a fresh, migrated one in the blink of an eye, on whichever kind the project runs. */
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { asAccount } from './accounts.ts';

export interface TestDatabase {
  kind: 'embedded' | 'postgres';
  /** Settings for the server under test: it opens this database and keeps its files in a folder of its own. */
  settings: { DATA_DIR: string; DATABASE_URL?: string };
  /** The same database for the superuser, past every wall; the embedded one has no other account. */
  adminUrl: string | null;
  /** Deletes database and folder; end the server first. */
  remove(): Promise<void>;
}

/** A migrated, empty database of the kind that this test project runs on (`TEST_DATABASE`). */
export function aDatabase(): Promise<TestDatabase> {
  return process.env['TEST_DATABASE'] === 'postgres' ? aPostgresDatabase() : anEmbeddedDatabase();
}

async function anEmbeddedDatabase(): Promise<TestDatabase> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'quarterhour-data-'));
  await cp(inject('embedded').template, DATA_DIR, { recursive: true });
  return { kind: 'embedded', settings: { DATA_DIR }, adminUrl: null, remove: () => removeFolder(DATA_DIR) };
}

async function aPostgresDatabase(): Promise<TestDatabase> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'quarterhour-data-'));
  const DATABASE_URL = await createDatabase();
  return {
    kind: 'postgres',
    settings: { DATA_DIR, DATABASE_URL },
    adminUrl: asAccount(DATABASE_URL, 'postgres'),
    async remove() {
      await removeFolder(DATA_DIR);
      await asAdmin(`drop database if exists ${nameIn(DATABASE_URL)} with (force)`);
    },
  };
}

/** A new database on the run's PostgreSQL, a copy of the migrated one. Returns its connection string. */
export async function createDatabase(): Promise<string> {
  const { admin, template, account } = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} template ${template} owner ${account}`);
  const url = new URL(admin);
  url.username = account;
  url.pathname = `/${name}`;
  return url.href;
}

function nameIn(connectionString: string): string {
  return new URL(connectionString).pathname.slice(1);
}

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgres').admin });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
