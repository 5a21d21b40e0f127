/** Puts the rows of an archive into an empty database, inside the caller's transaction. */
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

/** What one INSERT carries, in characters. */
const BATCH_LENGTH = 1024 * 1024;

interface Content {
  archive: Archive;
  manifest: Manifest;
  /** All that this version of the product knows. */
  migrations: MigrationMeta[];
}

/**
 * Makes the schema that the archive was made with, fills it, compares every table with its digest, and brings the
 * schema up to date. @throws when a row is refused or a table is not what it was
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
  const known = new Set(tables.map(({ name }) => name));
  const strange = manifest.tables.find(({ name }) => !known.has(name));
  if (strange) throw new Error(`The schema has no table ${strange.name}`);
  const constraints = await dropReferences(client);
  for (const { name, parts } of manifest.tables) {
    await client.query(`alter table ${name} no force row level security, disable trigger user`);
    for (const part of parts) await insertPart(client, name, await buffer(archive.read(part)));
    await client.query(`alter table ${name} enable trigger user`);
  }
  for (const { table, name, definition } of constraints)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { name, last, called } of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [name, last, called]);
  await enableRowLevelSecurity(client);
  await compare(client, manifest);
  await applyMissingMigrations(client, migrations);
  await client.query('analyze');
}

interface Constraint {
  table: string;
  name: string;
  definition: string;
}

/** Rows arrive table by table, so references wait until all are there. @returns how to make them again */
async function dropReferences(client: ClientBase): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `select k.conrelid::regclass::text as "table", quote_ident(k.conname) as name,
       pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_namespace n on n.oid = k.connamespace
     where n.nspname = 'public' and k.contype = 'f' and k.conparentid = 0`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

async function insertPart(client: ClientBase, table: string, part: Buffer): Promise<void> {
  const lines = (await decompress(part)).toString().split('\n');
  // What follows the last line's end is empty.
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
  const written = new Map(manifest.tables.map((table) => [table.name, table]));
  for (const table of await readAll(client)) {
    const wanted = written.get(table.name);
    const found = await digestOf(client, table);
    if (found.rows !== (wanted?.rows ?? 0) || (wanted && wanted.rows > 0 && found.sha256 !== wanted.sha256))
      throw new Error(`${table.name} is not what it was when the backup was made`);
  }
}
