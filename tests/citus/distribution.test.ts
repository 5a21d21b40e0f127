/** A distributed database: what is where, and that isolation and append-only tables hold on the workers themselves. */

import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate } from '#platform/server/database/migrate.ts';
import { toTokenKey } from '#platform/server/secrets.ts';
import { withUsername } from '#tests/setup/accounts.ts';
import { createBusiness, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { runSql, urlOf } from '#tests/support/helpers/citus.ts';
import { APPEND_ONLY, expectProtected, listShards } from '#tests/support/helpers/citusShards.ts';
import { createPool } from '#tests/support/helpers/pools.ts';

const REFERENCE = ['businesses', 'usernames'];
const LOCAL = ['attempts', 'provider_events', 'sealing_keys'];

const api = useApi();
let pool: pg.Pool;
let businessId: number;
beforeAll(async () => {
  pool = createPool(withUsername(api.database.adminUrl ?? '', inject('postgres').account));
  for (const _ of [1, 2]) {
    const business = await createBusiness(api);
    businessId = business.id;
    const { author, client } = await createAssignedClient(api, business);
    const { id } = await createSignedNote(api, author, { clientId: client.id });
    const review = { params: { id }, body: { action: 'deny', reason: 'Too short' } };
    await api.ok(business.admin.token, 'PATCH /api/notes/:id/review', review);
  }
});
afterAll(() => pool.end());

/** The shard of a table that has the rows of the business, and the address of a worker that has it, for an account. */
async function findShard(
  table: string,
  account: string,
  ofBusiness = businessId,
): Promise<{ shard: string; url: string }> {
  const [row] = await api.sql<{ shard: string; host: string; port: number }>(
    `select format('public.%I', $1::text || '_' || s.shardid) as shard, n.nodename as host, n.nodeport as port
     from (select get_shard_id_for_distribution_column($1::text::regclass, $2::bigint) as shardid) s
       join pg_dist_placement using (shardid) join pg_dist_node n using (groupid)
     where groupid > 0`,
    [table, ofBusiness],
  );
  const url = new URL(withUsername(api.database.adminUrl ?? '', account));
  url.hostname = row?.host ?? '';
  url.port = String(row?.port);
  return { shard: row?.shard ?? '', url: url.href };
}

/** The addresses of the database on the coordinator and the workers, for the superuser. */
const listServers = () => {
  const { admin, workers } = inject('postgres');
  return [admin, ...workers].map((server) =>
    urlOf(server, new URL(api.database.adminUrl ?? '').pathname.slice(1)),
  );
};

/** Runs work in a transaction on the worker of the business, as an account, and rolls it back. */
async function onWorker<T>(
  table: string,
  account: string,
  work: (client: pg.Client, shard: string) => Promise<T>,
): Promise<T> {
  const { shard, url } = await findShard(table, account);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    return await work(client, shard);
  } finally {
    await client.end();
  }
}

test('every table is distributed by business with the users, or one of the listed others', async () => {
  const tables = await api.sql<{
    name: string;
    column: string | null;
    together: boolean;
    kind: string | null;
  }>(
    `select c.relname as name, t.distribution_column as column, t.citus_table_type as kind,
       t.colocation_id = (select colocation_id from citus_tables where table_name = 'users'::regclass) as together
     from pg_class c left join citus_tables t on t.table_name = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  const others = tables.filter(({ kind }) => kind !== 'distributed');
  expect(
    others
      .filter(({ kind }) => kind === 'reference')
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(REFERENCE);
  expect(
    others
      .filter(({ kind }) => kind === null)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(LOCAL);
  const distributed = tables.filter(({ kind }) => kind === 'distributed');
  expect(distributed.length).toBeGreaterThan(50);
  expect(distributed.filter(({ column, together }) => column !== 'business_id' || !together)).toEqual([]);
});

test('a later migration that changes rows and fills a new table distributes it, and does not wait for users of other tables', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quarterhour-migrations-'));
  await cp('db/migrations', folder, { recursive: true });
  const added = join(folder, '20990101000000_added');
  await mkdir(added);
  await writeFile(
    join(added, 'migration.sql'),
    `alter table users add column mark text;
     --> statement-breakpoint
     update users set mark = 'old';
     --> statement-breakpoint
     create table visit_marks (business_id bigint not null, id bigserial not null, user_id bigint not null,
       constraint visit_marks_pk primary key (business_id, id),
       constraint visit_marks_user foreign key (business_id, user_id) references users (business_id, id));
     --> statement-breakpoint
     insert into visit_marks (business_id, user_id) select business_id, id from users;`,
  );
  const reader = await pool.connect();
  await reader.query('begin; select from notes limit 1');
  expect(await migrate(pool, folder)).toBe(1);
  await reader.query('rollback');
  reader.release();
  await rm(folder, { recursive: true });
  const [table] = await api.sql(
    `select citus_table_type as kind, distribution_column as column, pg_relation_size('visit_marks')::int as bytes,
       (select count(*) from visit_marks) = (select count(*) from users where mark = 'old') as filled
     from citus_tables where table_name = 'visit_marks'::regclass`,
  );
  expect(table).toEqual({ kind: 'distributed', column: 'business_id', bytes: 0, filled: true });
  await expect(
    onWorker('visit_marks', 'quarterhour_app', (client, shard) =>
      client.query(`insert into ${shard} values (${businessId}, 1, 1)`),
    ),
  ).rejects.toThrow('row-level security');
  await onWorker('users', 'postgres', (client, shard) => client.query(`select mark from ${shard}`));
});

/** Creates businesses until one is in another shard of a table than `other`. */
async function createInOtherShard(table: string, other: string): Promise<TestBusiness> {
  const business = await createBusiness(api);
  const { shard } = await findShard(table, 'postgres', business.id);
  return shard === other ? createInOtherShard(table, other) : business;
}

test('of the lookups of sessions that are sent together, only those of a business whose shard cannot be read fail', async () => {
  const affected = await createBusiness(api);
  const { shard, url } = await findShard('sessions', 'postgres', affected.id);
  const other = await createInOtherShard('sessions', shard);
  const roles = `quarterhour_app, ${inject('postgres').account}`;
  await runSql(url, `revoke select on ${shard} from ${roles}`);
  const now = new Date();
  const [ofAffected, ofOther] = await Promise.allSettled(
    [affected, other].map(({ admin }) =>
      api.server.services.sessionLoader.load({ token: toTokenKey(admin.token), now }),
    ),
  );
  expect(ofAffected).toMatchObject({ status: 'rejected' });
  expect(ofOther).toMatchObject({ status: 'fulfilled', value: { businessId: other.id } });
  await runSql(url, `grant select on ${shard} to ${roles}`);
});

describe('on a worker itself', () => {
  test.each([
    ['notes', 'business_id'],
    ['usernames', 'business_id'],
    ['businesses', 'id'],
  ])(
    'the role of a business sees its own rows of %s only, and none without a business',
    async (table, column) => {
      const listBusinesses = (setting: string) =>
        onWorker(table, 'quarterhour_app', async (client, shard) => {
          await client.query(`set local app.business_id = '${setting}'`);
          const { rows } = await client.query<{ id: string }>(
            `select distinct ${column} as id from ${shard}`,
          );
          return rows.map(({ id }) => Number(id));
        });
      expect(await listBusinesses(String(businessId))).toEqual([businessId]);
      expect(await listBusinesses('')).toEqual([]);
      expect(await listBusinesses(String(businessId + 1000))).toEqual([]);
    },
  );

  test('it cannot write a row of another business', async () => {
    await expect(
      onWorker('period_locks', 'quarterhour_app', async (client, shard) => {
        await client.query(`set local app.business_id = '${businessId + 1000}'`);
        await client.query(`delete from ${shard} where business_id = ${businessId}`);
        await client.query(`insert into ${shard} (business_id) values (${businessId})`);
      }),
    ).rejects.toThrow('row-level security');
  });

  describe.each(APPEND_ONLY)('a row of %s', (table) => {
    const change = (account: string, statement: (shard: string) => string) =>
      onWorker(table, account, async (client, shard) => {
        await client.query(`set local app.business_id = '${businessId}'`);
        await client.query(`${statement(shard)} where business_id = ${businessId}`);
      });
    test.each([
      ['quarterhour_app', 'permission denied'],
      ['quarterhour', 'append-only'],
    ])('cannot be changed or deleted by %s: %s', async (account, message) => {
      const update = change(account, (shard) => `update ${shard} set business_id = business_id`);
      await expect(update).rejects.toThrow(message);
      await expect(change(account, (shard) => `delete from ${shard}`)).rejects.toThrow(message);
    });
  });
});

test("every shard and every copy of a reference table, also the coordinator's, has row-level security, its policy, and only the privileges that it needs", async () => {
  const shards = (await Promise.all(listServers().map(listShards))).flat();
  const copies = shards.filter(({ table }) => REFERENCE.includes(table));
  expect(copies).toHaveLength(REFERENCE.length * listServers().length);
  const [expected] = await api.sql<{ count: number }>(
    `select count(*)::int as count from pg_dist_shard join pg_dist_partition using (logicalrelid) where partmethod = 'h'`,
  );
  expect(expected?.count).toBeGreaterThan(100);
  expect(shards.length - copies.length).toBe(expected?.count);
  expectProtected(shards);
});
