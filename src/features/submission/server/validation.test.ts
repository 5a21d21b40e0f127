import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { buildPngChunk, addPngChunk, addPngTexts } from '#tests/support/factories/files.ts';
import {
  drawSignature,
  createSignedNote,
  buildNoteForm,
  drawPicture,
} from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { measurePeakMemory } from '#tests/support/helpers/memory.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api));
let clientId: number;
let written: number;
beforeAll(async () => {
  clientId = (await createClient(api, business)).id;
  written = (await createSignedNote(api, business.admin, { clientId })).id;
});

/** Returns the issues of a note, which must be the same for a new and a resubmitted one. */
async function issuesOf(fields: Record<string, unknown>) {
  const { token } = business.admin;
  const body = buildNoteForm(clientId, fields);
  const submitted = await api.call(token, 'POST /api/notes', { body });
  const resubmitted = await api.call(token, 'PUT /api/notes/:id', { params: { id: written }, body });
  expect([submitted.status, resubmitted.status]).toEqual([400, 400]);
  expect(resubmitted.error?.issues).toEqual(submitted.error?.issues);
  return submitted.error?.issues;
}

const EMPLOYEE = 'Please provide your signature before submitting the note.';
const CLIENT = "Please obtain the client's signature before submitting the note.";
const CODE = 'Client verification code must be at least 4 characters';

test.each([
  ['clientId', undefined, 'Please select a client'],
  ['clientId', 0, 'Please select a client'],
  ['category', 'cleaning', 'Please select a service'],
  ['workDate', '', 'Work date is required'],
  ['workDate', '2026-02-30', 'Work date is required'],
  ['workDate', '0000-01-01', 'Work date is too long ago'],
  ['workDate', '9999-12-31', 'Work date is too far ahead'],
  ['startTime', undefined, 'Start time is required'],
  ['startTime', '24:00', 'Start time is required'],
  ['endTime', '9:00', 'End time is required'],
  ['endTime', '09:00', 'End time must differ from start time'],
  ['endTime', '01:01', 'A note covers at most 16 hours'],
  ['description', 'too short', 'Description must be at least 10 characters'],
  ['description', ` ${'x'.repeat(9)} `, 'Description must be at least 10 characters'],
  ['description', 'x'.repeat(2001), 'Description too long'],
  ['research', undefined, 'Research must be at least 10 characters'],
  ['research', 'x'.repeat(1501), 'Research too long'],
  ['summary', '', 'Summary must be at least 10 characters'],
  ['summary', 'x'.repeat(501), 'Summary too long'],
  ['clientSignatureCode', '471', CODE],
  ['clientSignatureCode', undefined, CODE],
  ['clientSignatureCode', 'x'.repeat(21), 'At most 20 characters'],
  ['employeeSignature', undefined, EMPLOYEE],
  ['clientSignature', 'data:image/png;base64,AAAA', CLIENT],
  ['clientSignature', `data:image/jpeg;base64,${'A'.repeat(200)}`, CLIENT],
  ['employeeSignature', `data:image/png;base64,${'A'.repeat(300 * 1024)}`, 'Signature too large'],
])(
  '%s %j returns 400 [3.notes.9 5.note.1,3,4,16 9.texts.1,8 10.1.4,22 10.4.7,8 10.5.13]',
  async (path, value, message) => {
    expect(await issuesOf({ [path]: value })).toEqual([{ path, message }]);
  },
);

test('a start that clocks skip in spring returns 400 at its field [15.hours.8]', async () => {
  const skipped = { workDate: '2026-03-08', startTime: '02:50', endTime: '03:10' };
  expect(await issuesOf(skipped)).toMatchObject([
    { path: 'startTime', message: expect.stringMatching(/Enter 3:50 AM\.$/) },
  ]);
});

describe('a signature returns 400 when it is', () => {
  const good = drawSignature();
  const bytes = Buffer.from(good.slice(22), 'base64');
  const dataUrl = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;
  const changed = (at: number, value: number) => {
    const copy = Buffer.from(bytes);
    copy[at] = value;
    return dataUrl(copy);
  };
  /** A header that declares a huge picture, followed by a stream that would decompress to 200 MB. */
  const bomb = () => {
    const copy = Buffer.from(bytes.subarray(0, 33));
    copy.writeUInt32BE(20_000, 16);
    const data = deflateSync(Buffer.alloc(200 * 1024 * 1024));
    return dataUrl(Buffer.concat([copy, data, bytes.subarray(-12)]));
  };

  const end = bytes.subarray(-12);
  const script = Buffer.from('<script>');
  /** A picture with correct checksums and a truncated last line. */
  const unfinished = () => {
    const ink = Buffer.from([0, 0, 0, 255]);
    const line = (y: number) => Buffer.alloc(1600, y === 64 ? ink : 255);
    const lines = Array.from({ length: 128 }, (_, y) => Buffer.concat([Buffer.alloc(1), line(y)]));
    const data = buildPngChunk('IDAT', deflateSync(Buffer.concat(lines).subarray(0, -10)));
    return dataUrl(Buffer.concat([bytes.subarray(0, 33), data, bytes.subarray(-12)]));
  };

  test.each([
    ['blank', drawPicture(() => false)],
    ['one color', drawPicture(() => true)],
    ['a speck', drawPicture((x, y) => x < 4 && y < 4 && x + y > 0)],
    ['random bytes', dataUrl(Buffer.alloc(300, 7))],
    ['cut off', dataUrl(bytes.subarray(0, -40))],
    ['followed by something else', dataUrl(Buffer.concat([bytes, Buffer.from('<script>')]))],
    ['followed by something else and another end', dataUrl(Buffer.concat([bytes, script, end]))],
    ['with parts that no browser knows', dataUrl(addPngChunk(bytes, buildPngChunk('ABCD', script)))],
    ['with a broken checksum', changed(45, 0xff)],
    ['unfinished', unfinished()],
    ['interlaced', changed(28, 1)],
    ['too wide', drawPicture((x) => x < 50, { width: 2100, height: 8 })],
    ['with loose base64', `${good}\n`],
  ])('%s [5.note.16 10.5.13]', async (_, signature) => {
    expect(await issuesOf({ employeeSignature: signature })).toEqual([
      { path: 'employeeSignature', message: EMPLOYEE },
    ]);
  });

  test('an image of 200 MB, which is not decompressed [10.5.13 S-36]', async () => {
    const before = process.memoryUsage().rss;
    const issues = await issuesOf({ clientSignature: bomb() });
    expect(issues).toEqual([{ path: 'clientSignature', message: CLIENT }]);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });
});

test('text chunks of 220 MB in a signature are not decompressed [T19]', async () => {
  const png = Buffer.from(drawSignature().slice(22), 'base64');
  const employeeSignature = `data:image/png;base64,${addPngTexts(png, 28).toString('base64')}`;
  const peak = await measurePeakMemory(() =>
    createSignedNote(api, business.admin, { clientId, employeeSignature }),
  );
  expect(peak).toBeLessThan(150 * 1024 * 1024);
});

describe('a signature is accepted when it is', () => {
  const drawn = () => sharp(Buffer.from(drawSignature().slice(22), 'base64'));
  const seeThrough = () => {
    const png = new PNG({ width: 400, height: 128 });
    png.data.fill(0);
    for (let x = 40; x < 300; x += 1) png.data[(400 * 64 + x) * 4 + 3] = 255;
    return PNG.sync.write(png);
  };

  test.each([
    ['in color', () => drawn().removeAlpha().png().toBuffer()],
    ['in grey', () => drawn().removeAlpha().greyscale().png().toBuffer()],
    ['of a palette', () => drawn().png({ palette: true }).toBuffer()],
    ['of sixteen bits', () => drawn().toColourspace('rgb16').png().toBuffer()],
    ['black on nothing', seeThrough],
  ])('%s [5.note.16 10.5.13]', async (_, draw) => {
    const png = await draw();
    const signature = `data:image/png;base64,${png.toString('base64')}`;
    const note = await createSignedNote(api, business.admin, { clientId, employeeSignature: signature });
    expect(note.status).toBe('pending');
  });
});

test('wrong codes on submit and on verification count together; then even the correct one returns 429 [10.5.11 S-28]', async () => {
  const client = await createClient(api, business);
  const send = (clientSignatureCode: string) =>
    api.call(business.admin.token, 'POST /api/notes', {
      body: buildNoteForm(client.id, { clientSignatureCode }),
    });
  const params = { id: client.id };
  const verify = await api.ok(business.admin.token, 'POST /api/clients/:id/verify-code', {
    params,
    body: { code: 'wrong1' },
  });
  expect(verify.valid).toBe(false);
  const statuses: number[] = [];
  for (let guess = 0; guess < 5; guess += 1) statuses.push((await send('wrong2')).status);
  expect(statuses).toEqual([400, 400, 400, 400, 429]);
  const right = await send('4711ab');
  expect(right.status).toBe(429);
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
});
