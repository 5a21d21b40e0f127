/** A migration that another node runs changes columns under statements that connections of this one know by name. */
import { expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';

const api = useApi();

test('reading, writing and signing in succeed after the type of a column changed', async () => {
  const business = await createBusiness(api);
  const { admin } = business;
  const client = await createClient(api, business);
  const params = { id: client.id };
  const clients = () => api.call(admin.token, 'GET /api/clients');
  const change = () =>
    api.call(admin.token, 'PUT /api/clients/:id', { params, body: { contactName: 'Harriet Moss' } });
  const both = () => Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? clients() : change())));
  // More at once than there are connections, so that each of them knows these statements.
  await both();
  await api.sql('alter table clients alter column contact_name type varchar(300)');
  await api.sql('alter table businesses alter column time_zone type varchar(300)');
  const statuses = (await both()).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});
