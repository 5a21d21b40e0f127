/** Parses the exported PDF. */

import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { buildPngChunk, addPngChunk } from '#tests/support/factories/files.ts';
import { drawSignature, createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createDispute } from '#tests/support/factories/receipts.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { measurePeakMemory } from '#tests/support/helpers/memory.ts';
import { readPdf } from '#tests/support/helpers/pdf.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const visit = setUpOnce(() => createReviewScenario(api));

const fetchPdf = (token: string, id: number) =>
  api.server.app.inject({ method: 'GET', url: `/api/notes/${id}/pdf`, cookies: { quarterhour_read: token } });

test('the PDF has the signed note, both signatures and the evidence [S-37 P-6]', async () => {
  const note = await createSignedNote(api, visit.author, {
    clientId: visit.clientId,
    title: 'Łódź visit',
    description: 'Zażółć gęślą jaźń: paid two bills.',
    tags: ['bills', 'visit'],
  });
  const answer = await fetchPdf(visit.author.token, note.id);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="note-${note.id}.pdf"`,
    'cache-control': 'private, no-store',
  });
  const params = { id: note.id };
  const evidence = await api.ok(visit.author.token, 'GET /api/notes/:id/evidence', { params });
  const { title, pages, tags, attached } = await readPdf(answer.rawPayload);
  expect([title, pages.length]).toEqual(['Łódź visit', 1]);
  const [text] = pages;
  for (const part of [
    visit.business.name,
    `Client ${note.clientName}, ${note.clientContactName}`,
    'Zażółć gęślą jaźń: paid two bills.',
    'Started Mar 2, 2026 at 9:00 AM CST (America/Chicago)',
    'Ended Mar 2, 2026 at 11:15 AM CST (America/Chicago)',
    '2 h 15 min (135 minutes)',
    'Time units 9 (15 minutes each)',
    'bills, visit',
    'Eve Worker, Field',
    String(evidence.digest),
    String(evidence.auditHash),
    'the note as stored is what was signed',
    "Author's password temporary, set by someone else on ",
    'page 1 of 1',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(/Client signature Cleo Client, \w{3} \d+, 20\d\d at \d+:\d\d [AP]M C[SD]T \(America/);
  expect(tags.match(/"role":"Figure"/g)).toHaveLength(2);
  expect(tags).toContain('"alt":"Client signature: ');
  // The evidence is attached for scripts/verify-evidence.mjs.
  expect(attached.map(({ filename }) => filename)).toEqual(['evidence.json']);
  expect(JSON.parse(attached[0]?.text ?? '')).toEqual(evidence);
  const managed = await readPdf((await fetchPdf(visit.manager.token, note.id)).rawPayload);
  expect(managed.pages[0]).toContain('Time units 9 (15 minutes each, $15.00 per unit)');
  const colleague = await createPerson(api, visit.business);
  expect((await fetchPdf(colleague.token, note.id)).json()).toMatchObject({ code: 'forbidden' });
  const logged = await api.ok(visit.manager.token, 'GET /api/audit', {
    query: { object: 'note', objectId: note.id },
  });
  expect(logged.map(({ action, actorId }) => [action, actorId])).toMatchObject([
    ['exported', visit.manager.id],
    ['exported', visit.author.id],
    ['submitted', visit.author.id],
  ]);
});

test('the PDF has what the client reported and the answer, apart from the evidence [13.dispute.12]', async () => {
  const { id } = await createSignedNote(api, visit.author, { clientId: visit.clientId });
  const params = { id };
  const readText = async () => (await readPdf((await fetchPdf(visit.author.token, id)).rawPayload)).pages[0];
  expect(await readText()).not.toContain('Reported by the client');
  const readEvidence = () => api.ok(visit.author.token, 'GET /api/notes/:id/evidence', { params });
  const before = await readEvidence();
  await createDispute(api, visit.manager, { noteId: id, text: 'You left at ten.' });
  const reported =
    /Reported by the client The times are wrong, \w{3} [^(]+ [AP]M C[SD]T \(America\/Chicago\) You left at ten\./;
  expect(await readText()).toMatch(reported);
  expect(await readText()).toContain('A manager has not answered yet.');
  const body = { answer: 'We asked her.' };
  await api.ok(visit.manager.token, 'POST /api/notes/:id/dispute/resolve', { params, body });
  expect(await readText()).toMatch(/You left at ten\. Answered by Mia Boss, [A-Z][^)]+\) We asked her\./);
  expect(await readText()).not.toContain('has not answered');
  expect(await readEvidence()).toEqual(before);
});

test('the PDF of the longest note is complete', async () => {
  // Short lines take the most space.
  const long = (word: string, limit: number) => {
    const end = `end of ${word}`;
    return `${word.slice(0, 1)}\n`.repeat(Math.floor((limit - end.length) / 2)) + end;
  };
  const note = await createSignedNote(api, visit.author, {
    clientId: visit.clientId,
    description: long('kitchen', 2000),
    research: long('plan', 1500),
    summary: long('bills', 500),
  });
  const { pages } = await readPdf((await fetchPdf(visit.author.token, note.id)).rawPayload);
  const text = pages.join(' ');
  for (const word of ['kitchen', 'plan', 'bills']) expect(text).toContain(`end of ${word}`);
  expect(text.match(/ k(?= )/g)).toHaveLength(993);
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.at(-1)).toContain(`page ${pages.length} of ${pages.length}`);
});

test('the PDF states that a changed note no longer matches', async () => {
  const { id } = await createSignedNote(api, visit.author, { clientId: visit.clientId });
  await api.sql('alter table notes disable trigger user');
  await api.sql(`update notes set content = content || '!' where business_id = $1 and id = $2`, [
    visit.business.id,
    id,
  ]);
  const { pages } = await readPdf((await fetchPdf(visit.author.token, id)).rawPayload);
  expect(pages[0]).toContain('the note as stored is NOT what was signed');
  await api.sql('alter table note_versions disable trigger user');
  await api.sql('delete from note_versions where business_id = $1 and note_id = $2', [visit.business.id, id]);
  const refused = await fetchPdf(visit.author.token, id);
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'evidence_incomplete' }]);
});

const HEADER = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** Stored images that would crash the PDF library or exhaust its memory. */
describe('a stored signature', () => {
  const good = () => Buffer.from(drawSignature().slice(22), 'base64');
  const around = (data: Buffer, picture = good()) =>
    Buffer.concat([picture.subarray(0, 33), buildPngChunk('IDAT', data), picture.subarray(-12)]);
  const lines = Buffer.alloc(128 * 1601, 0);
  const more = deflateSync(Buffer.concat([lines, Buffer.from('x')]));
  more[more.length - 1] = 255 - (more.at(-1) ?? 0);

  const printed = async (stored: Buffer) => {
    const { id } = await createSignedNote(api, visit.author, { clientId: visit.clientId });
    await api.sql('alter table note_signatures disable trigger user');
    await api.sql('update note_signatures set employee_png = $1 where note_id = $2', [stored, id]);
    const { statusCode, rawPayload } = await fetchPdf(visit.author.token, id);
    expect(statusCode).toBe(200);
    return readPdf(rawPayload);
  };

  test.each([
    ['more than its picture, with a wrong checksum', () => around(more)],
    ['a long text', () => addPngChunk(good(), buildPngChunk('tEXt', Buffer.alloc(200_000, 'a')))],
  ])('that contains %s is printed [T19]', async (_, make) => {
    const { tags } = await printed(make());
    expect(tags.match(/Employee signature: /g)).toHaveLength(1);
  });

  test('that decompresses to 200 MB is not printed [T19]', async () => {
    const bomb = around(deflateSync(Buffer.alloc(200_000_000)));
    expect(await measurePeakMemory(() => printed(bomb))).toBeLessThan(150 * 1024 * 1024);
  });

  test.each([
    ['no picture', Buffer.from('no picture')],
    ['nothing behind its header', HEADER],
  ])('that is %s is marked as damaged', async (_, stored) => {
    const { pages } = await printed(stored);
    expect(pages.join(' ')).toContain('The stored picture is damaged and cannot be shown.');
  });
});
