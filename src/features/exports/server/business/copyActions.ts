/** Loads the copied rows of a business into an empty embedded database of its own, from which the export reads. */

import { createReadStream, existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import type { ClientBase } from 'pg';
import { dropReferences } from '#platform/server/backup/load.ts';
import { BATCH_BYTES } from '#platform/server/backup/rows.ts';
import type { Database } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { readLines } from '#platform/server/readLines.ts';
import { copyFiles, type CopiedTable } from './copyReads.ts';

export interface Copy {
  folder: string;
  tables: CopiedTable[];
  /** The folder of the migrations, which give the database its schema. */
  migrations: string;
}

/** Creates the schema, loads the rows, and deletes their files. */
export async function loadCopy(database: Database, { folder, tables, migrations }: Copy): Promise<void> {
  await database.withoutTimeout(async () => {
    await migrate(database.pool, migrations);
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      // The rows are those of one moment, and refer to none of other businesses.
      await dropReferences(client);
      for (const table of tables) await loadTable(client, table, folder);
      await client.query('commit');
      await client.query('analyze');
      client.release();
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  });
  await rm(folder, { recursive: true });
}

async function loadTable(client: ClientBase, table: CopiedTable, folder: string): Promise<void> {
  const name = `public.${table.name}`;
  const files = copyFiles(folder, table);
  // The owner of the tables may neither write them otherwise, nor change what is append-only.
  await client.query(`alter table ${name} no force row level security, disable trigger user`);
  for await (const rows of readBatches(files.rows)) await insert(client, name, rows);
  if (existsSync(files.changed)) await applyChanges(client, table, files);
  await client.query(`alter table ${name} force row level security, enable trigger user`);
}

const insert = (client: ClientBase, name: string, rows: string) =>
  client.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1::text::json)`, [
    rows,
  ]);

/** Replaces the rows that changed after the first pass, and deletes those that are gone. */
async function applyChanges(
  client: ClientBase,
  { name, key }: CopiedTable,
  files: ReturnType<typeof copyFiles>,
): Promise<void> {
  const changed = await readFile(files.changed, 'utf8');
  const isSame = key.map((column) => `t."${column}" = k."${column}"`).join(' and ');
  const listed = `from json_populate_recordset(null::public.${name}, $1::text::json) k where ${isSame}`;
  await client.query(`delete from public.${name} t where exists (select ${listed})`, [changed]);
  await insert(client, `public.${name}`, changed);
  await client.query(`delete from public.${name} t where not exists (select ${listed})`, [
    await readFile(files.keys, 'utf8'),
  ]);
}

/** Arrays of rows in JSON, about a megabyte each. */
async function* readBatches(path: string): AsyncGenerator<string> {
  let lines: string[] = [];
  let length = 0;
  for await (const line of readLines(createReadStream(path) as AsyncIterable<Buffer>)) {
    lines.push(line);
    length += line.length;
    if (length < BATCH_BYTES) continue;
    yield `[${lines.join(',')}]`;
    [lines, length] = [[], 0];
  }
  if (lines.length > 0) yield `[${lines.join(',')}]`;
}
