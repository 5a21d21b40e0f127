/** A migration by another node changes columns that prepared statements of this node use. */

import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { useApi, type ApiResponse } from '#tests/support/helpers/api.ts';
import { repeatConcurrently } from '#tests/support/helpers/concurrency.ts';

const api = useApi();

test('reads, writes and session lookups answer 200 after the type of a column changed', async () => {
  const business = await createBusiness(api);
  const { admin } = business;
  const client = await createClient(api, business);
  const params = { id: client.id };
  const list = () => api.call(admin.token, 'GET /api/clients');
  const change = () =>
    api.call(admin.token, 'PUT /api/clients/:id', { params, body: { contactName: 'Harriet Moss' } });
  // More concurrent requests than connections, so that each connection prepares both statements.
  const both = () => repeatConcurrently<ApiResponse<unknown>>(12, (n) => (n % 2 ? list() : change()));
  await both();
  await api.sql('alter table clients alter column contact_name type varchar(300)');
  await api.sql('alter table businesses alter column time_zone type varchar(300)');
  const statuses = (await both()).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});
