/** Databases for tests: a fresh, migrated one in the blink of an eye, on whichever kind the project runs. */
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { openDatabase } from '#platform/server/database/database.ts';
import type { Database } from '#platform/server/database/database.ts';
import { withUsername } from './accounts.ts';

export interface TestDatabase {
  kind: 'embedded' | 'postgres';
  /** Settings for the server under test: it opens this database and keeps its files in a folder of its own. */
  settings: { DATA_DIR: string } & Record<string, string>;
  /** What a server on these settings is given to open; null: nothing, it opens the database itself. */
  opening: Database | null;
  /** The same database for the superuser, past every wall; the embedded one has no other account. */
  adminUrl: string | null;
  /** Deletes database and folder; end the server first. */
  remove(): Promise<void>;
}

/**
 * A migrated, empty database of the kind that this test project runs on (`TEST_DATABASE`).
 * @param openedBy `server` where it matters that the server itself opens and closes it
 */
export function createTestDatabase(openedBy: 'server' | 'tests'): Promise<TestDatabase> {
  if (process.env['TEST_DATABASE'] === 'postgres') return createTestPostgres();
  return openedBy === 'server' ? createClosedEmbedded() : takeOpenEmbedded();
}

interface Embedded {
  DATA_DIR: string;
  database: Database;
}

/** Of this worker, open and empty: to open and to close one takes three seconds, and each file wants one. */
const spare: Embedded[] = [];

async function createClosedEmbedded(): Promise<TestDatabase> {
  const DATA_DIR = await copyTemplate();
  return {
    kind: 'embedded',
    settings: { DATA_DIR },
    opening: null,
    adminUrl: null,
    remove: () => removeFolder(DATA_DIR),
  };
}

async function takeOpenEmbedded(): Promise<TestDatabase> {
  const one = spare.pop() ?? (await openEmbeddedCopy());
  const { DATA_DIR, database } = one;
  return {
    kind: 'embedded',
    settings: { DATA_DIR },
    opening: { ...database, close: () => deleteAllRows(database) },
    adminUrl: null,
    async remove() {
      for (const name of await readdir(DATA_DIR)) {
        if (name !== 'database') await removeFolder(join(DATA_DIR, name));
      }
      spare.push(one);
    },
  };
}

async function openEmbeddedCopy(): Promise<Embedded> {
  const DATA_DIR = await copyTemplate();
  const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: null }, pino({ level: 'silent' }));
  return { DATA_DIR, database };
}

/**
 * A data directory whose database is made and migrated. It lies beside the template, which the run removes with all
 * that lies there: an open one is in use until the worker ends.
 */
export async function copyTemplate(): Promise<string> {
  const { template } = inject('embedded');
  const DATA_DIR = await mkdtemp(join(dirname(template), 'data-'));
  await cp(template, DATA_DIR, { recursive: true });
  return DATA_DIR;
}

/** Leaves no row, and the guards as they were; ids go on. Some of the guards are against just this. */
async function deleteAllRows({ pool }: Database): Promise<void> {
  await pool.query(`do $$ declare one regclass; begin
    set local session_replication_role = replica;
    for one in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('delete from %s', one);
    end loop;
    for one in select distinct tgrelid from pg_trigger where tgenabled = 'D' loop
      execute format('alter table %s enable trigger all', one);
    end loop;
  end $$`);
}

async function createTestPostgres(): Promise<TestDatabase> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'quarterhour-data-'));
  const url = await createDatabase();
  const { poolerPort, nodes } = inject('postgres');
  return {
    kind: 'postgres',
    settings: {
      DATA_DIR,
      ...(poolerPort ? buildPooledUrls(url, poolerPort) : { DATABASE_URL: url }),
      ...(nodes && nodes.bucket),
    },
    opening: null,
    adminUrl: withUsername(url, 'postgres'),
    async remove() {
      await removeFolder(DATA_DIR);
      await runAsAdmin(`drop database if exists ${databaseNameOf(url)} with (force)`);
    },
  };
}

/** The database behind the pooler at the port, and the way past it. */
function buildPooledUrls(DATABASE_DIRECT_URL: string, port: number) {
  const url = new URL(DATABASE_DIRECT_URL);
  url.port = String(port);
  return { DATABASE_URL: url.href, DATABASE_DIRECT_URL };
}

/** A new database on the run's PostgreSQL, a copy of the migrated one. Returns its connection string. */
export async function createDatabase(): Promise<string> {
  const { admin, template, account } = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runAsAdmin(`create database ${name} template ${template} owner ${account}`);
  const url = new URL(admin);
  url.username = account;
  url.pathname = `/${name}`;
  return url.href;
}

function databaseNameOf(connectionString: string): string {
  return new URL(connectionString).pathname.slice(1);
}

async function runAsAdmin(sql: string): Promise<void> {
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
