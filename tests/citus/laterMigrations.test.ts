/** A database that an earlier release distributed, when the migrations since then are applied. */

import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { migrate, migrateAndDistribute } from '#platform/server/database/migrate.ts';
import { withUsername } from '#tests/setup/accounts.ts';
import {
  addBusinesses,
  addNotes,
  billNotes,
  copyMigrationsBefore,
} from '#tests/support/factories/earlierRelease.ts';
import { createCitusDatabase, dropDatabaseOn, urlOf } from '#tests/support/helpers/citus.ts';
import { createPool } from '#tests/support/helpers/pools.ts';

/** The first migration after the release that could be distributed. */
const FIRST = '_authorizations_by_payer';
const NAME = 'quarterhour_earlier';
/** From the range of a worker's sequence. */
const ID_OF_A_WORKER = 2 ** 48 + 5;

test('every migration since the first release on Citus applies to a distributed database with rows', async () => {
  const { admin, workers, account } = inject('postgres');
  const servers = [admin, ...workers];
  await dropDatabaseOn(servers, NAME);
  await createCitusDatabase(servers, NAME, account);
  onTestFinished(() => dropDatabaseOn(servers, NAME));
  const address = withUsername(urlOf(admin, NAME), account);
  const earlier = await copyMigrationsBefore(FIRST);
  onTestFinished(() => rm(earlier, { recursive: true }));
  const before = createPool(address);
  expect((await migrateAndDistribute(before, earlier)).length).toBeGreaterThan(50);
  // As the servers that start after `npm run distribute`: connections from before it have other settings.
  await before.end();
  const [product, superuser] = [createPool(address), createPool(urlOf(admin, NAME))];
  onTestFinished(async () => {
    await Promise.all([product.end(), superuser.end()]);
  });
  await addBusinesses(superuser);
  await addNotes(superuser, [1, 2, 3]);
  await billNotes(superuser);

  await superuser.query(`insert into unit_ledger (business_id, id, client_id, kind, delta, balance_after, actor_id, hash)
    values (7, ${ID_OF_A_WORKER}, 1, 'purchase', 5, 5, 9, '')`);

  expect(await migrate(product, 'db/migrations')).toBeGreaterThan(6);
  expect(await listLocalTables(superuser)).toEqual(['attempts', 'provider_events', 'sealing_keys']);
  const { rows: next } = await superuser.query(`select nextval('unit_ledger_id_seq')::text as id`);
  expect(next).toEqual([{ id: String(ID_OF_A_WORKER + 1) }]);
  const { rows } = await superuser.query('select id::int as id, is_claimed from notes order by id');
  expect(rows).toEqual([
    { id: 1, is_claimed: true },
    { id: 2, is_claimed: false },
    { id: 3, is_claimed: false },
  ]);
});

/** The tables of the product that are on the coordinator only. */
async function listLocalTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname::text as name from pg_class c
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       and not exists (select from citus_tables t where t.table_name = c.oid and t.citus_table_type in ('distributed', 'reference'))
     order by 1`,
  );
  return rows.map(({ name }) => name);
}
