/** Reads the records of one business in the transaction of its export. */

import type { PaperSize } from '#platform/contract/paper.ts';
import { BATCH_BYTES, MOST_ROWS, PLAIN_VALUES } from '#platform/server/backup/rows.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { EXPORTED_TABLES, LEFT_OUT_COLUMNS, LEFT_OUT_TABLES } from './contents.ts';

/** A table with its statement, whose only column is a line. */
export interface RecordTable {
  name: string;
  statement: string;
}

const COLUMNS = `
  select c.relname as name,
    array_agg(format('%I', a.attname) order by a.attnum)
      filter (where a.attname <> all (coalesce(string_to_array($1::json ->> c.relname, ','), '{}'))) as columns,
    string_agg(format('%I', a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end,
      ', ' order by array_position(k.conkey, a.attnum)) filter (where a.attnum = any (k.conkey)) as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
  group by c.relname order by c.relname collate "C"`;

/** Sets the forms of values that every PostgreSQL server reads back, and no timeouts, for the rest of a transaction. */
export async function usePlainValues(tx: BusinessTransaction): Promise<void> {
  await tx.connection.query(PLAIN_VALUES);
}

/** The tables of the export with their statements. @throws for a table that contents.ts does not know */
export async function listRecordTables(tx: BusinessTransaction, businessId: number): Promise<RecordTable[]> {
  const leftOut = Object.fromEntries(
    Object.entries(LEFT_OUT_COLUMNS).map(([name, all]) => [name, all.join()]),
  );
  const { rows } = await tx.connection.query<{ name: string; columns: string[]; key: string }>(COLUMNS, [
    JSON.stringify(leftOut),
  ]);
  const tables = rows.filter(({ name }) => !(name in LEFT_OUT_TABLES));
  const unlisted = tables.find(({ name }) => !EXPORTED_TABLES.includes(name));
  if (unlisted) throw new Error(`contents.ts does not list the table ${unlisted.name}`);
  return tables.map(({ name, columns, key }) => ({
    name,
    statement: `select row_to_json(one)::text as line from (
      select ${columns.join(', ')} from public.${name} where ${name === 'businesses' ? 'id' : 'business_id'} = ${businessId}
    ) as one order by ${key}`,
  }));
}

/** Reads the lines of a statement through a cursor, about a megabyte at a time. */
export async function* readRecords(tx: BusinessTransaction, statement: string): AsyncGenerator<string[]> {
  const { connection } = tx;
  await connection.query(`declare lines no scroll cursor for ${statement}`);
  let longest = 1;
  let count = MOST_ROWS;
  for (;;) {
    const { rows } = await connection.query<{ line: string }>(`fetch ${count} from lines`);
    if (rows.length === 0) break;
    const lines = rows.map(({ line }) => line);
    yield lines;
    longest = lines.reduce((most, line) => Math.max(most, line.length), longest);
    count = Math.max(1, Math.min(MOST_ROWS * 8, Math.floor(BATCH_BYTES / longest)));
  }
  await connection.query('close lines');
}

/** A row of the database as of the moment of the export. */
async function readRows<Row>(tx: BusinessTransaction, statement: string): Promise<Row[]> {
  const { rows } = await tx.connection.query<{ row: Row }>(
    `select row_to_json(one) as row from (${statement}) as one`,
  );
  return rows.map(({ row }) => row);
}

export interface ManifestDetails {
  businessName: string;
  paperSize: PaperSize;
  notes: number;
  /** Signed versions of the notes. */
  versions: number;
  files: { key: string; name: string; sha256: string; bytes: number }[];
  /** Who may log in and needs a new password, people on leave included, and which clients need a new signature code. */
  accounts: { username: string; name: string; hasTwoFactor: boolean }[];
  clients: { id: number; name: string }[];
}

/** The details of the manifest about the business, and the files to add. */
export async function readManifestDetails(
  tx: BusinessTransaction,
  businessId: number,
): Promise<ManifestDetails> {
  const own = `business_id = ${businessId}`;
  const [business] = await readRows<{ name: string; paper_size: PaperSize }>(
    tx,
    `select name, paper_size from businesses where id = ${businessId}`,
  );
  const [counts] = await readRows<{ notes: number; versions: number }>(
    tx,
    `select count(*)::int as notes, coalesce(sum(version), 0)::int as versions from notes where ${own}`,
  );
  return {
    businessName: business?.name ?? '',
    paperSize: business?.paper_size ?? 'letter',
    notes: counts?.notes ?? 0,
    versions: counts?.versions ?? 0,
    files: await readRows(
      tx,
      `select storage_key as key, original_name as name, encode(sha256, 'hex') as sha256, file_size as bytes
       from stored_files where ${own} order by id`,
    ),
    accounts: await readRows(
      tx,
      `select username, concat_ws(' ', first_name, last_name) as name, exists (
         select from two_factor_secrets s where s.${own} and s.user_id = u.id
           and s.enabled_at is not null) as "hasTwoFactor"
       from users u where u.${own} and status <> 'inactive' order by id`,
    ),
    clients: await readRows(
      tx,
      `select id, company_name as name from clients where ${own} and signature_code is not null order by id`,
    ),
  };
}
