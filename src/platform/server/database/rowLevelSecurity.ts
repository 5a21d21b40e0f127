/** Row-level security: one template for all tables of the catalog, applied after each migration. */

import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';

/** The role of every tenant transaction: it owns nothing and bypasses nothing. */
export const APP_ROLE = 'quarterhour_app';

/** Global tables with a business column, which are read before the tenant is known. */
const GLOBAL = [
  'business_claims',
  'export_jobs',
  'idempotency_keys',
  'temporary_passwords',
  'note_receipts',
  'orphaned_files',
  'outgoing_mails',
  'password_resets',
  'sessions',
  'usernames',
];
/** Tables that no tenant transaction uses. On Citus they are on the coordinator only. */
export const OWNER_ONLY = ['attempts', 'provider_events', 'sealing_keys'];
/** Tables whose rows no role may change or delete. */
const APPEND_ONLY = ['audit_log', 'note_reviews', 'note_signatures', 'note_versions', 'unit_ledger'];

/**
 * Tables for full-text search, for which PostgreSQL uses no index under a policy. A view of the owner, which has the
 * tenant condition, replaces the policy (docs/decisions/010).
 */
const BEHIND_VIEWS = ['note_search'];

/** The setting with which the table owner, and no other role, reads the rows of all businesses, for backups. */
export const OWNER_READS_ALL = { policy: 'owner_reads_all', set: `set local app.reads_all to 'on'` };

const CURRENT = `nullif(current_setting('app.business_id', true), '')::bigint`;
const READS_ALL = `current_setting('app.reads_all', true)`;

/** A condition on `pg_class c`: no table or view of an extension. Citus has some in `public`. */
export const NOT_OF_EXTENSION = `not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`;

/** Stands for the digest of these statements, which is the comment of a table that has what they create. */
const DIGEST = 'digest of these statements';

const TEMPLATE = `
do $$ begin
  -- An account without the right to create roles fails even when the role exists.
  if to_regrole('${APP_ROLE}') is null then create role ${APP_ROLE} nologin; end if;
exception when duplicate_object or unique_violation then null; end $$;

-- Where an administrator made the role, the grant may be refused; the next line proves that it is there.
do $$ begin
  execute format('grant ${APP_ROLE} to %I', current_user);
exception when insufficient_privilege then null; end $$;
do $$ declare own text := current_setting('role'); begin
  perform set_config('role', '${APP_ROLE}', true);
  perform set_config('role', own, true);
end $$;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

do $$
declare
  one record;
  key text;
  -- Citus moves shards as the owner: under forced policies it would replicate nothing, and refuse references.
  on_citus constant boolean := exists (select from pg_extension where extname = 'citus');
  -- A subselect is evaluated once, and the plan does not depend on its value. Citus refuses it in policies.
  current constant text := case when on_citus then $one$${CURRENT}$one$ else $one$(select ${CURRENT})$one$ end;
  reads_all constant text := case when on_citus then $one$${READS_ALL}$one$ else $one$(select ${READS_ALL})$one$ end;
begin
  for one in
    select c.oid, c.relname as name,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped) as scoped
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and ${NOT_OF_EXTENSION}
  loop
    -- On Citus each of these statements locks the table on all shards until the commit.
    continue when on_citus and obj_description(one.oid, 'pg_class') = '${DIGEST}';
    execute format('alter table public.%I enable row level security', one.name);
    execute format('alter table public.%I no force row level security', one.name);
    execute format('drop policy if exists own_business on public.%I', one.name);
    execute format('drop policy if exists ${OWNER_READS_ALL.policy} on public.%I', one.name);
    execute format('revoke all on public.%I from ${APP_ROLE}', one.name);
    if on_citus then execute format('comment on table public.%I is ''${DIGEST}''', one.name); end if;
    if one.name = any ('{${OWNER_ONLY.join(',')}}') then continue; end if;
    key := case when one.scoped then 'business_id' when one.name = 'businesses' then 'id' end;
    if key is null then raise exception 'table % has no business', one.name; end if;
    if not one.name = any ('{businesses,${[...GLOBAL, ...BEHIND_VIEWS].join(',')}}') then
      if not on_citus then execute format('alter table public.%I force row level security', one.name); end if;
      execute format(
        'create policy ${OWNER_READS_ALL.policy} on public.%I as permissive for select to %I using (%s = ''on'')',
        one.name, current_user, reads_all);
    end if;
    execute format(
      'create policy own_business on public.%1$I as permissive for all to public using (%2$I = %3$s) with check (%2$I = %3$s)',
      one.name, key, current);
    if one.name = any ('{${APPEND_ONLY.join(',')}}') then
      execute format('grant select, insert on public.%I to ${APP_ROLE}', one.name);
      execute format('drop trigger if exists append_only on public.%I', one.name);
      execute format(
        'create trigger append_only before update or delete on public.%I for each row execute function refuse_change()',
        one.name);
    else
      execute format('grant select, insert, update, delete on public.%I to ${APP_ROLE}', one.name);
    end if;
  end loop;
end $$;

do $$
declare
  one record;
begin
  for one in select c.relname as name, pg_get_viewdef(c.oid) as definition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('v', 'm') and ${NOT_OF_EXTENSION}
  loop
    if one.definition !~ 'WHERE COALESCE\\(\\(\\w*\\.?business_id = \\( SELECT \\(NULLIF\\(current_setting' then
      raise exception 'view % does not keep to a business', one.name;
    end if;
    execute format('revoke all on public.%I from ${APP_ROLE}', one.name);
    execute format('grant select on public.%I to ${APP_ROLE}', one.name);
  end loop;
end $$;

grant usage on all sequences in schema public to ${APP_ROLE};
grant usage on schema public to ${APP_ROLE};
`;
const STATEMENTS = TEMPLATE.replaceAll(DIGEST, createHash('sha256').update(TEMPLATE).digest('hex'));

/** Enables row-level security on every table of the database, inside the caller's transaction. */
export async function enableRowLevelSecurity(client: ClientBase): Promise<void> {
  await client.query(STATEMENTS);
}
