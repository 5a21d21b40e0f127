/** Loads the rows of an archive into an empty database, in the caller's transaction. */
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import type { ClientBase } from 'pg';
import { applyMissingMigrations } from '#platform/server/database/migrate.ts';
import { enableRowLevelSecurity } from '#platform/server/database/rowLevelSecurity.ts';
import type { Archive } from './archive.ts';
import type { Manifest } from './manifest.ts';
import { digestOf, readAll } from './rows.ts';

const decompress = promisify(gunzip);

/** Characters in one INSERT. */
const BATCH_LENGTH = 1024 * 1024;

interface Content {
  archive: Archive;
  manifest: Manifest;
  /** All migrations of this version of the product. */
  migrations: MigrationMeta[];
}

/**
 * Creates the schema of the archive, fills it, compares every table with its digest, and migrates the schema.
 * @throws when a row is rejected or a table differs from its digest
 */
export async function loadRows(
  client: ClientBase,
  { archive, manifest, migrations }: Content,
): Promise<void> {
  await applyMissingMigrations(
    client,
    migrations.filter(({ hash }) => manifest.migrations.includes(hash)),
  );
  const tables = await readAll(client);
  const names = new Set(tables.map(({ name }) => name));
  const unknown = manifest.tables.find(({ name }) => !names.has(name));
  if (unknown) throw new Error(`The schema has no table ${unknown.name}`);
  const constraints = await dropReferences(client);
  for (const { name, parts } of manifest.tables) {
    await client.query(`alter table ${name} no force row level security, disable trigger user`);
    for (const part of parts) await insertPart(client, name, await buffer(archive.read(part)));
    await client.query(`alter table ${name} enable trigger user`);
  }
  await restoreReferences(client, constraints);
  for (const { name, last, called } of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [name, last, called]);
  await enableRowLevelSecurity(client);
  await compare(client, manifest);
  await applyMissingMigrations(client, migrations);
  await client.query('analyze');
}

export interface Constraint {
  table: string;
  name: string;
  definition: string;
}

/** Drops the foreign keys, as rows are loaded table by table. @returns what is needed to add them again */
export async function dropReferences(client: ClientBase): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `select k.conrelid::regclass::text as "table", quote_ident(k.conname) as name,
       pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_namespace n on n.oid = k.connamespace
     where n.nspname = 'public' and k.contype = 'f' and k.conparentid = 0`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

/** Adds the foreign keys again. @throws when a row refers to no row */
export async function restoreReferences(client: ClientBase, constraints: Constraint[]): Promise<void> {
  for (const { table, name, definition } of constraints)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}

async function insertPart(client: ClientBase, table: string, part: Buffer): Promise<void> {
  const lines = (await decompress(part)).toString().split('\n');
  // After the last line break.
  lines.pop();
  for (let from = 0; from < lines.length;) {
    let to = from;
    for (let length = 0; to < lines.length && length < BATCH_LENGTH; to += 1)
      length += lines[to]?.length ?? 0;
    await client.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1::text::json)`,
      [`[${lines.slice(from, to).join(',')}]`],
    );
    from = to;
  }
}

async function compare(client: ClientBase, manifest: Manifest): Promise<void> {
  const digests = new Map(manifest.tables.map((table) => [table.name, table]));
  for (const table of await readAll(client)) {
    const { rows = 0, sha256 } = digests.get(table.name) ?? {};
    const loaded = await digestOf(client, table);
    if (loaded.rows !== rows || (rows > 0 && loaded.sha256 !== sha256))
      throw new Error(`${table.name} differs from the table in the backup`);
  }
}
