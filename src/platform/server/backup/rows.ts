/** Reads all rows of a database as lines of JSON in primary key order: the same text on every PostgreSQL server. */

import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { OWNER_READS_ALL } from '#platform/server/database/rowLevelSecurity.ts';
import { readEachBusinessAtOnce } from '#platform/server/database/wholeDatabase.ts';

export interface Table {
  /** Quoted if necessary. */
  name: string;
  /** Columns of the primary key; text in byte order, because other orders differ between servers. */
  key: string;
}

/** Tables without rows in a backup: a restore must not revive ended sessions and links, and exports have large files. */
const LEFT_OUT = ['export_jobs', 'sessions', 'password_resets'];

/** Target size of one FETCH in bytes, which limits memory. */
export const BATCH_BYTES = 1024 * 1024;
/** Largest number of rows in one FETCH: the longest rows still take little memory. */
export const MOST_ROWS = 32;

/** Settings for text that every PostgreSQL server reads back, and without timeouts. */
export const PLAIN_VALUES = `
  set local time zone 'UTC'; set local datestyle to 'ISO'; set local intervalstyle to 'iso_8601';
  set local bytea_output to 'hex'; set local statement_timeout to 0; set local lock_timeout to 0;
  set local idle_in_transaction_session_timeout to 0`;

const TABLES = `
  select format('public.%I', c.relname) as name,
    string_agg(format('%I', a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end,
      ', ' order by array_position(k.conkey, a.attnum)) as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1)
  group by c.relname order by c.relname collate "C"`;

/** Tables whose rows row-level security would hide from this account. */
const HIDDEN = `
  select format('%I', c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and row_security_active(c.oid) and not exists (
    select from pg_policy p join pg_roles r on r.oid = any (p.polroles)
    where p.polrelid = c.oid and p.polname = '${OWNER_READS_ALL.policy}' and r.rolname = current_user)`;

/** Begins the repeatable-read transaction of a backup. The caller holds the lock of `lockSchema`. */
export async function beginReading(client: ClientBase): Promise<Table[]> {
  await client.query('begin isolation level repeatable read read only');
  await readEachBusinessAtOnce(client);
  return readAll(client);
}

/**
 * Lets the rest of a transaction read the rows of all businesses, and locks their tables against schema changes.
 * @throws when row-level security would hide rows from the database account
 */
export async function readAll(client: ClientBase): Promise<Table[]> {
  await client.query(`${PLAIN_VALUES}; ${OWNER_READS_ALL.set}`);
  const { rows: tables } = await client.query<{ name: string; key: string | null }>(TABLES, [LEFT_OUT]);
  if (tables.length > 0)
    await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
  const { rows: hidden } = await client.query<{ name: string }>(HIDDEN);
  if (hidden.length > 0)
    throw new Error(
      `This account of the database does not see all rows of ${hidden.map(({ name }) => name).join(', ')}. Use the one that the server runs under, and start the server once with this version.`,
    );
  return tables.map(({ name, key }) => {
    if (key === null) throw new Error(`${name} has no primary key`);
    return { name, key };
  });
}

/** Reads the rows of a table, about a megabyte of lines at a time. */
export async function* readLines(client: ClientBase, { name, key }: Table): AsyncGenerator<string[]> {
  await client.query(
    `declare whole_table no scroll cursor for select row_to_json(one)::text as line from ${name} as one order by ${key}`,
  );
  let longest = 1;
  let count = MOST_ROWS;
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${count} from whole_table`);
    if (rows.length === 0) break;
    const lines = rows.map(({ line }) => line);
    yield lines;
    longest = lines.reduce((most, line) => Math.max(most, line.length), longest);
    count = Math.max(1, Math.min(MOST_ROWS, Math.floor(BATCH_BYTES / longest)));
  }
  await client.query('close whole_table');
}

/** Computes count and SHA-256 of the lines of a table. */
export async function digestOf(client: ClientBase, table: Table): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const lines of readLines(client, table)) {
    rows += lines.length;
    hash.update(`${lines.join('\n')}\n`);
  }
  return { rows, sha256: hash.digest('hex') };
}

export interface Sequence {
  name: string;
  last: number;
  called: boolean;
}

/** Reads the values of sequences. They are not transactional: read them after the rows. */
export async function readSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('public.%I', c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'S' order by c.relname collate "C"`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query<Omit<Sequence, 'name'>>(
      `select last_value as last, is_called as called from ${name}`,
    );
    if (state[0]) sequences.push({ name, ...state[0] });
  }
  return sequences;
}
