import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { toDataUrl } from '#features/notes/server/signing/signatures.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import {
  describeVisit,
  SETUP_TIME,
  setTime,
  useCheckedNotes,
} from '#tests/support/factories/checkedNotes.ts';
import { createAssignment, createClient } from '#tests/support/factories/clients.ts';
import { buildNoteForm, drawPicture, drawSignature } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const { createVisits, submit, listCodes, findCheck, remove } = useCheckedNotes(api, business);

const on = (day: number, startTime = '10:00', endTime = '11:00') => ({
  workDate: `2026-03-${String(day).padStart(2, '0')}`,
  startTime,
  endTime,
});
/** 11:05 in Chicago on a day of March. */
const after = (day: number, minute = 5, second = 0) =>
  new Date(Date.UTC(2026, 2, day, day < 8 ? 17 : 16, minute, second)).toISOString();

/** A wave with soft edges, as a pad draws it. */
const drawWave = (phase: number) =>
  drawPicture((x, y) => Math.abs(y - 60 - 30 * Math.sin(x / 25 + phase)) < 1.5 && x > 30 && x < 350);
const decode = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

describe('signature_reused', () => {
  test.each([
    ['the same file', (png: Buffer) => sharp(png).png({ compressionLevel: 6 })],
    [
      'another compression and filter',
      (png: Buffer) => sharp(png).png({ compressionLevel: 9, adaptiveFiltering: true }),
    ],
    ['a palette', (png: Buffer) => sharp(png).png({ palette: true })],
    ['gray', (png: Buffer) => sharp(png).greyscale().png()],
    ['no alpha channel', (png: Buffer) => sharp(png).flatten({ background: '#fff' }).png()],
    ['metadata', (png: Buffer) => sharp(png).withMetadata({ density: 300 }).png()],
  ])(
    'finds the ink of a signature in %s, of another author and client [12.checks.14,15]',
    async (what, encode) => {
      const [one, other] = [await createVisits(1), await createVisits(1)];
      const signature = drawWave(what.length);
      const copy = toDataUrl(await encode(decode(signature)).toBuffer());
      const first = await submit(one.author, { clientId: one.clientId, clientSignature: signature });
      const second = await submit(
        other.author,
        { clientId: other.clientId, ...on(5), clientSignature: copy },
        after(5),
      );
      expect(await findCheck(second.id, 'signature_reused')).toMatchObject({
        level: 'warning',
        relatedNoteIds: [first.id],
        message:
          "The client's signature is identical to the one on a note by Eve Worker for Cleo Client on Mar 3, 2026.",
      });
      expect((await findCheck(first.id, 'signature_reused'))?.relatedNoteIds).toEqual([second.id]);
      expect(await listCodes(second.id, other.author.token)).toEqual([]);
      await remove(first.id);
      expect(await listCodes(second.id)).toEqual([]);
    },
  );

  test('does not take two signatures that look alike for one [12.checks.16]', async () => {
    const { author, clientId } = await createVisits(1);
    await submit(author, { clientId, clientSignature: drawWave(1) });
    const next = await submit(author, { clientId, ...on(5), clientSignature: drawWave(1.01) }, after(5));
    expect(await listCodes(next.id)).toEqual([]);
  });

  test('stays within the business [12.checks.17]', async () => {
    const { author, clientId } = await createVisits(1);
    const foreign = await createBusiness(api);
    const client = await createClient(api, foreign);
    const clientSignature = drawWave(2);
    await submit(author, { clientId, clientSignature });
    const note = await submit(foreign.admin, { clientId: client.id, clientSignature });
    expect(note.checks.map(({ code }) => code)).toEqual(['own_note']);
  });
});

describe('text_repeated', () => {
  const TEXT = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
  /** The text with some words at the end replaced: each replaced word removes a trigram from both sets. */
  const replaceLast = (count: number) =>
    TEXT.split(' ')
      .map((word, index) => (index >= 40 - count ? `other${index}` : word))
      .join(' ');

  test('finds a description that is nearly the same within 90 days [12.checks.18,19]', async () => {
    const { author, clientId, otherClientId } = await createVisits();
    const first = await submit(author, { clientId, description: TEXT });
    // 35 of 41 trigrams are shared, which is 0.854; with one word more 34 of 42.
    const near = await submit(
      author,
      { clientId: otherClientId, ...on(4), description: replaceLast(3).toUpperCase() },
      after(4),
    );
    expect(await findCheck(near.id, 'text_repeated', author.token)).toMatchObject({
      level: 'warning',
      relatedNoteIds: [first.id],
      message: 'The description is nearly identical to a note for Cleo Client on Mar 3, 2026.',
    });
    expect(await listCodes(first.id)).toEqual(['text_repeated']);
    const far = await submit(
      author,
      { clientId, ...on(5), description: replaceLast(4).replace('word0', 'first') },
      after(5),
    );
    expect((await findCheck(far.id, 'text_repeated'))?.relatedNoteIds ?? []).not.toContain(first.id);
    await remove(near.id);
    expect(await listCodes(first.id)).toEqual([]);
  });

  test('ignores short texts, other authors and notes of more than 90 days before [12.checks.20]', async () => {
    const [one, other] = [await createVisits(1), await createVisits(1)];
    const long = `${TEXT} of a visit`;
    const short = 'Went to the bank, paid two bills and bought food for the whole of the week now.';
    expect(short).toHaveLength(79);
    await submit(one.author, { clientId: one.clientId, description: long });
    await submit(one.author, { clientId: one.clientId, ...on(4), description: short }, after(4));
    const again = await submit(
      one.author,
      { clientId: one.clientId, ...on(5), description: short },
      after(5),
    );
    expect(await listCodes(again.id)).toEqual([]);
    const colleague = await submit(other.author, { clientId: other.clientId, description: long });
    expect(await listCodes(colleague.id)).toEqual([]);
    const june = { workDate: '2026-06-01', description: long };
    const inTime = await submit(one.author, { clientId: one.clientId, ...june }, '2026-06-01T17:04:00Z');
    expect(await listCodes(inTime.id)).toEqual(['text_repeated']);
    await remove(inTime.id);
    const later = await submit(one.author, { clientId: one.clientId, ...june }, '2026-06-01T17:06:00Z');
    expect(await listCodes(later.id)).toEqual([]);
  });
});

describe('batch_entry', () => {
  test('appears on all of five notes about more than one day within ten minutes, and goes with one [12.checks.21]', async () => {
    const { author, clientId } = await createVisits(1);
    const ids = [];
    for (const [index, day] of [2, 2, 3, 3].entries()) {
      const times = on(day, `0${index + 1}:00`, `0${index + 1}:30`);
      ids.push((await submit(author, { clientId, ...times }, after(3, index))).id);
    }
    expect(await listCodes(ids[3] ?? 0)).toEqual([]);
    const late = await submit(author, { clientId, ...on(3, '06:00', '06:30') }, after(3, 10, 1));
    expect(await listCodes(late.id)).toEqual([]);
    const fifth = await submit(author, { clientId, ...on(3, '07:00', '07:30') }, after(3, 10));
    ids.push(fifth.id);
    expect(await findCheck(fifth.id, 'batch_entry')).toMatchObject({
      level: 'warning',
      relatedNoteIds: [...ids.slice(0, 4), late.id].filter((id) => id !== fifth.id).sort((a, b) => a - b),
      message: 'Eve Worker submitted 6 notes for different days within 10 minutes.',
    });
    for (const id of ids) expect(await listCodes(id)).toEqual(['batch_entry']);
    expect(await listCodes(fifth.id, author.token)).toEqual([]);
    await remove(late.id);
    await remove(ids[0] ?? 0);
    for (const id of ids.slice(1)) expect(await listCodes(id)).toEqual([]);
  });

  test('does not appear on notes about one day [12.checks.21]', async () => {
    const { author, clientId } = await createVisits(1);
    for (const hour of [1, 2, 3, 4, 5, 6]) {
      const { id } = await submit(
        author,
        { clientId, ...on(3, `0${hour}:00`, `0${hour}:30`) },
        after(3, hour),
      );
      expect(await listCodes(id)).toEqual([]);
    }
  });
});

describe('not_assigned_then, client_inactive_then and own_note', () => {
  const setStatus = (id: number, status: string) =>
    api.ok(business.admin.token, 'PUT /api/clients/:id', { params: { id }, body: { status } });

  test('a visit before the assignment, or between two, has a check [12.checks.22]', async () => {
    const { author } = await createVisits(0);
    const client = await createClient(api, business);
    const assigned = { clientId: client.id, employeeId: author.id };
    await setTime(api, after(2));
    const { id } = await createAssignment(api, business, assigned);
    await setTime(api, after(3));
    await api.ok(business.admin.token, 'DELETE /api/assignments/:id', { params: { id } });
    await setTime(api, after(5));
    await createAssignment(api, business, assigned);
    const days = [];
    for (const day of [1, 2, 3, 4, 5]) {
      const note = await submit(author, { clientId: client.id, ...on(day) }, after(5, 6 + day * 10));
      if ((await listCodes(note.id)).includes('not_assigned_then')) days.push(day);
    }
    expect(days).toEqual([1, 4]);
    const manager = await submit(
      business.admin,
      { clientId: client.id, ...on(1, '20:00', '21:00') },
      after(5),
    );
    expect(await listCodes(manager.id)).not.toContain('not_assigned_then');
  });

  test('a visit on a day when the client was inactive has a check [12.checks.23]', async () => {
    const { author, clientId } = await createVisits(1);
    await setTime(api, after(2));
    await setStatus(clientId, 'inactive');
    await setTime(api, after(4));
    await setStatus(clientId, 'active');
    const note = await submit(author, { clientId, ...on(3) }, after(4));
    expect(await findCheck(note.id, 'client_inactive_then')).toMatchObject({
      level: 'warning',
      message: 'Cleo Client was inactive on Mar 3, 2026.',
    });
    expect(await listCodes(note.id, author.token)).toEqual([]);
    const active = await submit(author, { clientId, ...on(4) }, after(4, 30));
    expect(await listCodes(active.id)).toEqual([]);
  });

  test('a client that was created inactive was inactive until it became active [12.checks.23]', async () => {
    await setTime(api, SETUP_TIME);
    const client = await createClient(api, business, { status: 'inactive' });
    await setTime(api, after(4));
    await setStatus(client.id, 'active');
    const note = await submit(business.admin, { clientId: client.id, ...on(3) }, after(4));
    expect(await listCodes(note.id)).toEqual(['client_inactive_then', 'own_note']);
  });

  test('own_note is on notes of managers, for themselves only [12.checks.24]', async () => {
    const { author, clientId } = await createVisits(1, 'manager');
    const note = await submit(author, { clientId });
    expect(note.checks).toMatchObject([{ code: 'own_note', level: 'warning' }]);
    expect(await listCodes(note.id)).toEqual([]);
    const list = async (token: string) => {
      const rows = await api.ok(token, 'GET /api/management/notes', { query: { clientId } });
      return rows.map(({ checks, level }) => ({ checks, level }));
    };
    expect(await list(author.token)).toEqual([{ checks: ['own_note'], level: 'warning' }]);
    expect(await list(business.admin.token)).toEqual([{ checks: [], level: 'clear' }]);
  });
});

test('a resubmitted note is compared by its new text and signature [12.checks.4]', async () => {
  const { author, clientId } = await createVisits(1);
  const [clientSignature, description] = [drawWave(0.5), describeVisit()];
  const first = await submit(author, { clientId, clientSignature, description });
  const second = await submit(author, { clientId, ...on(4), clientSignature, description }, after(4));
  expect(await listCodes(first.id)).toEqual(['signature_reused', 'text_repeated']);
  const body = buildNoteForm(clientId, {
    ...on(4),
    clientSignature: drawSignature(),
    description: describeVisit(),
  });
  await api.ok(author.token, 'PUT /api/notes/:id', { params: { id: second.id }, body });
  expect(await listCodes(first.id)).toEqual([]);
  expect(await listCodes(second.id)).toEqual([]);
});
