/** Loads the rows of an archive into an empty database, in the caller's transaction. */

import type { MigrationMeta } from 'drizzle-orm/migrator';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { applyMissingMigrations } from '#platform/server/database/migrate.ts';
import { enableRowLevelSecurity } from '#platform/server/database/rowLevelSecurity.ts';
import { getSqlState } from '#platform/server/database/sqlState.ts';
import { LineTooLong, readLines } from '#platform/server/readLines.ts';
import { DamagedArchive, type Archive } from './archive.ts';
import type { Manifest } from './manifest.ts';
import { BATCH_BYTES, digestOf, readAll } from './rows.ts';

/** Twice the longest row, an import that an earlier release stored with its content of 50 MB as hexadecimal digits. */
const MAX_LINE_BYTES = 256 * 2 ** 20;
/** SQLSTATEs of invalid values and violated constraints. */
const REJECTED = /^2[23]/;

interface Content {
  archive: Archive;
  manifest: Manifest;
  /** All migrations of this version of the product. */
  migrations: MigrationMeta[];
}

/**
 * Creates the schema of the archive, fills it, compares every table with its digest, and migrates the schema.
 * @throws DamagedArchive when a row is rejected or a table differs from its digest
 */
export async function loadRows(
  client: ClientBase,
  { archive, manifest, migrations }: Content,
): Promise<void> {
  const damaged = (why: string) => new DamagedArchive(archive.path, why);
  await applyMissingMigrations(
    client,
    migrations.filter(({ hash }) => manifest.migrations.includes(hash)),
  );
  const tables = await readAll(client);
  const names = new Set(tables.map(({ name }) => name));
  const unknown = manifest.tables.find(({ name }) => !names.has(name));
  if (unknown) throw damaged(`its schema has no table ${unknown.name}`);
  const constraints = await dropReferences(client);
  for (const { name, parts } of manifest.tables) {
    await client.query(`alter table ${name} no force row level security, disable trigger user`);
    for (const part of parts) {
      await insertPart(client, name, archive.read(part)).catch((error: Error) => {
        throw isOfContent(error) ? damaged(`${part}: ${error.message}`) : error;
      });
    }
    await client.query(`alter table ${name} enable trigger user`);
  }
  await restoreReferences(client, constraints).catch((error: Error) => {
    throw isOfContent(error) ? damaged(error.message) : error;
  });
  for (const { name, last, called } of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [name, last, called]);
  await enableRowLevelSecurity(client);
  const different = await findDifference(client, manifest);
  if (different !== null) throw damaged(`${different} differs from the table in the backup`);
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

/** Attributes an error to the content of the archive: lines that are too long, no gzip, or rejected by the database. */
const isOfContent = (error: Error & { code?: string }): boolean =>
  error instanceof LineTooLong ||
  error.code?.startsWith('Z_') === true ||
  REJECTED.test(getSqlState(error) ?? '');

async function insertPart(client: ClientBase, table: string, part: Readable): Promise<void> {
  const insert = (lines: string[]) =>
    client.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1::text::json)`,
      [`[${lines.join(',')}]`],
    );
  let lines: string[] = [];
  let length = 0;
  // The reader below gets its errors.
  const unpacked = pipeline(part, createGunzip(), () => undefined);
  for await (const line of readLines(unpacked as AsyncIterable<Buffer>, MAX_LINE_BYTES)) {
    lines.push(line);
    length += line.length;
    if (length < BATCH_BYTES) continue;
    await insert(lines);
    [lines, length] = [[], 0];
  }
  if (lines.length > 0) await insert(lines);
}

/** @returns the first table that differs from its digest, or null */
async function findDifference(client: ClientBase, manifest: Manifest): Promise<string | null> {
  const digests = new Map(manifest.tables.map((table) => [table.name, table]));
  for (const table of await readAll(client)) {
    const { rows = 0, sha256 } = digests.get(table.name) ?? {};
    const loaded = await digestOf(client, table);
    if (loaded.rows !== rows || (rows > 0 && loaded.sha256 !== sha256)) return table.name;
  }
  return null;
}
