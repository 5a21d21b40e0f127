import { beforeEach, describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { uploadDocument, buildPdf } from '#tests/support/factories/files.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
let admin: string;
let params: { id: number };

beforeEach(async () => {
  admin = business.admin.token;
  params = { id: (await createClient(api, business)).id };
});

const list = (token = admin) => api.ok(token, 'GET /api/clients/:id/documents', { params });

async function download(token: string | null, id: number, cookies: Record<string, string> = {}) {
  const answer = await api.server.app.inject({
    method: 'GET',
    url: `/api/documents/${id}/file`,
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    cookies,
  });
  return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers };
}

describe('GET /api/documents/:id/file', () => {
  test('sends an attachment that no browser executes [10.6.1,3,6 10.8.10 T18 S-26]', async () => {
    const bytes = buildPdf('Größe');
    const { id } = await uploadDocument(api, admin, {
      clientId: params.id,
      name: "Größe 'neu' (2).pdf",
      bytes,
    });
    const answer = await download(admin, id);
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%27neu%27%20%282%29.pdf",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
  });

  test('accepts the session cookie, which changes do not accept [10.2.5 S-12]', async () => {
    const { id } = await uploadDocument(api, admin, { clientId: params.id });
    const { username, password } = business.admin;
    const login = await api.call(null, 'POST /api/auth/login', { body: { username, password } });
    const cookies = Object.fromEntries(login.cookies.map(({ name, value }) => [name, value]));
    expect((await download(null, id, cookies)).status).toBe(200);
    const deletion = { method: 'DELETE', url: `/api/documents/${id}`, cookies };
    expect((await api.send(null, deletion)).status).toBe(401);
    expect(await list()).toHaveLength(1);
  });

  test('answers 404 for a file that is missing in the store', async () => {
    const { id } = await uploadDocument(api, admin, { clientId: params.id });
    const [row] = await api.sql<{ key: string }>(
      'select storage_key as key from stored_files where business_id = $1',
      [business.id],
    );
    await api.server.services.files.delete(String(row?.key));
    const answer = await api.call(admin, 'GET /api/documents/:id/file', { params: { id } });
    expect([answer.status, answer.error?.message]).toEqual([404, 'This file is no longer there.']);
  });
});
