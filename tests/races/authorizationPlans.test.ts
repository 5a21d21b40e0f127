/** Statements are planned once for a connection, possibly before their tables have statistics (docs/decisions/018). */

import { expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';

const api = useApi();

test('the authorizations of a client are read by client before the table was analyzed', async () => {
  const [table] = await api.sql(`select reltuples from pg_class where relname = 'client_services'`);
  expect(table).toEqual({ reltuples: -1 });
  const plan = await api.sql(
    `explain (generic_plan) select sum(units_authorized) from client_services
       where business_id = $1 and client_id = $2 and units_authorized is not null`,
  );
  expect(JSON.stringify(plan)).toContain('Index Scan using client_services_by_client');
});

test('the authorizations of a payer are read by payer', async () => {
  const plan = await api.sql(
    'explain (generic_plan) select count(*) from client_services where business_id = $1 and payer_id = $2',
  );
  expect(JSON.stringify(plan)).toContain('using client_services_by_payer');
});
