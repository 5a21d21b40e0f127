/** Audit-day packets: what they contain, which gaps they list, and that nothing of another business is in them. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sha256Hex } from '#platform/server/secrets.ts';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createInvoiceDraft } from '#tests/support/factories/invoices.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { createPacket, readPacketFiles } from '#tests/support/factories/packets.ts';
import {
  createPacketVisits,
  MARCH,
  plantGaps,
  type PacketVisits,
} from '#tests/support/factories/packetVisits.ts';
import { createDispute } from '#tests/support/factories/receipts.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { readPdf } from '#tests/support/helpers/pdf.ts';

const api = useApi({ RATE_LIMITS: 'off', EXPORTS: 'on' });

test('a packet lists each planted gap on its cover sheet with the page, and nothing else [14.packet.1,2]', async () => {
  const visits = await createPacketVisits(api);
  const { manager, clientId, approve } = visits;
  const clean = await approve(3);
  const planted = await plantGaps(api, visits);
  const packet = await createPacket(api, manager, { pairs: [{ clientId, ...MARCH }] });
  expect(packet).toMatchObject({ state: 'done', visits: 10, formats: ['pdf', 'zip'] });
  const { pdf } = await readPacketFiles(api, manager, packet.id);
  const text = pdf.pages.join(' ');
  const table = text.slice(text.indexOf(' Gaps Note Date'), text.indexOf('What counts as a gap'));
  const rows = [...table.matchAll(/(\d+) Mar \d+, 2026 Cleo Client (\D+?) (\d+)(?= )/g)];
  const listed = rows.map(([, id, gap]) => `${id} ${gap}`);
  expect(listed.toSorted()).toEqual(planted.map(([id, gap]) => `${id} ${gap}`).toSorted());
  for (const [, id, , page] of rows)
    expect(pdf.pages[Number(page) - 1]).toMatch(new RegExp(`^Note ${id}, version `));
  expect(text).toContain('Without a gap 2 of 10 (20%)');
  expect(pdf.pages.find((page) => page.startsWith(`Note ${clean},`))).toContain('Gaps None');
});

/** A visit with all that a packet can show. */
async function createFullVisit() {
  const visits = await createPacketVisits(api);
  const { business, manager, author, clientId, submit, review, explain } = visits;
  await createAuthorization(api, business, {
    clientId,
    payer: 'County of Cook',
    reference: 'AUTH-77',
    startDate: '2026-01-01',
    expiryDate: '2026-12-31',
    unitsAuthorized: 400,
  });
  const { id } = await submit(3, { startTime: '00:15', endTime: '14:35' });
  const params = { id };
  await review(id, { action: 'return', comment: 'Until 14:40?', reasonCode: 'times' });
  const body = buildNoteForm(clientId, { workDate: '2026-03-03', startTime: '00:15', endTime: '14:40' });
  await api.ok(author.token, 'PUT /api/notes/:id', { params, body });
  await explain(id, 'author_long_day', manager.token, 'Weekend shift');
  await review(id, { action: 'approve', version: 2 });
  const draft = await createInvoiceDraft(api, manager, {
    payer: 'County of Cook',
    clientIds: [clientId],
    clientId: undefined,
  });
  const { number } = await api.ok(manager.token, 'POST /api/invoices/:id/issue', {
    params: { id: draft.id },
  });
  return { ...visits, id, number };
}

test('a visit has its units, authorization, assignment, corrections, explanations and invoice [14.packet.3]', async () => {
  const { manager, clientId, id, number } = await createFullVisit();
  const packet = await createPacket(api, manager, { pairs: [{ clientId, ...MARCH }] });
  const { pdf } = await readPacketFiles(api, manager, packet.id);
  const page = pdf.pages.slice(1).join(' ');
  for (const part of [
    `Note ${id}, version 2 Cleo Client, Mar 3, 2026 Gaps None`,
    'Started Mar 3, 2026 at 12:15 AM CST Ended Mar 3, 2026 at 2:40 PM CST Time 14 h 25 min (865 minutes)',
    '58 units of 15 minutes 865 min = 57 × 15 + 10; each started unit counts, so 58 units',
    'Authorization County of Cook, AUTH-77 Jan 1, 2026 to Dec 31, 2026 400 units, 58 units used',
    'Assigned that day Eve Worker, since Jan 5, 2026 at 9:00 AM CST',
    `Billing Invoice ${number}, issued: 58 units at $15.00, total $870.00`,
    'Version 1: signed by Eve Worker, Mar 3, 2026 at 3:05 PM CST',
    'Sent back (version 1) by Ada Owner, Mar 3, 2026 at 3:05 PM CST: Times; Until 14:40?',
    'Version 2: signed by Eve Worker, Mar 3, 2026 at 3:05 PM CST',
    'Approved (version 2) by Ada Owner',
    'over the 14 h limit. Explained by Ada Owner, Mar 3, 2026 at 3:05 PM CST: Weekend shift',
    'Integrity check The note as stored is what was signed.',
  ])
    expect(page).toContain(part);
  expect(pdf.tags.match(/"role":"Figure"/g)).toHaveLength(2);
});

/** Approves the second version of a visit. @returns the note */
async function approveCorrected({ submit, review, author, clientId }: PacketVisits, day: number) {
  const { id } = await submit(day);
  await review(id, { action: 'return', comment: 'Until 10:50?', reasonCode: 'times' });
  const body = buildNoteForm(clientId, { workDate: `2026-03-0${day}`, startTime: '10:00', endTime: '10:50' });
  await api.ok(author.token, 'PUT /api/notes/:id', { params: { id }, body });
  await review(id, { action: 'approve', version: 2 });
  return id;
}

test('the ZIP file has the PDF, evidence of all versions that verifies, pictures and a manifest with digests [14.packet.4]', async () => {
  const visits = await createPacketVisits(api);
  const { manager, clientId } = visits;
  const ids = [await visits.approve(3), await approveCorrected(visits, 4)];
  const { id } = await createPacket(api, manager, { pairs: [{ clientId, ...MARCH }] });
  const { bytes, entries } = await readPacketFiles(api, manager, id);
  const folders = ids.map((noteId, index) => `visits/00${index + 1}-note-${noteId}`);
  const names = ['employee-signature.png', 'client-signature.png', 'note.pdf'];
  const evidenceNames = [['evidence.json'], ['evidence.json', 'evidence-v1.json']];
  expect([...entries.keys()]).toEqual([
    'packet.pdf',
    ...folders.flatMap((folder, index) =>
      [...(evidenceNames[index] ?? []), ...names].map((name) => `${folder}/${name}`),
    ),
    'manifest.json',
  ]);
  expect(entries.get('packet.pdf')?.equals(bytes)).toBe(true);
  const manifest = JSON.parse(String(entries.get('manifest.json'))) as {
    files: { path: string; size: number; sha256: string }[];
  };
  entries.delete('manifest.json');
  expect(manifest.files).toEqual(
    [...entries].map(([path, content]) => ({ path, size: content.length, sha256: sha256Hex(content) })),
  );
  const folder = await mkdtemp(join(tmpdir(), 'packet-'));
  try {
    for (const one of folders) {
      const evidence = entries.get(`${one}/evidence.json`) ?? '';
      const { clientSignature } = JSON.parse(String(evidence)) as { clientSignature: string };
      expect(entries.get(`${one}/client-signature.png`)?.toString('base64')).toBe(
        clientSignature.split(',')[1],
      );
    }
    for (const [path, note] of [
      [`${folders[0]}/evidence.json`, `version 1 of note ${ids[0]}`],
      [`${folders[1]}/evidence-v1.json`, `version 1 of note ${ids[1]}`],
      [`${folders[1]}/evidence.json`, `version 2 of note ${ids[1]}`],
    ] as const) {
      const file = join(folder, 'evidence.json');
      await writeFile(file, entries.get(path) ?? '');
      const run = promisify(execFile)(process.execPath, ['scripts/verify-evidence.mjs', file]);
      expect((await run).stdout).toContain(`Right: ${note}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

const NEIGHBOR = 'Nachbarin';

/**
 * Plants a visit with a dispute and its answer, a review comment and an explanation, which is on an issued invoice and
 * on a claim batch before, each with its own text.
 */
async function plantTexts(visits: PacketVisits) {
  const { manager, author, clientId, submit, review, explain } = visits;
  const { token } = manager;
  const body = { invoiceNumberFormat: `${NEIGHBOR}-{0000}` };
  await api.ok(token, 'PUT /api/business', { body });
  const payers = await api.ok(token, 'GET /api/payers');
  const { id } = await submit(5, { startTime: '00:15', endTime: '14:35' });
  const params = { id };
  const comment = `${NEIGHBOR} comment`;
  await review(id, {
    action: 'return',
    comment,
    reasonCode: 'times',
    fieldComments: { summary: `${NEIGHBOR} field` },
  });
  const again = { workDate: '2026-03-05', startTime: '00:15', endTime: '14:40' };
  await api.ok(author.token, 'PUT /api/notes/:id', { params, body: buildNoteForm(clientId, again) });
  await createDispute(api, manager, { noteId: id, text: `${NEIGHBOR} dispute` });
  const answer = `${NEIGHBOR} answer`;
  await api.ok(token, 'POST /api/notes/:id/dispute/resolve', { params, body: { answer } });
  await explain(id, 'author_long_day', token, `${NEIGHBOR} explanation`);
  await review(id, { action: 'approve', version: 2 });
  const payerId = payers.find(({ name }) => name === NEIGHBOR)?.id ?? 0;
  const batch = await api.ok(token, 'POST /api/claim-batches', { body: { payerId, ...MARCH } });
  await api.ok(token, 'PATCH /api/claim-batches/:id/lines', {
    params: { id: batch.id },
    body: [{ noteId: id, state: 'rejected' }],
  });
  const draft = await createInvoiceDraft(api, manager, {
    payer: NEIGHBOR,
    clientIds: [clientId],
    clientId: undefined,
  });
  await api.ok(token, 'POST /api/invoices/:id/issue', { params: { id: draft.id } });
  return [
    ...['comment', 'field', 'dispute', 'answer', 'explanation'].map((word) => `${NEIGHBOR} ${word}`),
    `Claim batch ${batch.id} to ${NEIGHBOR}, rejected`,
    `Invoice ${NEIGHBOR}-0001, issued`,
  ];
}

test('the files contain no data of another business [14.packet.5 D-4 S-44]', async () => {
  const neighbor = await createPacketVisits(api, { form: { businessName: NEIGHBOR } });
  await api.ok(neighbor.manager.token, 'PUT /api/clients/:id', {
    params: { id: neighbor.clientId },
    body: { contactName: NEIGHBOR, companyName: NEIGHBOR },
  });
  await api.ok(neighbor.manager.token, 'PUT /api/users/:id/profile', {
    params: { id: neighbor.author.id },
    body: { firstName: NEIGHBOR },
  });
  await createAuthorization(api, neighbor.business, {
    clientId: neighbor.clientId,
    payer: NEIGHBOR,
    reference: NEIGHBOR,
  });
  const noteId = await neighbor.approve(3, { description: `${NEIGHBOR} `.repeat(10), title: NEIGHBOR });
  await neighbor.approve(4);
  const planted = await plantTexts(neighbor);
  const own = await createPacketVisits(api);
  await own.approve(3);
  await own.approve(4);
  const requests = [{ pairs: [{ clientId: own.clientId, ...MARCH }] }, { sample: { ...MARCH, count: 200 } }];
  for (const request of requests) {
    // Only the newest packet has files.
    const { id, visits } = await createPacket(api, own.manager, request);
    expect(visits).toBe(2);
    const { pdf, entries } = await readPacketFiles(api, own.manager, id);
    expect(pdf.pages.join(' ')).not.toContain(NEIGHBOR);
    for (const [name, content] of entries) {
      expect(name).not.toContain(`-note-${noteId}/`);
      const text = name.endsWith('.pdf')
        ? JSON.stringify(await readPdf(content))
        : content.toString('latin1');
      expect([name, text.includes(NEIGHBOR)]).toEqual([name, false]);
    }
  }
  const theirs = await createPacket(api, neighbor.manager, { sample: { ...MARCH, count: 200 } });
  const { pdf, entries } = await readPacketFiles(api, neighbor.manager, theirs.id);
  for (const text of planted) expect(pdf.pages.join(' ')).toContain(text);
  const note = await readPdf(entries.get(`visits/001-note-${noteId}/note.pdf`) ?? Buffer.alloc(0));
  expect(JSON.stringify(note)).toContain(NEIGHBOR);
});

test('a sample can be drawn again from the seed on its cover sheet [14.packet.6]', async () => {
  const { manager, approve, submit, remove } = await createPacketVisits(api);
  const ids = [];
  for (let day = 3; day < 11; day += 1) ids.push(await approve(day));
  await remove((await submit(12)).id);
  const packet = await createPacket(api, manager, { sample: { ...MARCH, count: 3 } });
  expect(packet).toMatchObject({ visits: 3, pairs: null, sample: { ...MARCH, count: 3 } });
  const { pdf, entries } = await readPacketFiles(api, manager, packet.id);
  const seed = /Random sample 3 of 8 visits Seed ([0-9a-f]{32}) /.exec(pdf.pages[0] ?? '')?.[1] ?? '';
  expect(packet.sample?.seed).toBe(seed);
  const drawn = ids
    .map((id) => ({ id, hash: sha256Hex(`${seed}:${id}`) }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, 3)
    .map(({ id }) => id);
  const inFile = [...entries.keys()].flatMap((name) => /-note-(\d+)\/note\.pdf$/.exec(name)?.[1] ?? []);
  expect(inFile.map(Number).toSorted((a, b) => a - b)).toEqual(drawn.toSorted((a, b) => a - b));
  const another = await createPacket(api, manager, { sample: { ...MARCH, count: 3 } });
  expect(another.sample?.seed).not.toBe(seed);
});
