import { beforeEach, describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import {
  uploadResource,
  buildPdf,
  buildPng,
  buildTxt,
  buildUploadForm,
} from '#tests/support/factories/files.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi, type RequestOptions } from '#tests/support/helpers/api.ts';
import { expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
const employee = setUpEach(() => createPerson(api, business));
let admin: string;

beforeEach(async () => {
  admin = business.admin.token;
});

const list = (token = admin, query: RequestOptions['query'] = {}) =>
  api.ok(token, 'GET /api/business-resources', { query });
const link = (fields: Record<string, unknown> = {}, token = admin) =>
  api.call(token, 'POST /api/business-resources', {
    body: { title: 'Forms', fileUrl: 'https://example.com/forms?a=1#b', ...fields },
  });
const change = (id: number, body: Record<string, unknown>, token = admin) =>
  api.call(token, 'PUT /api/business-resources/:id', { params: { id }, body });
const download = async (token: string, id: number) =>
  (await api.call(token, 'GET /api/business-resources/:id/file', { params: { id } })).status;

test('POST /api/business-resources/upload shares a file [3.resources.3 7.resources.2 10.6.3]', async () => {
  const bytes = buildPdf('Handbook');
  const resource = await uploadResource(api, admin, {
    title: ' Handbook ',
    description: ' Read me ',
    category: 'handbook',
    accessLevel: 'employees',
    file: { name: 'Handbook 2026.pdf', bytes },
  });
  expect(resource).toMatchObject({
    title: 'Handbook',
    description: 'Read me',
    category: 'handbook',
    accessLevel: 'employees',
    status: 'active',
    kind: 'file',
    fileName: `${Date.parse(resource.createdAt)}_Handbook 2026.pdf`,
    originalName: 'Handbook 2026.pdf',
    fileSize: bytes.length,
    mimeType: 'application/pdf',
    fileUrl: `/api/business-resources/${resource.id}/file`,
    uploadedBy: business.admin.id,
    uploadedByName: 'Ada Owner',
    can: { edit: true },
  });
  expect(await list(employee.token)).toEqual([{ ...resource, can: { edit: false } }]);
  const answer = await api.server.app.inject({
    method: 'GET',
    url: resource.fileUrl,
    headers: { authorization: `Bearer ${employee.token}` },
  });
  expect(answer.rawPayload.equals(bytes)).toBe(true);
  expect(answer.headers['content-disposition']).toBe("attachment; filename*=UTF-8''Handbook%202026.pdf");
});

test('POST /api/business-resources shares a link, which has no file [3.resources.4 5.resource.2,3 7.resources.4 9.defaults.6 S-27]', async () => {
  const { status, body } = await link();
  expect(status).toBe(201);
  expect(body).toMatchObject({
    title: 'Forms',
    description: null,
    category: 'other',
    accessLevel: 'all',
    status: 'active',
    kind: 'url',
    fileUrl: 'https://example.com/forms?a=1#b',
    fileName: null,
    originalName: null,
    fileSize: null,
    mimeType: null,
  });
  expect(await download(admin, body.id)).toBe(404);
  const newer = await uploadResource(api, admin);
  expect((await list()).map(({ id }) => id)).toEqual([newer.id, body.id]);
});

const NOT_A_URL = 'Please enter a valid URL (http or https)';

test.each([
  ['title', '', 'Title is required'],
  ['title', 'x'.repeat(256), 'At most 255 characters'],
  ['description', 'x'.repeat(2001), 'At most 2000 characters'],
  ['fileUrl', '', NOT_A_URL],
  ['fileUrl', 'example.com', NOT_A_URL],
  ['fileUrl', 'javascript:alert(1)', NOT_A_URL],
  ['fileUrl', ' JaVaScRiPt:alert(1)', NOT_A_URL],
  ['fileUrl', 'java\nscript:alert(1)', NOT_A_URL],
  ['fileUrl', 'data:text/html,<script>1</script>', NOT_A_URL],
  ['fileUrl', 'vbscript:x', NOT_A_URL],
  ['fileUrl', 'https:example.com', NOT_A_URL],
  ['fileUrl', 'https://', NOT_A_URL],
  ['fileUrl', 'file:///etc/passwd', NOT_A_URL],
  ['fileUrl', 'blob:https://example.com/1', NOT_A_URL],
  ['fileUrl', 'https://exa\tmple.com/', NOT_A_URL],
  ['fileUrl', 'https://ada:secret@example.com/', 'The URL must not contain a user name or password'],
  ['fileUrl', `https://example.com/${'x'.repeat(2048)}`, 'At most 2048 characters'],
])(
  'POST /api/business-resources answers 400 to %s %j [5.resource.1 9.texts.3 10.6.8 T18 S-27]',
  async (path, value, message) => {
    expectIssue(await link({ [path]: value }), { path, message });
    expect(await list()).toEqual([]);
  },
);

test.each(['category', 'accessLevel', 'status'])(
  'POST /api/business-resources answers 400 to an unknown %s',
  async (path) => {
    const answer = await link({ [path]: 'everything' });
    expect([answer.status, answer.error?.issues?.map((issue) => issue.path)]).toEqual([400, [path]]);
  },
);

test.each<[what: string, form: () => FormData, status: number, path: string]>([
  [
    'without a file',
    () => buildUploadForm({ name: '', bytes: Buffer.alloc(0) }, { title: 'T' }),
    400,
    'file',
  ],
  ['without a title', () => buildUploadForm({ name: 'a.txt', bytes: buildTxt() }), 400, 'title'],
  [
    'of another type',
    () => buildUploadForm({ name: 'a.zip', bytes: buildTxt() }, { title: 'T' }),
    415,
    'file',
  ],
  [
    'with another content',
    () => buildUploadForm({ name: 'a.png', bytes: buildTxt() }, { title: 'T' }),
    415,
    'file',
  ],
])('an upload %s returns an error [5.resource.5]', async (_, form, status, path) => {
  const answer = await api.call(admin, 'POST /api/business-resources/upload', { body: form() });
  expect([answer.status, answer.error?.issues?.map((issue) => issue.path)]).toEqual([status, [path]]);
  expect(await list()).toEqual([]);
});

test('one idempotency key shares one file, and answers 409 to a different file [10.1.36]', async () => {
  const headers = { 'idempotency-key': 'once' };
  const send = (bytes: Buffer) => {
    const body = buildUploadForm({ name: 'a.txt', bytes }, { title: 'Forms' });
    return api.call(admin, 'POST /api/business-resources/upload', { headers, body });
  };
  const [first, again, other] = [
    await send(buildTxt('one')),
    await send(buildTxt('one')),
    await send(buildTxt('other')),
  ];
  expect([first.status, again.status, other.status]).toEqual([201, 201, 409]);
  expect(again.body).toEqual(first.body);
  expect(other.error?.code).toBe('idempotency_key_reused');
  expect((await list()).map(({ id }) => id)).toEqual([first.body.id]);
});

test('an upload as JSON answers 415 [7.resources.3]', async () => {
  const body = { title: 'T' };
  expect((await api.call(admin, 'POST /api/business-resources/upload', { body })).status).toBe(415);
});

describe('GET /api/business-resources', () => {
  test('hides resources for managers from employees [6.rules.3,4 7.resources.1 10.6.9 S-6]', async () => {
    const manager = await createPerson(api, business, { role: 'manager' });
    const forAll = await uploadResource(api, admin);
    const forManagers = await uploadResource(api, admin, { accessLevel: 'managers' });
    const forEmployees = await uploadResource(api, admin, { accessLevel: 'employees' });
    const listIds = async (token: string) => (await list(token)).map(({ id }) => id);
    expect(await listIds(employee.token)).toEqual([forEmployees.id, forAll.id]);
    expect(await listIds(manager.token)).toEqual([forEmployees.id, forManagers.id, forAll.id]);
    const answers = [forAll, forManagers, forEmployees].map(({ id }) => download(employee.token, id));
    expect(await Promise.all(answers)).toEqual([200, 404, 200]);
    expect(await download(manager.token, forManagers.id)).toBe(200);
  });

  test.each(['inactive', 'archived'])(
    'answers %s resources to managers on request [2.dashboard.12 4.status.8 10.6.10 S-6]',
    async (status) => {
      const { id } = await uploadResource(api, admin);
      expect((await change(id, { status })).body).toMatchObject({ id, status });
      expect([await list(), await list(employee.token)]).toEqual([[], []]);
      expect((await list(admin, { status })).map((one) => one.id)).toEqual([id]);
      expect((await list(admin, { status: 'any' })).map((one) => one.id)).toEqual([id]);
      const refused = await api.call(employee.token, 'GET /api/business-resources', { query: { status } });
      expect(refused.status).toBe(403);
      expect([await download(employee.token, id), await download(admin, id)]).toEqual([404, 200]);
      await change(id, { status: 'active' });
      expect(await list(employee.token)).toHaveLength(1);
    },
  );
});

describe('PUT and DELETE /api/business-resources/:id', () => {
  test('store a link as it was entered, without spaces around it [10.6.8]', async () => {
    const { body } = await link({ fileUrl: ' https://example.com ' });
    expect(body.fileUrl).toBe('https://example.com');
    expect((await change(body.id, { fileUrl: 'HTTP://Example.org/ä' })).body.fileUrl).toBe(
      'HTTP://Example.org/ä',
    );
  });

  test('changes only the fields that are sent [10.6.10 10.8.10]', async () => {
    const { body: before } = await link({ description: 'Old', category: 'form' });
    const { body } = await change(before.id, { title: 'New', fileUrl: ' http://example.org ' });
    expect(body).toEqual({
      ...before,
      title: 'New',
      fileUrl: 'http://example.org',
      updatedAt: body.updatedAt,
    });
    expect((await change(before.id, { description: '' })).body.description).toBeNull();
    const details = await api.sql<{ details: unknown }>(
      `select details from audit_log where business_id = $1 and object = 'resource' and action = 'changed' order by seq`,
      [business.id],
    );
    expect(details[0]?.details).toEqual({
      changed: ['title', 'fileUrl'],
      accessLevel: 'all',
      status: 'active',
    });
  });

  test('answers 400 to a URL for a file, and to invalid fields', async () => {
    const { id } = await uploadResource(api, admin);
    const answer = await change(id, { fileUrl: 'https://example.com/' });
    expect([answer.status, answer.error?.issues?.[0]?.path]).toEqual([400, 'fileUrl']);
    expect((await change(id, { title: ' ' })).error?.issues).toEqual([
      { path: 'title', message: 'Title is required' },
    ]);
  });

  test('deletes the file too, and answers 404 afterwards [10.8.10]', async () => {
    const { id } = await uploadResource(api, admin, { file: { name: 'photo.png', bytes: buildPng() } });
    const [row] = await api.sql<{ key: string }>(
      'select storage_key as key from stored_files where business_id = $1',
      [business.id],
    );
    const params = { id };
    expect((await api.call(admin, 'DELETE /api/business-resources/:id', { params })).status).toBe(204);
    expect((await api.call(admin, 'DELETE /api/business-resources/:id', { params })).status).toBe(404);
    expect(await api.server.services.files.stat(String(row?.key))).toBeNull();
    expect(await list(admin, { status: 'any' })).toEqual([]);
  });
});

test('employees get 403 for every change [6.capability.16]', async () => {
  const { id } = await uploadResource(api, admin);
  const before = await checksumRows(api, business.id);
  const { token } = employee;
  const form = buildUploadForm({ name: 'a.txt', bytes: buildTxt() }, { title: 'T' });
  const statuses = [
    (await link({}, token)).status,
    (await api.call(token, 'POST /api/business-resources/upload', { body: form })).status,
    (await change(id, { title: 'Mine' }, token)).status,
    (await api.call(token, 'DELETE /api/business-resources/:id', { params: { id } })).status,
  ];
  expect(statuses).toEqual([403, 403, 403, 403]);
  expect(await checksumRows(api, business.id)).toEqual(before);
});

test('resources of another business answer 404 [T8]', async () => {
  const { id } = await uploadResource(api, admin);
  const { token } = (await createBusiness(api)).admin;
  expect(await list(token, { status: 'any' })).toEqual([]);
  const statuses = [
    (await change(id, { title: 'Mine' }, token)).status,
    (await api.call(token, 'DELETE /api/business-resources/:id', { params: { id } })).status,
    await download(token, id),
  ];
  expect(statuses).toEqual([404, 404, 404]);
});
