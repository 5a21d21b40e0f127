/** Fresh, migrated databases for tests, of the kind of the test project. */

import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { inject } from 'vitest';
import { openDatabase, type Database } from '#platform/server/database/database.ts';
import { DATABASE_SETTINGS } from '#platform/server/database/distribute.ts';
import { createCitusDatabase, dropDatabaseOn, runSql, urlOf } from '#tests/support/helpers/citus.ts';
import { withUsername } from './accounts.ts';

export interface TestDatabase {
  kind: 'embedded' | 'postgres';
  /** Settings of the server under test, with its own data directory. */
  settings: { DATA_DIR: string } & Record<string, string>;
  /** The open database for the server; null when the server opens it itself. */
  opening: Database | null;
  /** The database for the superuser; null for the embedded one, which has one account. */
  adminUrl: string | null;
  /** Deletes the database and its folder; stop the server first. */
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

/** Open, empty databases of this worker to use again, because opening one takes seconds. */
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

/** Copies a data directory with a migrated database. The run deletes it together with the template. */
export async function copyTemplate(): Promise<string> {
  const { template } = inject('embedded');
  const DATA_DIR = await mkdtemp(join(dirname(template), 'data-'));
  await cp(template, DATA_DIR, { recursive: true });
  return DATA_DIR;
}

/** Deletes all rows, past the append-only triggers, and enables disabled triggers; ids go on. */
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
      await dropDatabase(url);
    },
  };
}

/** The database through the pooler at the port, and directly. */
function buildPooledUrls(DATABASE_DIRECT_URL: string, port: number) {
  const url = new URL(DATABASE_DIRECT_URL);
  url.port = String(port);
  return { DATABASE_URL: url.href, DATABASE_DIRECT_URL };
}

/** Creates a copy of the migrated database on PostgreSQL. @returns its connection string */
export async function createDatabase(): Promise<string> {
  const { admin, workers, template, account } = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  for (const server of [admin, ...workers])
    await runSql(server, `create database ${name} template ${template} strategy file_copy owner ${account}`);
  // Settings of a database are not copied with it.
  for (const setting of workers.length > 0 ? DATABASE_SETTINGS : [])
    await runSql(admin, `alter database ${name} set ${setting}`);
  return withUsername(urlOf(admin, name), account);
}

/** Creates an empty database on PostgreSQL, on Citus one that is not distributed. @returns its connection string */
export async function createEmptyDatabase(): Promise<string> {
  const { admin, workers, account } = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  if (workers.length > 0) await createCitusDatabase([admin, ...workers], name, account);
  else await runSql(admin, `create database ${name} owner ${account}`);
  return withUsername(urlOf(admin, name), account);
}

/** Drops a database by its connection string, also while it is in use. */
export async function dropDatabase(url: string): Promise<void> {
  const name = databaseNameOf(url);
  const { admin, workers } = inject('postgres');
  await dropDatabaseOn([admin, ...workers], name);
}

function databaseNameOf(connectionString: string): string {
  return new URL(connectionString).pathname.slice(1);
}

function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
