import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../../tests/world/api.ts';
import type { Api } from '../../../../tests/world/api.ts';
import { aBusiness } from '../../../../tests/world/business.ts';
import { aPerson } from '../../../../tests/world/people.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('smoke', async () => {
  const business = await aBusiness(api);
  const eve = await aPerson(api, business);
  const { body } = await api.call(eve.token, 'GET /api/users');
  expect(body.map((one) => one.username)).toEqual([business.admin.username, eve.username]);
});
