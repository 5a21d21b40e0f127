/** Loads the records of an export into an empty database, in the caller's transaction. */

import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ClientBase } from 'pg';
import { dropReferences, restoreReferences } from '#platform/server/backup/load.ts';
import { BATCH_BYTES, PLAIN_VALUES, readAll } from '#platform/server/backup/rows.ts';
import { parseObject } from '#platform/server/canonicalJson.ts';
import { applyMissingMigrations } from '#platform/server/database/migrate.ts';
import { enableRowLevelSecurity } from '#platform/server/database/rowLevelSecurity.ts';
import { assertLoadable } from '#platform/server/database/wholeDatabase.ts';
import { LineTooLong, readLines } from '#platform/server/readLines.ts';
import { ImportRefused, type ImportArchive } from './archiveReader.ts';
import { compareStoredFiles } from './storedFileReads.ts';

export interface Load {
  archive: ImportArchive;
  /** All migrations of this version of the product. */
  migrations: MigrationMeta[];
  /** The hash of a password that is not stored anywhere. */
  unusablePassword: string;
  /** The hash of the temporary password of an admin. */
  adminPassword: string;
  now: Date;
}

/** All migrations in a folder, oldest first. */
export const readMigrations = (folder: string): MigrationMeta[] =>
  readMigrationFiles({ migrationsFolder: folder });

/** Refuses a database with a business, and removes the empty tables of any version. @throws ImportRefused, and as `assertLoadable` */
export async function clearTarget(client: ClientBase): Promise<void> {
  await assertLoadable(client);
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const names = rows.map(({ name }) => name);
  if (names.length === 0) return;
  const isOurs = names.includes('businesses') && names.includes('audit_log');
  if (!isOurs) throw new ImportRefused(`The database is not empty: it has ${names[0]}.`);
  const { rows: existing } = await client.query(
    `select from public.businesses union all select from public.usernames limit 1`,
  );
  if (existing.length > 0)
    throw new ImportRefused('This installation has a business already. Import into a new one.');
  for (const name of names) await client.query(`drop table public."${name}" cascade`);
  await client.query('drop schema if exists schema_history cascade');
}

/**
 * Creates the schema of the export, loads its records, compares them with the archive, and migrates the schema.
 * @returns the username of the admin with the temporary password, if there is one
 * @throws ImportRefused when a record is rejected or belongs to another business
 */
export async function loadRecords(client: ClientBase, load: Load): Promise<string | null> {
  const { archive, migrations } = load;
  const { manifest } = archive;
  await applyMissingMigrations(
    client,
    migrations.filter(({ hash }) => manifest.migrations.includes(hash)),
  );
  await client.query(PLAIN_VALUES);
  // The owner reads what it has loaded, to compare it.
  const tables = await readAll(client);
  const constraints = await dropReferences(client);
  const columnsOf = await readColumns(client);
  for (const name of Object.keys(manifest.rows)) {
    const table = tables.find((one) => one.name === `public.${name}`);
    if (!table) throw new ImportRefused(`The schema of the export has no table ${name}.`);
    await client.query(`alter table ${table.name} no force row level security, disable trigger user`);
    await loadTable(client, load, { ...table, short: name, columns: columnsOf.get(name) ?? [] });
    await client.query(`alter table ${table.name} enable trigger user`);
  }
  await compareStoredFiles(client, archive);
  await restoreReferences(client, constraints);
  await raiseSequences(client);
  await client.query('update businesses set is_creator_business = true');
  // Before row-level security hides the rows from the owner of the tables.
  const admin = await issueAdminPassword(client, load);
  await enableRowLevelSecurity(client);
  await applyMissingMigrations(client, migrations);
  await client.query('analyze');
  return admin;
}

async function readColumns(client: ClientBase): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'public' group by table_name`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

interface TargetTable {
  /** With its schema. */
  name: string;
  short: string;
  /** The columns of the primary key. */
  key: string;
  columns: string[];
}

async function loadTable(client: ClientBase, load: Load, table: TargetTable): Promise<void> {
  const { archive } = load;
  const { manifest } = archive;
  const entry = `records/${table.short}.jsonl`;
  let columns: string[] = [];
  try {
    for await (const lines of batchesOf(await archive.read(entry))) {
      if (columns.length === 0) columns = parseColumns(lines[0] ?? '', table);
      await insertLines(client, load, { table, columns, lines });
    }
  } catch (error) {
    throw error instanceof LineTooLong ? new ImportRefused(`${entry}: ${error.message}.`) : error;
  }
  const owner = table.short === 'businesses' ? 'id' : 'business_id';
  const { rows: strange } = await client.query(`select from ${table.name} where ${owner} <> $1 limit 1`, [
    manifest.business.id,
  ]);
  if (strange.length > 0) throw new ImportRefused(`${entry} has records of another business.`);
  const digest = await digestOf(client, table, columns);
  const listed = manifest.files.find(({ name }) => name === entry);
  if (listed?.sha256 !== digest) throw new ImportRefused(`${entry} was not loaded as it is in the file.`);
}

/** Several times the longest record, the CSV file of a claim batch of 5,000 visits. */
const MAX_LINE_BYTES = 8 * 2 ** 20;

/** Lines of JSON, about a megabyte at a time. */
async function* batchesOf(content: Readable): AsyncGenerator<string[]> {
  let lines: string[] = [];
  let length = 0;
  for await (const line of readLines(content as AsyncIterable<Buffer>, MAX_LINE_BYTES)) {
    lines.push(line);
    length += line.length;
    if (length < BATCH_BYTES) continue;
    yield lines;
    lines = [];
    length = 0;
  }
  if (lines.length > 0) yield lines;
}

/** The columns of a record, all of which the table has. @throws ImportRefused */
function parseColumns(line: string, { short, columns }: TargetTable): string[] {
  const names = Object.keys(parseObject(line) ?? {});
  if (names.length === 0) throw new ImportRefused(`The first record of ${short} is not a JSON object.`);
  const unlisted = names.find((name) => !columns.includes(name));
  if (unlisted !== undefined) throw new ImportRefused(`The table ${short} has no column ${unlisted}.`);
  return names;
}

async function insertLines(
  client: ClientBase,
  { unusablePassword }: Load,
  { table, columns, lines }: { table: TargetTable; columns: string[]; lines: string[] },
): Promise<void> {
  const list = columns.map((name) => `"${name}"`).join(', ');
  const isUsers = table.short === 'users';
  try {
    await client.query(
      `insert into ${table.name} (${list}${isUsers ? ', password_hash' : ''})
       select ${list}${isUsers ? ', $2' : ''} from json_populate_recordset(null::${table.name}, $1::text::json)`,
      [`[${lines.join(',')}]`, ...(isUsers ? [unusablePassword] : [])],
    );
  } catch (error) {
    throw new ImportRefused(`The database rejected a record of ${table.short}: ${(error as Error).message}.`);
  }
}

/** SHA-256 of the loaded records in the form of the archive. */
async function digestOf(client: ClientBase, { name, key }: TargetTable, columns: string[]): Promise<string> {
  const hash = createHash('sha256');
  if (columns.length === 0) return hash.digest('hex');
  const list = columns.map((column) => `"${column}"`).join(', ');
  await client.query(
    `declare loaded no scroll cursor for
     select row_to_json(one)::text as line from (select ${list} from ${name}) as one order by ${key}`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>('fetch 100 from loaded');
    if (rows.length === 0) break;
    for (const { line } of rows) hash.update(`${line}\n`);
  }
  await client.query('close loaded');
  return hash.digest('hex');
}

/** Sets each sequence past the largest id of its table. */
async function raiseSequences(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; table: string; column: string }>(
    `select format('public.%I', s.relname) as name, format('public.%I', t.relname) as "table",
       format('%I', a.attname) as "column"
     from pg_class s join pg_depend d on d.objid = s.oid and d.deptype = 'a'
       join pg_class t on t.oid = d.refobjid join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
       join pg_namespace n on n.oid = s.relnamespace
     where s.relkind = 'S' and n.nspname = 'public'`,
  );
  for (const { name, table, column } of rows)
    await client.query(
      `select setval($1::regclass, greatest((select max(${column}) from ${table}), 1),
         exists (select from ${table}))`,
      [name],
    );
}

/** Gives the oldest admin who may log in a temporary password, an active one before one on leave. @returns the username; null without an admin */
async function issueAdminPassword(client: ClientBase, { adminPassword, now }: Load): Promise<string | null> {
  const { rows } = await client.query<{ username: string }>(
    `update users set password_hash = $1, issued_password_at = $2
     where (business_id, id) in (
       select business_id, id from users where role = 'admin' and status <> 'inactive'
       order by status <> 'active', id limit 1)
     returning username`,
    [adminPassword, now],
  );
  return rows[0]?.username ?? null;
}
