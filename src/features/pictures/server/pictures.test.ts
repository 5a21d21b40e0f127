import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import {
  uploadPicture,
  buildGif,
  buildPdf,
  buildPng,
  buildUploadForm,
  addPngTexts,
} from '#tests/support/factories/files.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { measurePeakMemory } from '#tests/support/helpers/memory.ts';
import { setUpEach, setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const employee = setUpEach(() => createPerson(api, business));

const send = (name: string, bytes: Buffer, field = 'profilePicture') =>
  api.call(employee.token, 'POST /api/profile/picture', {
    body: buildUploadForm({ name, bytes }, {}, field),
  });
/** Downloads a picture as bytes; the test client would decode it as text. */
async function download(token: string, address: string) {
  const answer = await api.server.app.inject({ url: address, headers: { authorization: `Bearer ${token}` } });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}
const storedKeys = async () =>
  (
    await api.sql<{ storage_key: string }>('select storage_key from stored_files where uploaded_by = $1', [
      employee.id,
    ])
  ).map((row) => row.storage_key);

/** Builds a red and blue photo that is rotated and contains its location. */
const photo = () =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: '#d00' } })
    .composite([
      { input: { create: { width: 45, height: 60, channels: 3, background: '#00d' } }, left: 45, top: 0 },
    ])
    .withExif({ IFD0: { Make: 'CANARY CAMERA' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

describe('POST /api/profile/picture', () => {
  test('stores a square, upright JPEG without metadata, which colleagues can read [6.rules.2 7.people.7 10.6.7 S-25]', async () => {
    const bytes = await photo();
    expect(bytes.toString('latin1')).toContain('CANARY');
    const { status, body } = await send('me.jpeg', bytes);
    expect(status).toBe(200);
    expect(body.profilePicture).toMatch(new RegExp(`^/api/users/${employee.id}/picture\\?v=\\d+$`));
    const picture = await download(business.admin.token, body.profilePicture ?? '');
    expect(picture.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=86400, immutable',
    });
    expect(picture.bytes.toString('latin1')).not.toMatch(/CANARY|Exif/);
    const { width, height, format, orientation } = await sharp(picture.bytes).metadata();
    expect({ width, height, format, orientation }).toEqual({
      width: 512,
      height: 512,
      format: 'jpeg',
      orientation: undefined,
    });
    const pixels = await sharp(picture.bytes).raw().toBuffer();
    expect(pixels[0]).toBeGreaterThan(150);
    expect(pixels[pixels.length - 1]).toBeGreaterThan(150);
    const { user } = await api.ok(employee.token, 'GET /api/auth/validate');
    expect(user.profilePicture).toBe(body.profilePicture);
  });

  test.each([
    ['png', () => Promise.resolve(buildPng(40))],
    ['gif', () => Promise.resolve(buildGif())],
    [
      'png followed by a part of another',
      () => Promise.resolve(Buffer.concat([buildPng(40), buildPng(8).subarray(9)])),
    ],
    ['webp', () => sharp(buildPng(40)).webp().toBuffer()],
  ])('accepts a %s', async (kind, make) => {
    expect((await send(`me.${kind.split(' ')[0]}`, await make())).status).toBe(200);
  });

  test('deletes the previous picture and its file', async () => {
    const first = (await uploadPicture(api, employee.token)).profilePicture;
    const before = await storedKeys();
    const second = (await uploadPicture(api, employee.token)).profilePicture;
    expect(second).not.toBe(first);
    const after = await storedKeys();
    expect(after).toHaveLength(1);
    expect(await api.server.services.files.stat(before[0] ?? '')).toBeNull();
    expect(await api.server.services.files.stat(after[0] ?? '')).not.toBeNull();
  });

  test.each([
    ['a text', 'me.png', Buffer.from('not a picture')],
    ['a PDF', 'me.jpg', buildPdf()],
    [
      'an SVG, which may contain a script',
      'me.png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['the extension of an SVG', 'me.svg', buildPng(40)],
    ['half a picture', 'me.png', buildPng(64).subarray(0, 60)],
  ])('answers 415 for %s [5.other.6 9.pictures.3 10.1.32 T18]', async (_, name, bytes) => {
    const message = 'Please select a valid image file';
    expectIssue(await send(name, bytes), { path: 'profilePicture', message }, 415);
    expect((await api.ok(employee.token, 'GET /api/profile')).profilePicture).toBeNull();
    expect(await storedKeys()).toEqual([]);
  });

  test('answers 415 for a small file with a huge picture [T19]', async () => {
    const huge = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(huge.length).toBeLessThan(5 * 1024 * 1024);
    expect((await send('me.png', huge)).status).toBe(415);
  });

  test('does not decompress 630 MB of text chunks in a picture [T19]', async () => {
    const picture = addPngTexts(buildPng(64), 80);
    const peak = await measurePeakMemory(async () =>
      expect((await send('me.png', picture)).status).toBe(200),
    );
    expect(peak).toBeLessThan(150 * 1024 * 1024);
  });

  test('answers 413 for a picture of 5 MB, and takes one of a byte less [5.other.7 9.pictures.3 S-24]', async () => {
    const large = Buffer.concat([buildPng(40)], 5 * 1024 * 1024);
    const { status, error } = await send('me.png', large);
    expect([status, error?.message]).toEqual([413, 'Image must be smaller than 5MB']);
    expect((await send('me.png', large.subarray(0, -1))).status).toBe(200);
  });

  test('answers 400 for a form without a picture, and 415 for JSON', async () => {
    expect((await send('me.png', buildPng(), 'file')).status).toBe(400);
    const answer = await api.call(employee.token, 'POST /api/profile/picture', { body: {} });
    expect(answer.status).toBe(415);
  });
});

describe('DELETE /api/profile/picture', () => {
  test('removes the picture, and answers 404 without one', async () => {
    const { profilePicture } = await uploadPicture(api, employee.token);
    const removed = await api.call(employee.token, 'DELETE /api/profile/picture');
    expect([removed.status, removed.body.profilePicture]).toEqual([200, null]);
    expect((await download(employee.token, profilePicture ?? '')).status).toBe(404);
    expect(await storedKeys()).toEqual([]);
    expect((await api.call(employee.token, 'DELETE /api/profile/picture')).status).toBe(404);
  });
});

describe('POST and DELETE /api/users/:id/picture', () => {
  const sendFor = (token: string, id: number) =>
    api.call(token, 'POST /api/users/:id/picture', {
      params: { id },
      body: buildUploadForm({ name: 'me.png', bytes: buildPng(40) }, {}, 'profilePicture'),
    });

  test('set and remove the picture, with an entry in the audit log [6.rules.2]', async () => {
    const manager = await createPerson(api, business, { form: { role: 'manager' } });
    const { status, body } = await sendFor(manager.token, employee.id);
    expect([status, body.id]).toEqual([200, employee.id]);
    expect(body.profilePicture).toMatch(new RegExp(`^/api/users/${employee.id}/picture`));
    expect((await api.ok(manager.token, 'GET /api/profile')).profilePicture).toBeNull();
    const params = { id: employee.id };
    const removed = await api.call(manager.token, 'DELETE /api/users/:id/picture', { params });
    expect([removed.status, removed.body.profilePicture]).toEqual([200, null]);
    const rows = await api.ok(manager.token, 'GET /api/audit', {
      query: { object: 'person', objectId: employee.id, actor: manager.id },
    });
    expect(rows.map(({ action }) => action)).toEqual(['picture_removed', 'picture_changed']);
  });

  test("answer 403 to employees and for an admin's picture, and 404 in another business [6.rules.2]", async () => {
    const manager = await createPerson(api, business, { form: { role: 'manager' } });
    const other = await createBusiness(api);
    expect((await sendFor(employee.token, manager.id)).status).toBe(403);
    const refused = await sendFor(manager.token, business.admin.id);
    expect([refused.status, refused.error?.message]).toEqual([
      403,
      "Only an admin can change an admin's profile.",
    ]);
    const params = { id: business.admin.id };
    expect((await api.call(manager.token, 'DELETE /api/users/:id/picture', { params })).status).toBe(403);
    expect((await sendFor(other.admin.token, employee.id)).status).toBe(404);
    expect((await api.ok(business.admin.token, 'GET /api/profile')).profilePicture).toBeNull();
  });
});

test('a repeated upload with the same key is stored once, and answers 409 with another picture [10.1.36]', async () => {
  const headers = { 'idempotency-key': 'once' };
  const send = (bytes: Buffer) => {
    const body = buildUploadForm({ name: 'me.png', bytes }, {}, 'profilePicture');
    return api.call(employee.token, 'POST /api/profile/picture', { headers, body });
  };
  const first = await send(buildPng(64));
  const keys = await storedKeys();
  const [again, other] = [await send(buildPng(64)), await send(buildPng(65))];
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expectError(other, 409, 'idempotency_key_reused');
  expect(await storedKeys()).toEqual(keys);
  expect(keys).toHaveLength(1);
});

test('GET /api/users/:id/picture answers 404 for another business [T8]', async () => {
  const { profilePicture } = await uploadPicture(api, employee.token);
  const other = await createBusiness(api);
  expect((await download(other.admin.token, profilePicture ?? '')).status).toBe(404);
});
