/** Session lookups while connections open and close. */

import type { PoolClient } from 'pg';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const api = useApi();
let token: string;
beforeAll(async () => {
  token = (await createBusiness(api)).admin.token;
});

type Opening = { newClient: (waiting: object) => void };

test('a lookup does not wait for a connection that opens slowly when another one is free', async () => {
  const { lookups: pool } = api.server.services.database;
  const validate = async () => (await api.call(token, 'GET /api/auth/validate')).status;
  const busy: PoolClient[] = [await pool.connect()];
  while (pool.idleCount > 0) busy.push(await pool.connect());
  const open = vi.spyOn(pool as unknown as Opening, 'newClient').mockImplementation(() => undefined);
  onTestFinished(() => {
    open.mockRestore();
  });
  const first = validate();
  await vi.waitFor(() => expect(open).toHaveBeenCalledOnce());
  for (const client of busy) client.release();
  expect(await validate()).toBe(200);

  // The connection opens.
  const [waiting] = open.mock.calls[0] ?? [];
  open.mockRestore();
  (pool as unknown as Opening).newClient(waiting ?? {});
  expect(await first).toBe(200);
});
