import { beforeEach, describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient, createAssignment } from '#tests/support/factories/clients.ts';
import {
  uploadDocument,
  buildPdf,
  buildPng,
  buildTxt,
  buildUploadForm,
} from '#tests/support/factories/files.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';

const UPLOAD = 'POST /api/clients/:id/documents';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
const employee = setUpEach(() => createPerson(api, business));
let admin: string;
let params: { id: number };

beforeEach(async () => {
  admin = business.admin.token;
  params = { id: (await createClient(api, business)).id };
});

const list = (token = admin) => api.ok(token, 'GET /api/clients/:id/documents', { params });
const upload = (name: string, bytes: Buffer, fields: Record<string, string> = {}) =>
  api.call(admin, UPLOAD, { params, body: buildUploadForm({ name, bytes }, fields) });

async function download(token: string | null, id: number, cookies: Record<string, string> = {}) {
  const answer = await api.server.app.inject({
    method: 'GET',
    url: `/api/documents/${id}/file`,
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    cookies,
  });
  return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers };
}

describe('POST /api/clients/:id/documents', () => {
  test('stores name, size, detected type and uploader [7.clients.7 10.1.1 10.6.1]', async () => {
    const bytes = buildPdf('Care plan');
    const { status, body } = await upload(' Größe & Plan.pdf ', bytes, { description: ' Signed in May ' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      clientId: params.id,
      originalName: 'Größe & Plan.pdf',
      fileSize: bytes.length,
      mimeType: 'application/pdf',
      description: 'Signed in May',
      uploadedBy: business.admin.id,
      uploadedByName: 'Ada Owner',
      hasContent: true,
      can: { remove: true },
    });
    expect(body.fileName).toBe(`${Date.parse(body.createdAt)}_Größe & Plan.pdf`);
    const second = await uploadDocument(api, admin, {
      clientId: params.id,
      name: 'photo.png',
      bytes: buildPng(),
    });
    expect((await list()).map(({ id }) => id)).toEqual([second.id, body.id]);
  });

  test('accepts the parts in any order', async () => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(buildTxt())]), 'note.txt');
    form.set('description', 'Behind the file');
    expect(await api.ok(admin, UPLOAD, { params, body: form })).toMatchObject({
      description: 'Behind the file',
    });
  });

  test.each<[what: string, name: string, bytes: Buffer, status: number, message: string]>([
    ['an empty file', 'empty.pdf', Buffer.alloc(0), 400, 'The file is empty'],
    [
      'a name with a relative path',
      '../../plan.pdf',
      buildPdf(),
      400,
      'A file name must not contain slashes',
    ],
    ['an absolute name', 'C:\\plan.pdf', buildPdf(), 400, 'A file name must not contain slashes'],
    ['a name of dots', '..', buildPdf(), 400, 'The file has no name'],
    [
      'a name with a direction mark',
      'plan\u202efdp.txt',
      buildTxt(),
      400,
      'The file name contains hidden characters',
    ],
    ['a long name', `${'x'.repeat(300)}.pdf`, buildPdf(), 400, 'A file name has at most 255 characters'],
    ['a double extension', 'bill.exe.pdf', buildPdf(), 415, 'Programs and web pages are not accepted'],
    ['a drawing', 'drawing.svg', buildTxt('<svg/>'), 415, 'Programs and web pages are not accepted'],
    [
      'another content',
      'plan.pdf',
      buildPng(),
      415,
      'The content of this file does not match its extension (.pdf).',
    ],
  ])('returns an error for %s [10.1.32 10.6.5]', async (...[, name, bytes, status, message]) => {
    const before = await checksumRows(api, business.id);
    expectIssue(await upload(name, bytes), { path: 'file', message }, status);
    expect(await checksumRows(api, business.id)).toEqual(before);
  });

  test.each([
    ['a NUL', 'plan\0.pdf', 400],
    ['a line end', 'plan\r\nX-Evil: 1.pdf', 415],
  ])('rejects %s in a file name of a handwritten header', async (_, name, status) => {
    const answer = await raw([
      ['Content-Disposition: form-data; name="file"; filename="' + name + '"', buildPdf().toString('latin1')],
    ]);
    expect(answer.statusCode).toBe(status);
    expect(await list()).toEqual([]);
  });

  test('answers 413 above 25 MB, regardless of Content-Length [5.resource.7 10.1.31 10.6.4 T19 S-24]', async () => {
    const large = Buffer.alloc(25 * 1024 * 1024 + 1, 'x');
    const answer = await upload('large.txt', large);
    const message = 'File must be smaller than 25MB';
    expect([answer.status, answer.error?.code, answer.error?.message]).toEqual([413, 'too_large', message]);
    const announced = await api.server.app.inject({
      method: 'POST',
      url: `/api/clients/${params.id}/documents`,
      headers: {
        authorization: `Bearer ${admin}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(30 * 1024 * 1024),
      },
      payload: '--x--',
    });
    expect(announced.statusCode).toBe(413);
    expect((await upload('fits.txt', large.subarray(1))).status).toBe(201);
  });

  test('answers 400 to forms that are not uploads', async () => {
    const none = new FormData();
    none.set('description', 'alone');
    const wrongPart = new FormData();
    wrongPart.set('other', new Blob(['x']), 'note.txt');
    const tooLong = buildUploadForm(
      { name: 'note.txt', bytes: buildTxt() },
      { description: 'x'.repeat(2001) },
    );
    const answers = [];
    for (const body of [none, wrongPart, tooLong])
      answers.push(await api.call(admin, UPLOAD, { params, body }));
    expect(answers.map(({ status, error }) => [status, error?.issues])).toEqual([
      [400, [{ path: 'file', message: 'Please choose a file' }]],
      [400, [{ path: 'other', message: 'No file is expected here' }]],
      [400, [{ path: 'description', message: 'At most 2000 characters' }]],
    ]);
    const twice = await raw([
      ['Content-Disposition: form-data; name="file"; filename="a.txt"', 'one'],
      ['Content-Disposition: form-data; name="file"; filename="b.txt"', 'two'],
    ]);
    expect(twice.statusCode).toBe(413);
    const broken = await raw([['Content-Disposition: form-data; name="file"; filename="a.txt"', 'one']], '');
    expect(broken.statusCode).toBe(400);
    expect(await list()).toEqual([]);
  });

  test('stores one document for one idempotency key, and answers 409 to a different file [10.1.36]', async () => {
    const headers = { 'idempotency-key': 'once' };
    const send = (bytes: Buffer) =>
      api.call(admin, UPLOAD, { params, headers, body: buildUploadForm({ name: 'note.txt', bytes }) });
    const first = await send(buildTxt('one'));
    const again = await send(buildTxt('one'));
    const other = await send(buildTxt('other'));
    expect([first.status, again.status, other.status]).toEqual([201, 201, 409]);
    expect(again.body).toEqual(first.body);
    expect(other.error?.code).toBe('idempotency_key_reused');
    expect(await list()).toHaveLength(1);
    expect(await countStoredFiles()).toBe(1);
  });

  test('answers 409 above 2 GB for a business [S-24]', async () => {
    const { id } = await uploadDocument(api, admin, { clientId: params.id });
    await api.sql(
      `update stored_files set file_size = 2147483648 - $2 where business_id = $1
       and id = (select file_id from documents where business_id = $1 and id = $3)`,
      [business.id, buildTxt().length, id],
    );
    expect((await upload('fits.txt', buildTxt())).status).toBe(201);
    expectError(await upload('more.txt', buildTxt()), 409, 'storage_full');
    expect(await countStoredFiles()).toBe(2);
  });
});

describe('POST /api/clients/:id/documents with JSON', () => {
  const add = (body: object) => api.call(admin, UPLOAD, { params, body });
  const record = { originalName: 'plan.pdf', fileSize: 10, mimeType: 'application/pdf' };

  test('records a document without a file [7.clients.8 10.6.2]', async () => {
    const { status, body } = await add({ ...record, fileName: '1_plan.pdf' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...record, fileName: '1_plan.pdf', description: null, hasContent: false });
    expect((await download(admin, body.id)).status).toBe(404);
    expect((await add(record)).body.fileName).toMatch(/^\d{13}_plan\.pdf$/);
  });

  test.each([
    ['fileSize', 0, 'File size must be greater than 0'],
    ['fileSize', 1.5, 'File size must be a whole number of bytes'],
    ['originalName', '', 'File name is required'],
    ['originalName', '../plan.pdf', 'A file name must not contain slashes'],
    ['originalName', 'plan.exe', 'Programs and web pages are not accepted'],
    ['fileName', 'a/b.pdf', 'A file name must not contain slashes'],
    ['mimeType', '', 'File type is required'],
  ])('answers 400 to %s %j: %s [5.other.4]', async (path, value, message) => {
    expectIssue(await add({ ...record, [path]: value }), { path, message });
    expect(await list()).toEqual([]);
  });
});

test('employees read the documents of their clients, and get 403 for changes [10.8.19]', async () => {
  const document = await uploadDocument(api, admin, { clientId: params.id });
  const { token } = employee;
  expect((await api.call(token, 'GET /api/clients/:id/documents', { params })).status).toBe(404);
  expect((await download(token, document.id)).status).toBe(404);
  await createAssignment(api, business, { clientId: params.id, employeeId: employee.id });
  expect(await list(token)).toEqual([{ ...document, can: { remove: false } }]);
  expect((await download(token, document.id)).status).toBe(200);
  const form = buildUploadForm({ name: 'note.txt', bytes: buildTxt() });
  expect((await api.call(token, UPLOAD, { params, body: form })).status).toBe(403);
  const deletion = await api.call(token, 'DELETE /api/documents/:id', { params: { id: document.id } });
  expect(deletion.status).toBe(403);
  expect(await list()).toHaveLength(1);
});

test('DELETE /api/documents/:id removes the file and answers 404 afterwards [7.clients.10]', async () => {
  const { id } = await uploadDocument(api, admin, { clientId: params.id });
  expect(await countStoredFiles()).toBe(1);
  expect((await api.call(admin, 'DELETE /api/documents/:id', { params: { id } })).status).toBe(204);
  expect((await api.call(admin, 'DELETE /api/documents/:id', { params: { id } })).status).toBe(404);
  expect([await list(), (await download(admin, id)).status, await countStoredFiles()]).toEqual([[], 404, 0]);
  const actions = await api.sql<{ action: string }>(
    `select action from audit_log where business_id = $1 and object = 'document' order by seq`,
    [business.id],
  );
  expect(actions.map(({ action }) => action)).toEqual(['uploaded', 'deleted']);
});

test('documents of another business answer 404 [T8]', async () => {
  const document = await uploadDocument(api, admin, { clientId: params.id });
  const before = await checksumRows(api, business.id);
  const { token } = (await createBusiness(api)).admin;
  const form = buildUploadForm({ name: 'note.txt', bytes: buildTxt() });
  const statuses = [
    (await api.call(token, 'GET /api/clients/:id/documents', { params })).status,
    (await api.call(token, UPLOAD, { params, body: form })).status,
    (await api.call(token, 'DELETE /api/documents/:id', { params: { id: document.id } })).status,
    (await download(token, document.id)).status,
  ];
  expect(statuses).toEqual([404, 404, 404, 404]);
  expect(await checksumRows(api, business.id)).toEqual(before);
});

test('an upload without a session answers 401', async () => {
  const body = buildUploadForm({ name: 'note.txt', bytes: buildTxt() });
  expect((await api.call(null, UPLOAD, { params, body })).status).toBe(401);
});

test('a form sent to a JSON endpoint answers 415', async () => {
  const body = buildUploadForm({ name: 'note.txt', bytes: buildTxt() });
  expect((await api.call(admin, 'POST /api/clients', { body })).status).toBe(415);
});

/** Sends a form that no browser would send. */
function raw(parts: [header: string, content: string][], end = '--x--\r\n') {
  const payload = parts.map(([header, content]) => `--x\r\n${header}\r\n\r\n${content}\r\n`).join('') + end;
  return api.server.app.inject({
    method: 'POST',
    url: `/api/clients/${params.id}/documents`,
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload: Buffer.from(payload, 'latin1'),
  });
}

/** Counts the business's files, after checking that the store has exactly these. */
async function countStoredFiles(): Promise<number> {
  const rows = await api.sql<{ key: string; size: number }>(
    'select storage_key as key, file_size as size from stored_files where business_id = $1',
    [business.id],
  );
  const orphans = await api.sql('select 1 from orphaned_files where business_id = $1', [business.id]);
  expect(orphans).toEqual([]);
  const stats = await Promise.all(rows.map(({ key }) => api.server.services.files.stat(key)));
  expect(stats.every((one) => one !== null)).toBe(true);
  return rows.length;
}
