/** The export that an earlier release would have made of the same records. */

import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { ClientBase } from 'pg';
import { dropReferences } from '#platform/server/backup/load.ts';
import { readAll } from '#platform/server/backup/rows.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { applyMissingMigrations } from '#platform/server/database/migrate.ts';
import { openLog } from '#platform/server/log.ts';
import { LEFT_OUT_COLUMNS } from '#features/exports/server/business/contents.ts';
import { readMigrations } from '#features/exports/server/import/loadActions.ts';
import { MIGRATIONS } from './businessImports.ts';
import { readZip, writeZip } from './zip.ts';

interface Manifest {
  migrations: string[];
  rows: Record<string, number>;
  files: { name: string; bytes: number; sha256: string }[];
}

/**
 * Writes the records of an archive as of the release before a migration: they pass through a database with its schema.
 * @param dataDir of a new embedded database
 * @param change SQL that changes the records there
 */
export async function toOlderArchive(
  archive: Buffer,
  { before, change, dataDir }: { before: string; change: string; dataDir: string },
): Promise<Buffer> {
  const entries = await readZip(archive);
  const manifest = JSON.parse(String(entries.get('manifest.json'))) as Manifest;
  const count = (await readdir(MIGRATIONS)).toSorted().findIndex((name) => name.endsWith(before));
  const migrations = readMigrations(MIGRATIONS).slice(0, count);
  const database = await openDatabase({ dataDir, databaseUrl: null }, openLog('silent'));
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await applyMissingMigrations(client, migrations);
    await dropReferences(client);
    const columns = await readColumns(client);
    for (const name of Object.keys(manifest.rows)) {
      const lines = String(entries.get(`records/${name}.jsonl`))
        .split('\n')
        .slice(0, -1);
      entries.delete(`records/${name}.jsonl`);
      if (lines[0] !== undefined) await insert(client, { name, lines, columns: columns.get(name) ?? [] });
    }
    await client.query(change);
    const rows: Record<string, number> = {};
    for (const { name, key } of await readAll(client)) {
      const table = name.replace('public.', '');
      if (!(table in manifest.rows)) continue;
      const exported =
        columns.get(table)?.filter((column) => !LEFT_OUT_COLUMNS[table]?.includes(column)) ?? [];
      const lines = await readLines(client, { name, key, columns: exported });
      rows[table] = lines.length;
      entries.set(`records/${table}.jsonl`, Buffer.from(lines.map((line) => `${line}\n`).join('')));
    }
    return await writeArchive(entries, { ...manifest, rows, migrations: migrations.map(({ hash }) => hash) });
  } finally {
    client.release(true);
    await database.close();
  }
}

async function readColumns(client: ClientBase): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'public' group by table_name`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Inserts what a table of the earlier release has of the records; nothing if it has no such table. */
async function insert(
  client: ClientBase,
  { name, lines, columns }: { name: string; lines: string[]; columns: string[] },
): Promise<void> {
  const recorded = Object.keys(JSON.parse(lines[0] ?? '{}') as object);
  const list = columns.filter((column) => recorded.includes(column)).join(', ');
  if (list === '') return;
  const table = `public.${name}`;
  await client.query(`alter table ${table} no force row level security, disable trigger user`);
  const [more, value] = name === 'users' ? [', password_hash', `, 'none'`] : ['', ''];
  await client.query(
    `insert into ${table} (${list}${more})
     select ${list}${value} from json_populate_recordset(null::${table}, $1::text::json)`,
    [`[${lines.join(',')}]`],
  );
}

async function readLines(
  client: ClientBase,
  { name, key, columns }: { name: string; key: string; columns: string[] },
): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select row_to_json(one)::text as line from (select ${columns.join(', ')} from ${name}) as one order by ${key}`,
  );
  return rows.map(({ line }) => line);
}

/** The archive with a manifest of its entries. */
function writeArchive(entries: Map<string, Buffer>, manifest: Manifest): Promise<Buffer> {
  entries.delete('manifest.json');
  const files = [...entries].map(([name, content]) => ({
    name,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  return writeZip([...entries, ['manifest.json', Buffer.from(JSON.stringify({ ...manifest, files }))]]);
}
