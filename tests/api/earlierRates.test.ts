/** Rates of an earlier release, which had no days. */

import { expect, test } from 'vitest';
import { addBusinesses } from '#tests/support/factories/earlierRelease.ts';
import { migrateEarlier } from '#tests/support/helpers/migratedDatabase.ts';

test('the rates of an earlier release hold from the beginning [15.rates.7]', async () => {
  await migrateEarlier('_rates_by_day', async (pool, migrateOn) => {
    await addBusinesses(pool);
    await pool.query(`insert into services (business_id, id, key, name, position, unit_rate)
      values (7, 1, 'care', 'Care', 0, 6.5), (7, 2, 'meals', 'Meals', 1, null)`);
    await pool.query(`insert into clients (business_id, id, company_name, contact_name)
      values (7, 1, 'C-1', 'Cleo')`);
    await pool.query(`insert into client_services (business_id, id, client_id, category, service_name, unit_rate)
      values (7, 1, 1, 'care', 'Care', 7), (7, 2, 1, 'care', 'Care', null)`);
    await migrateOn();
    const read = async (table: string) =>
      (await pool.query<{ rates: object[] }>(`select rates from ${table} order by id`)).rows;
    expect(await read('services')).toEqual([{ rates: [{ from: null, unitRate: '6.50' }] }, { rates: [] }]);
    expect(await read('client_services')).toEqual([
      { rates: [{ from: null, unitRate: '7.00' }] },
      { rates: [] },
    ]);
  });
});
