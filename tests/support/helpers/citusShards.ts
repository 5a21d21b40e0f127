/** Shards as listed in the catalogs of the workers. */

import pg from 'pg';
import { expect } from 'vitest';

export const APPEND_ONLY = ['audit_log', 'note_reviews', 'note_signatures', 'note_versions', 'unit_ledger'];

export interface Shard {
  table: string;
  shard: string;
  hasRowLevelSecurity: boolean;
  /** The number of policies that compare with the tenant on reads and on writes. */
  policies: number;
  /** Privileges of the role of a business. */
  privileges: string[];
  /** Protected by a trigger that refuses changes of rows. */
  appendOnly: boolean;
}

/** The shards of distributed tables and the copies of reference tables on a worker, from its own catalog. */
export async function listShards(connectionString: string): Promise<Shard[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    // Citus hides shards in pg_class.
    await client.query('set citus.override_table_visibility to off');
    const { rows } = await client.query<Shard>(
      `select t.relname as table, c.relname as shard, c.relrowsecurity as "hasRowLevelSecurity",
         (select count(*)::int from pg_policies p
          where p.schemaname = 'public' and p.tablename = c.relname and p.policyname = 'own_business'
            and p.qual like case t.relname when 'businesses' then '(id' else '(business_id' end || ' = %app.business_id%'
            and p.with_check = p.qual) as policies,
         array(select kind from unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE}'::text[]) kind
          where has_table_privilege('quarterhour_app', c.oid, kind)) as privileges,
         exists (select from pg_trigger where tgrelid = c.oid and tgname like 'append_only%' and tgenabled = 'O') as "appendOnly"
       from pg_dist_shard s
         join pg_dist_partition d using (logicalrelid)
         join pg_class t on t.oid = s.logicalrelid
         join pg_class c on c.relname = t.relname || '_' || s.shardid and c.relnamespace = t.relnamespace
       where d.partmethod in ('h', 'n')`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** Expects row-level security, one policy, no other privileges than needed, and the trigger of append-only tables. */
export function expectProtected(shards: readonly Shard[]): void {
  expect(shards.length).toBeGreaterThan(50);
  const describe = ({
    hasRowLevelSecurity,
    policies,
    privileges,
    appendOnly,
  }: Omit<Shard, 'table' | 'shard'>) =>
    `${hasRowLevelSecurity} ${policies} ${privileges.join()} ${appendOnly}`;
  const expected = (appendOnly: boolean) => {
    const privileges = appendOnly ? ['SELECT', 'INSERT'] : ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
    return describe({ hasRowLevelSecurity: true, policies: 1, privileges, appendOnly });
  };
  const isWrong = (shard: Shard) => describe(shard) !== expected(APPEND_ONLY.includes(shard.table));
  expect(shards.filter(isWrong)).toEqual([]);
}
