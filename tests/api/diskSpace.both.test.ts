/** The data directory has less free disk space than `FREE_SPACE_MB`. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCreatorBusiness, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { buildClientForm } from '#tests/support/factories/clients.ts';
import { buildPng, buildUploadForm } from '#tests/support/factories/files.ts';
import { startApi, type ApiResponse, type Api } from '#tests/support/helpers/api.ts';
import { watchTableStamps } from '#tests/support/helpers/tableRows.ts';

let api: Api;
let business: TestBusiness;
beforeAll(async () => {
  // More free space than any disk has.
  api = await startApi({ FREE_SPACE_MB: String(2 ** 31) });
  business = await createCreatorBusiness(api);
});
afterAll(() => api.stop());

const summarize = ({ status, error, headers }: ApiResponse<unknown>) => [
  status,
  error?.code,
  headers['retry-after'],
];
const isEmbedded = process.env['TEST_DATABASE'] === 'embedded';
const DISK_FULL = [507, 'disk_full', '60'];

test('POST /api/profile/picture answers 507 on either database [R-7]', async () => {
  const stamps = await watchTableStamps(api);
  const before = await stamps();
  const body = buildUploadForm({ name: 'me.png', bytes: buildPng(64) }, {}, 'profilePicture');
  expect(summarize(await api.call(business.admin.token, 'POST /api/profile/picture', { body }))).toEqual(
    DISK_FULL,
  );
  expect(await stamps()).toEqual(before);
});

test.runIf(isEmbedded)(
  'writes answer 507 on the embedded database, while users can sign in, read and delete [R-7]',
  async () => {
    const { token, username, password } = business.admin;
    const created = await api.call(token, 'POST /api/clients', { body: buildClientForm() });
    expect(summarize(created)).toEqual(DISK_FULL);
    expect(created.error?.message).toMatch(/^The server is out of space\. Nothing was changed\./);
    expect(summarize(await api.call(token, 'PUT /api/profile', { body: { bio: 'Lost?' } }))).toEqual(
      DISK_FULL,
    );
    expect(await api.ok(token, 'GET /api/clients')).toEqual([]);
    const again = await api.ok(null, 'POST /api/auth/login', { body: { username, password } });
    expect((await api.ok(again.token, 'GET /api/profile')).bio).toBeNull();
    const sessions = await api.ok(again.token, 'GET /api/auth/sessions');
    const other = sessions.find(({ current }) => !current);
    const params = { id: other?.id ?? 0 };
    expect((await api.call(again.token, 'DELETE /api/auth/sessions/:id', { params })).status).toBe(204);
  },
);

test.runIf(!isEmbedded)(
  'POST /api/clients answers 201 on a PostgreSQL server, which has its own disk',
  async () => {
    const answer = await api.call(business.admin.token, 'POST /api/clients', { body: buildClientForm() });
    expect(answer.status).toBe(201);
  },
);
