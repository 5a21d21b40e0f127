/** Records of documents that are kept elsewhere. */
import { beforeEach, describe, expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';

const api = useApi();
let admin: string;
let params: { id: number };
beforeEach(async () => {
  const business = await createBusiness(api);
  admin = business.admin.token;
  params = { id: (await createClient(api, business)).id };
});

const add = (body: object) => api.call(admin, 'POST /api/clients/:id/documents', { params, body });

describe('the record of a document kept elsewhere', () => {
  const record = { originalName: 'plan.pdf', fileSize: 10, mimeType: 'application/pdf' };

  test('has no content to download [7.clients.8 10.6.2]', async () => {
    const { status, body } = await add({ ...record, fileName: '1_plan.pdf' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...record, fileName: '1_plan.pdf', description: null, hasContent: false });
    expect((await api.call(admin, 'GET /api/documents/:id/file', { params: { id: body.id } })).status).toBe(
      404,
    );
    expect((await add(record)).body.fileName).toMatch(/^\d{13}_plan\.pdf$/);
  });

  test.each([
    ['fileSize', 0, 'File size must be greater than 0'],
    ['fileSize', 1.5, 'File size must be a whole number of bytes'],
    ['originalName', '', 'File name is required'],
    ['originalName', '../plan.pdf', 'A file name must not contain slashes'],
    ['fileName', 'a/b.pdf', 'A file name must not contain slashes'],
    ['mimeType', '', 'File type is required'],
  ])('refuses %s %j: %s [5.other.4]', async (path, value, message) => {
    const answer = await add({ ...record, [path]: value });
    expect([answer.status, answer.error?.issues]).toEqual([400, [{ path, message }]]);
    expect(await api.ok(admin, 'GET /api/clients/:id/documents', { params })).toEqual([]);
  });
});
