/** The program that checks evidence without the product: right evidence passes, every change of it is found. */

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canonicalJson } from '#platform/server/canonicalJson.ts';
import { sha256Hex } from '#platform/server/secrets.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildCapture } from '#tests/support/factories/captures.ts';
import { createSignedNote, createAssignedClient, buildNoteForm } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { changeValue } from '#tests/support/helpers/tampering.ts';

const api = useApi();
let folder: string;
let log: string;
let evidence: Record<string, unknown>;
let ofAuthor: Record<string, unknown>;
let signer: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evidence-'));
  const business = await createBusiness(api);
  const { author, client } = await createAssignedClient(api, business);
  const { id } = await createSignedNote(api, author, { clientId: client.id, title: 'Κουζίνα "kitchen" 🍳' });
  signer = `for ${client.companyName} by ${client.contactName}`;
  const params = { id };
  await api.ok(author.token, 'PUT /api/notes/:id', {
    params,
    body: buildNoteForm(client.id, { tags: ['ä'] }),
  });
  evidence = await api.ok(business.admin.token, 'GET /api/notes/:id/evidence', { params });
  ofAuthor = await api.ok(author.token, 'GET /api/notes/:id/evidence', { params });
  log = join(folder, 'audit-log.csv');
  await writeFile(log, await api.ok(business.admin.token, 'GET /api/audit/export'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

test('the program explains how to get the evidence out of a PDF', async () => {
  const file = join(folder, 'note.pdf');
  await writeFile(file, '%PDF-1.7');
  const run = promisify(execFile)(process.execPath, ['scripts/verify-evidence.mjs', file]);
  await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('pdfdetach -saveall') });
});

let fileCount = 0;

/** Runs the program on an evidence file and parts of the audit log. */
async function verify(content: object, ...more: string[]): Promise<{ code: number; stdout: string }> {
  fileCount += 1;
  const file = join(folder, `evidence-${fileCount}.json`);
  await writeFile(file, JSON.stringify(content));
  const run = promisify(execFile)(process.execPath, ['scripts/verify-evidence.mjs', file, ...more]);
  return run.then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );
}

test('evidence from the API passes, alone and with the audit log [S-37 P-6]', async () => {
  const { passwordIssuedAt } = JSON.parse(String(evidence['canonical'])) as Record<string, unknown>;
  const issuedAt = new Date(String(passwordIssuedAt)).toISOString();
  const success = {
    code: 0,
    stdout:
      `Right: version 2 of note ${String(evidence['noteId'])}, ${String(evidence['digest'])}\n` +
      `Visit: 2026-03-02, 09:00 to 11:15 (America/Chicago), 135 minutes, 9.00 units of Sustaining Services. Signed by Eve Worker, and ${signer}.\n` +
      `The author signed with a temporary password that someone else set on ${issuedAt} and knew.\n` +
      'Rate per unit: 15.00. Authorization number: none.\n',
  };
  expect(await verify(evidence)).toEqual(success);
  expect(await verify(evidence, log)).toEqual(success);
});

test('evidence of an author passes without rate and authorization number, and with the digest of both [15.evidence.1]', async () => {
  expect({ ...ofAuthor, billing: evidence['billing'] }).toEqual(evidence);
  expect(ofAuthor).toMatchObject({ billing: null, masked: [] });
  const { code, stdout } = await verify(ofAuthor, log);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Right: version 2 /)]);
  expect(stdout).toMatch(/^Rate and authorization number: only their digest is in this copy\.$/m);
});

test('evidence of earlier releases, which has neither billing nor masked, passes [13.evidence.2]', async () => {
  const {
    billing: _,
    masked: __,
    ...earlier
  } = rehash({
    ...(JSON.parse(String(evidence['canonical'])) as Record<string, unknown>),
    ...FOURTH_FORM,
  }) as Record<string, unknown>;
  expect(await verify(earlier)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Right: /) });
});

/** The changes that make a text of the fifth form one of an earlier one. */
const FOURTH_FORM = {
  form: 'quarterhour-note-4',
  billingSha256: undefined,
  unitRate: '15.00',
  account: { authorizationId: null, reference: null },
};
const SECOND_FORM = {
  ...FOURTH_FORM,
  form: 'quarterhour-note-2',
  capture: undefined,
  signer: undefined,
  clock: undefined,
};
const FIRST_FORM = {
  ...SECOND_FORM,
  form: 'quarterhour-note-1',
  service: undefined,
  rounding: undefined,
  account: undefined,
};

test.each([
  [
    'a password that the author chose',
    { passwordIssuedAt: null },
    0,
    /^The author had chosen the password\. Changes are in the audit log\.$/m,
  ],
  [
    'a signed text without the time of the password',
    { passwordIssuedAt: undefined },
    1,
    /^WRONG: canonical has no valid passwordIssuedAt/,
  ],
  [
    'a signed text without the contact of the client',
    { clientContactName: undefined },
    1,
    /^WRONG: canonical has no clientContactName/,
  ],
  [
    'a signed text of an unknown form',
    { form: 'quarterhour-note-9' },
    1,
    /^WRONG: the form quarterhour-note-9 is unknown/,
  ],
  ['a signed text of the first form', FIRST_FORM, 0, /^Right: version 2 /],
  ['a signed text of the second form', SECOND_FORM, 0, /^Right: version 2 /],
  [
    'a signed text of the fourth form',
    FOURTH_FORM,
    0,
    /^Rate per unit: 15.00. Authorization number: none\.$/m,
  ],
  [
    'a fourth form without a rate',
    { ...FOURTH_FORM, unitRate: undefined },
    1,
    /^WRONG: canonical lacks unitRate/,
  ],
  ['a fifth form with a rate', { unitRate: '15.00' }, 1, /^WRONG: canonical has a rate or a reference/],
  ['a fifth form without a digest', { billingSha256: undefined }, 1, /^WRONG: billingSha256 is missing/],
  [
    'a fifth form with another digest',
    { billingSha256: '0'.repeat(64) },
    1,
    /^WRONG: billing is not what was signed/,
  ],
  ['a third form without capture', { capture: undefined }, 1, /^WRONG: capture, signer or clock is missing/],
  [
    'a representative',
    { signer: { kind: 'representative', name: 'Ann', relation: 'Mother', reason: null, typed: null } },
    0,
    /for .* by Ann \(Mother\)\.$/m,
  ],
  ['an unknown signer', { signer: { kind: 'dog' } }, 1, /^WRONG: the signer dog is unknown/],
  ['no signer beside a signature', { signer: { kind: 'none' } }, 1, /^WRONG: signer.kind is none/],
  ['a signature without its time', { clientSignedAt: null }, 1, /^WRONG: clientSignedAt does not match/],
  ['a visit clock without an end', { clock: { startedAt: 'now' } }, 1, /^WRONG: clock has no valid times/],
  [
    'a capture that was received at another time',
    { capture: { deviceNow: '2026-03-02T09:00Z', receivedAt: '2026-03-02T09:00Z', clockDifferenceMs: 0 } },
    1,
    /^WRONG: capture.receivedAt is not when/,
  ],
  ['units that do not follow', { timeUnitsUsed: '8.00' }, 1, /^WRONG: timeUnitsUsed does not match minutes/],
  ['another rounding rule', { rounding: 'down' }, 1, /^WRONG: the rounding rule down is unknown/],
  ['another service', { category: 'transitional' }, 1, /^WRONG: service.key does not match category/],
  ['a signed text without an account', { account: undefined }, 1, /^WRONG: account is missing/],
])('the program recognizes %s [P-6 13.evidence.2]', async (_, change, code, output) => {
  const signed = JSON.parse(String(evidence['canonical'])) as Record<string, unknown>;
  expect(await verify(rehash({ ...signed, ...change }))).toEqual({
    code,
    stdout: expect.stringMatching(output),
  });
});

/** The evidence of another text, with the digest and the log row that belong to it. */
function rehash(signed: Record<string, unknown>): object {
  const canonical = canonicalJson(signed);
  const digest = sha256Hex(Buffer.from(canonical));
  const row = JSON.parse(String(evidence['auditPayload'])) as { details: object };
  // Until the fifth form, the row has the time of the request.
  const at = signed['form'] === 'quarterhour-note-5' ? signed['recordedAt'] : signed['employeeSignedAt'];
  const auditPayload = canonicalJson({ ...row, at, details: { ...row.details, digest } });
  const before = Buffer.from(String(evidence['auditBefore']), 'hex');
  const auditHash = sha256Hex(Buffer.concat([before, Buffer.from(auditPayload)]));
  const billing =
    'billingSha256' in signed && signed['billingSha256'] === undefined ? null : evidence['billing'];
  return { ...evidence, billing, canonical, digest, auditPayload, auditHash };
}

test('a long log passes in several exports, if they are in order and begin with the first row', async () => {
  const [head = '', first = '', ...rest] = (await readFile(log, 'utf8')).split(/(?<="\r?\n)/);
  const [begin, later] = [join(folder, 'first.csv'), join(folder, 'rest.csv')];
  await writeFile(begin, head + first);
  await writeFile(later, head + rest.join(''));
  expect(await verify(evidence, begin, later)).toMatchObject({ code: 0 });
  expect(await verify(evidence, later, begin)).toMatchObject({ code: 1 });
  expect(await verify(evidence, later)).toMatchObject({ code: 1 });
});

test(
  'every change of a field is found, and a missing or an additional field',
  { timeout: 120_000 },
  async () => {
    const change = (value: unknown, random: number): unknown => {
      if (typeof value === 'number') return value + 1;
      if (typeof value === 'boolean') return !value;
      return typeof value === 'string' ? changeValue('text', value, random) : ['signatures'];
    };
    const changes = Object.entries(evidence).flatMap(([name, value]) => {
      const length = typeof value === 'string' ? value.length : 1;
      // The first, the last and a random character.
      const positions = [...new Set([0, Math.floor(Math.random() * length), length - 1])];
      return positions.map((position) => ({
        name,
        position,
        content: { ...evidence, [name]: change(value, position) },
      }));
    });
    const { digest: _, ...rest } = evidence;
    changes.push({ name: 'digest', position: -1, content: rest });
    changes.push({ name: 'note', position: -1, content: { ...evidence, note: 'x' } });
    for (const { name, position, content } of changes) {
      const { code, stdout } = await verify(content, log);
      expect([name, position, code, stdout]).toEqual([name, position, 1, expect.stringMatching(/^WRONG: /)]);
    }
  },
);

test('evidence of a visit captured without a network, of one with a clock, of one without a signature and of a disputed one passes [13.evidence.2]', async () => {
  const business = await createBusiness(api);
  await api.ok(business.admin.token, 'PUT /api/business', { body: { allowUnsigned: true } });
  const { author, client } = await createAssignedClient(api, business);
  const clock = { startedAt: '2026-03-02T15:02:00Z', endedAt: '2026-03-02T17:14:00Z' };
  const unsigned = {
    signer: { kind: 'none', reason: 'Asleep after the visit' },
    clientSignature: undefined,
    clientSignatureCode: undefined,
  };
  const bodies = {
    offline: { captureId: randomUUID(), capture: buildCapture(new Date(), { offline: true }) },
    clocked: { captureId: randomUUID(), capture: buildCapture(), clock },
    unsigned,
    disputed: {
      dispute: { reason: 'wrong_times', text: 'You left at ten.' },
      clientSignature: undefined,
      clientSignatureCode: undefined,
    },
  };
  const bySigner: Record<string, string> = {
    unsigned: 'by no one: Asleep after the visit.',
    disputed: 'by no one: the client did not sign.',
  };
  for (const [name, fields] of Object.entries(bodies)) {
    const { id } = await api.ok(author.token, 'POST /api/notes', { body: buildNoteForm(client.id, fields) });
    const one = await api.ok(author.token, 'GET /api/notes/:id/evidence', { params: { id } });
    const signed = JSON.parse(String(one.canonical)) as Record<string, unknown>;
    expect([name, signed['capture'] !== null, signed['clock'] !== null]).toEqual([
      name,
      'capture' in fields,
      name === 'clocked',
    ]);
    const { code, stdout } = await verify(one);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Right: version 1 /)]);
    expect(stdout).toContain(`for ${client.companyName} ${bySigner[name] ?? `by ${client.contactName}.`}`);
  }
});
