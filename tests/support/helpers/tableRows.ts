import { waitForMails } from '#tests/support/fakes/smtpServer.ts';
import type { Api } from './api.ts';
import { IS_CITUS } from './citus.ts';

/** A checksum of each table's rows of one business, past row-level security. Waits until the outbox is empty. */
export async function checksumRows(api: Api, businessId: number): Promise<Record<string, string>> {
  await waitForMails(api, businessId);
  const tables = await api.sql<{ name: string }>(`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'business_id' order by 1`);
  if (tables.length === 0) throw new Error('There is no table with a business');
  const parts = tables.map(({ name }) => sumOf(name, 'business_id')).concat(sumOf('businesses', 'id'));
  const rows = await api.sql<{ name: string; sum: string }>(parts.join(' union all '), [businessId]);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

const sumOf = (table: string, key: string) =>
  `select '${table}' as name, count(*) || ':' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum
   from "${table}" t where ${key} = $1`;

/** Tables that change for other reasons. */
const UNRELATED = ['attempts', 'outgoing_mails', 'sessions'];

/** @returns a function that reads a value of each table that changes with any write, quicker than a checksum */
export async function watchTableStamps(api: Api): Promise<() => Promise<Record<string, string>>> {
  const stamps = (await watchedTables(api)).map(
    (name) =>
      `select '${name}' as name, count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) as stamp from "${name}"`,
  );
  const statement = stamps.join(' union all ');
  return async () => {
    const rows = await api.sql<{ name: string; stamp: string }>(statement);
    return Object.fromEntries(rows.map((row) => [row.name, row.stamp]));
  };
}

/** Records changed tables with triggers. @returns a function that lists the tables changed since its last call */
export async function watchChangedTables(api: Api): Promise<() => Promise<string[]>> {
  const tables = await watchedTables(api);
  await runOnServers(api, 'create unlogged table changes (name text not null)');
  await api.sql(`create function note_change() returns trigger language plpgsql security definer
    as $$ begin
      -- The trigger fires on the partitions of a partitioned table.
      insert into public.changes
        select coalesce((select inhparent from pg_inherits where inhrelid = tg_relid), tg_relid)::regclass::text;
      return null;
    end $$`);
  for (const name of tables)
    await api.sql(`create trigger note_change after insert or update or delete on "${name}"
      for each row execute function note_change()`);
  return async () => {
    const results = await runOnServers(
      api,
      `with changed as (delete from changes returning name) select string_agg(distinct name, ',') as result from changed`,
    );
    const names = results.flatMap((result) => result?.split(',') ?? []);
    // The trigger fires on the shards of a distributed table, which end with a number.
    return [...new Set(names.map((name) => name.replace(/_\d+$/, '')))].toSorted();
  };
}

/** Ends `watchChangedTables`: the next file may use the same database. */
export async function unwatchChangedTables(api: Api): Promise<void> {
  await api.sql('drop function note_change cascade');
  await runOnServers(api, 'drop table changes');
}

/** Runs a statement on the database, or on each server of a Citus cluster. @returns the column `result` of each */
async function runOnServers(api: Api, statement: string): Promise<(string | null)[]> {
  const rows = await api.sql<{ success?: boolean; result: string | null }>(
    IS_CITUS
      ? `select success, nullif(result, '') as result from run_command_on_all_nodes($sql$${statement}$sql$)`
      : statement,
  );
  const failed = rows.find(({ success }) => success === false);
  if (failed) throw new Error(`A server refused a statement: ${failed.result}`);
  return rows.map(({ result }) => result);
}

async function watchedTables(api: Api): Promise<string[]> {
  const tables = await api.sql<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`);
  if (tables.length === 0) throw new Error('There is no table');
  return tables.map(({ name }) => name).filter((name) => !UNRELATED.includes(name));
}
