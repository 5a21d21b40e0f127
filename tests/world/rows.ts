import type { Api } from './api.ts';
import { mailsOut } from './catcher.ts';

/**
 * A checksum of each table's rows of one business, past every wall: equal before and after means untouched. Mails
 * leave in their own time, so it waits until none is on its way.
 */
export async function rowsOf(api: Api, businessId: number): Promise<Record<string, string>> {
  await mailsOut(api, businessId);
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
