/**
 * Partitions every tenant table by hash of `business_id`, as in a cluster distributed by business. Reads the catalog of
 * the migrated database, so that there is no second schema to maintain. The partitions are in a separate schema, in
 * which only the owner has rights.
 */

import type { ClientBase, Pool } from 'pg';
import { enableRowLevelSecurity } from '#platform/server/database/rowLevelSecurity.ts';

const PARTITIONS = 4;

/**
 * Tables that are not partitioned: PostgreSQL requires the business in each unique key, and a username is unique in all
 * businesses.
 */
const WHOLE = ['usernames'];

/** Tables with a business, and whether one of their unique keys lacks it. */
const TABLES = `
  select c.relname as name, exists (
    select from pg_index x where x.indrelid = c.oid and x.indisunique and not a.attnum = any (x.indkey::int2[])
  ) as whole
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`;

/** Recreated on the partitioned tables in this order: foreign keys after all keys exist, views last. */
const DEFINITIONS = `
  with parted as (select c.oid, format('public.%I', c.relname) as place from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and c.relkind = 'r')
  select 1 as step, format('alter table %s add constraint %I %s', place, k.conname, pg_get_constraintdef(k.oid)) as sql
  from parted p join pg_constraint k on k.conrelid = p.oid where k.contype in ('p', 'u', 'c')
  union all
  select 2, pg_get_indexdef(x.indexrelid) from parted p join pg_index x on x.indrelid = p.oid
  where not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u'))
  union all
  select 3, format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
  from pg_constraint k where k.contype = 'f' and exists (select from parted p where p.oid in (k.conrelid, k.confrelid))
  union all
  select 4, pg_get_triggerdef(t.oid) from parted p join pg_trigger t on t.tgrelid = p.oid
  where not t.tgisinternal and t.tgname <> 'append_only'
  union all
  select 5, format('create view public.%I as %s', v.relname, pg_get_viewdef(v.oid))
  from pg_class v where v.relnamespace = 'public'::regnamespace and v.relkind = 'v'
  order by 1, 2`;

/** Turns the empty, migrated database into one whose tables of a business are partitioned. */
export async function partitionByBusiness(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin; create schema parts');
    await partitionAll(client);
    await enableRowLevelSecurity(client);
    await client.query('commit');
  } finally {
    client.release();
  }
}

async function partitionAll(client: ClientBase): Promise<void> {
  const { rows: tables } = await client.query<{ name: string; whole: boolean }>(TABLES);
  const whole = tables.filter((one) => one.whole).map(({ name }) => name);
  if (String(whole) !== String(WHOLE))
    throw new Error(`These have a unique key without the business: ${whole.join(', ')}`);
  const names = tables.filter((one) => !one.whole).map(({ name }) => name);
  // PostgreSQL then qualifies names with their schema; without it they could resolve to the new tables.
  await client.query(`set local search_path to ''`);
  const { rows: definitions } = await client.query<{ sql: string }>(DEFINITIONS, [names]);
  for (const name of names) await partition(client, name);
  for (const { sql } of definitions) await client.query(sql);
  await client.query('set local search_path to public');
}

async function partition(client: ClientBase, name: string): Promise<void> {
  const { rows: sequences } = await client.query<{ column: string; sequence: string }>(
    `select attname as column, pg_get_serial_sequence('public.' || quote_ident($1), attname) as sequence
     from pg_attribute where attrelid = format('public.%I', $1::text)::regclass and attnum > 0 and not attisdropped
       and pg_get_serial_sequence('public.' || quote_ident($1), attname) is not null`,
    [name],
  );
  await client.query(`
    create table public.partitioned (like public.${name} including defaults including storage including comments)
      partition by hash (business_id);
    ${sequences.map(({ column, sequence }) => `alter sequence ${sequence} owned by public.partitioned.${column};`).join('\n')}
    drop table public.${name} cascade;
    alter table public.partitioned rename to ${name};`);
  for (let part = 0; part < PARTITIONS; part += 1)
    await client.query(
      `create table parts.${name}_${part} partition of public.${name} for values with (modulus ${PARTITIONS}, remainder ${part})`,
    );
}
