import type { Api } from './api.ts';
import { mailsOut } from './catcher.ts';

/**
 * A checksum of each table's rows of one business, past every wall: equal before and after means untouched. Mails
 * leave in their own time, so it waits until none is on its way; that a transaction was made is counted whatever came
 * of it.
 */
export async function rowsOf(api: Api, businessId: number): Promise<Record<string, string>> {
  await mailsOut(api, businessId);
  const tables = await api.sql<{ name: string }>(`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'business_id' and table_name <> 'last_writes' order by 1`);
  if (tables.length === 0) throw new Error('There is no table with a business');
  const parts = tables.map(({ name }) => sumOf(name, 'business_id')).concat(sumOf('businesses', 'id'));
  const rows = await api.sql<{ name: string; sum: string }>(parts.join(' union all '), [businessId]);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

const sumOf = (table: string, key: string) =>
  `select '${table}' as name, count(*) || ':' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum
   from "${table}" t where ${key} = $1`;

/** They change by themselves: sessions are used, mails leave, guesses and transactions are counted. */
const RESTLESS = ['attempts', 'last_writes', 'outgoing_mails', 'sessions'];

/**
 * Looks at what changes with any write to a table, over all businesses; quicker than reading the rows.
 * @returns one stamp for each table, whenever it is called
 */
export async function stampsOf(api: Api): Promise<() => Promise<Record<string, string>>> {
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

/**
 * Has every statement that writes to a table counted, those of transactions that are undone as well: one look at the
 * count, and not at each table, tells that nothing was written.
 * @returns the count, whenever it is called
 */
export async function writesOf(api: Api): Promise<() => Promise<number>> {
  await api.sql('create sequence writes');
  await api.sql(`create function count_write() returns trigger language plpgsql security definer
    as $$ begin perform nextval('public.writes'); return null; end $$`);
  for (const name of await watchedTables(api))
    await api.sql(`create trigger count_write after insert or update or delete on "${name}"
      for each statement execute function count_write()`);
  return async () => {
    const [row] = await api.sql<{ count: number }>(
      'select last_value::float as count from writes where is_called',
    );
    return row?.count ?? 0;
  };
}

async function watchedTables(api: Api): Promise<string[]> {
  const tables = await api.sql<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`);
  if (tables.length === 0) throw new Error('There is no table');
  return tables.map(({ name }) => name).filter((name) => !RESTLESS.includes(name));
}
