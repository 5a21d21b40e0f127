/**
 * Copies the rows of one business from the embedded database, whose one session a long transaction would block: page by
 * page, and at the end what changed since the beginning, in one short transaction, which is the moment of the copy.
 */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { BATCH_BYTES, MOST_ROWS } from '#platform/server/backup/rows.ts';
import type { BusinessScope } from '#platform/server/context.ts';
import { readInBusiness, readSnapshot, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { EXPORTED_TABLES } from './contents.ts';

/** The export names the accounts that have a second factor. */
const COPIED_TABLES = [...EXPORTED_TABLES, 'two_factor_secrets'];

/** A table of the copy, with its files in the folder. */
export interface CopiedTable {
  name: string;
  /** The columns of the primary key. */
  key: string[];
}

/** The rows of the first pass, those that changed since, and the keys of all rows if some may have been deleted. */
export const copyFiles = (folder: string, { name }: CopiedTable) => ({
  rows: join(folder, `${name}.jsonl`),
  changed: join(folder, `${name}.changed.json`),
  keys: join(folder, `${name}.keys.json`),
});

const KEYS = `
  select c.relname as name, array_agg(a.attname::text order by array_position(k.conkey, a.attnum)) as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
  where n.nspname = 'public' and c.relname = any ($1) group by c.relname`;

/** Writes the rows of a business into a new folder. @returns its tables */
export async function copyRows(
  scope: BusinessScope,
  folder: string,
  signal: AbortSignal,
): Promise<CopiedTable[]> {
  const { businessId, services } = scope;
  await mkdir(folder, { mode: 0o700 });
  const { tables, begin } = await readInBusiness(scope, async (tx) => {
    const { rows } = await tx.connection.query<CopiedTable>(KEYS, [COPIED_TABLES]);
    return { tables: rows, begin: await readNextTransaction(tx) };
  });
  const counts = new Map<string, number>();
  for (const table of tables) counts.set(table.name, await copyTable(scope, { table, folder, signal }));
  await readSnapshot(services.database, businessId, async (tx) => {
    for (const table of tables)
      await writeChanges(tx, { table, folder, businessId, begin, count: counts.get(table.name) ?? 0 });
  });
  return tables;
}

async function readNextTransaction(tx: BusinessTransaction): Promise<string> {
  // An xid has 32 bits; `age` compares them in a circle.
  const { rows } = await tx.connection.query<{ begin: string }>(
    `select (pg_snapshot_xmax(pg_current_snapshot())::text::numeric % 4294967296)::text as begin`,
  );
  return rows[0]?.begin ?? '0';
}

const ownRows = ({ name }: CopiedTable, businessId: number): string =>
  `from public.${name} t where t.${name === 'businesses' ? 'id' : 'business_id'} = ${businessId}`;

const listKey = ({ key }: CopiedTable, alias: string): string =>
  key.map((column) => `${alias}."${column}"`).join(', ');

/** Copies a table, a page in a transaction of its own. @returns the number of rows */
async function copyTable(
  scope: BusinessScope,
  { table, folder, signal }: { table: CopiedTable; folder: string; signal: AbortSignal },
): Promise<number> {
  const file = createWriteStream(copyFiles(folder, table).rows, { mode: 0o600 });
  let count = 0;
  let limit = MOST_ROWS;
  for (let last: string | null = null; ;) {
    signal.throwIfAborted();
    const after: string =
      last === null
        ? ''
        : `and (${listKey(table, 't')}) > (select ${listKey(table, 'k')} from json_populate_record(null::public.${table.name}, $1::text::json) k)`;
    const { rows } = await readInBusiness(scope, (tx) =>
      tx.connection.query<{ line: string }>(
        `select row_to_json(t)::text as line ${ownRows(table, scope.businessId)} ${after}
         order by ${listKey(table, 't')} limit ${limit}`,
        last === null ? [] : [last],
      ),
    );
    for (const { line } of rows) if (!file.write(`${line}\n`)) await once(file, 'drain');
    count += rows.length;
    if (rows.length < limit) break;
    last = rows.at(-1)?.line ?? null;
    const longest = rows.reduce((most, { line }) => Math.max(most, line.length), 1);
    limit = Math.max(1, Math.min(MOST_ROWS * 8, Math.floor(BATCH_BYTES / longest)));
  }
  file.end();
  await finished(file);
  return count;
}

interface FirstPass {
  table: CopiedTable;
  folder: string;
  businessId: number;
  /** The first transaction after its begin. */
  begin: string;
  /** How many rows it has copied. */
  count: number;
}

async function writeChanges(tx: BusinessTransaction, pass: FirstPass): Promise<void> {
  const { table, folder, businessId, begin, count } = pass;
  const own = ownRows(table, businessId);
  const isChanged = `age(t.xmin) <= age('${begin}'::xid)`;
  const { rows: totals } = await tx.connection.query<{ all: number; changed: number }>(
    `select count(*)::int as "all", (count(*) filter (where ${isChanged}))::int as changed ${own}`,
  );
  const { all = 0, changed = 0 } = totals[0] ?? {};
  if (changed === 0 && all === count) return;
  const files = copyFiles(folder, table);
  const read = async (columns: string, where: string) => {
    const { rows } = await tx.connection.query<{ line: string }>(
      `select ${columns}::text as line ${own} ${where}`,
    );
    return `[${rows.map(({ line }) => line).join(',')}]`;
  };
  const key = table.key.map((column) => `'${column}', t."${column}"`).join(', ');
  await writeFile(files.changed, await read('row_to_json(t)', `and ${isChanged}`), { mode: 0o600 });
  await writeFile(files.keys, await read(`json_build_object(${key})`, ''), { mode: 0o600 });
}
