import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { canonicalJson } from '#platform/server/canonicalJson.ts';
import { sha256Hex } from '#platform/server/secrets.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildNoteForm, createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';

const api = useApi({ RATE_LIMITS: 'off' });

const EARLIER = ['quarterhour-note-1', 'quarterhour-note-2', 'quarterhour-note-3'] as const;
type EarlierForm = (typeof EARLIER)[number];
const MEMBERS_OF_V2 = ['service', 'rounding', 'account'];
const MEMBERS_OF_V3 = ['capture', 'signer', 'clock'];
const MEMBERS_OF_V4 = ['startOccurrence', 'endOccurrence', 'signedMinutes', 'signedUnits'];
/** What the form does not have yet. */
const missingMembers: Record<EarlierForm, string[]> = {
  'quarterhour-note-1': [...MEMBERS_OF_V2, ...MEMBERS_OF_V3, ...MEMBERS_OF_V4],
  'quarterhour-note-2': [...MEMBERS_OF_V3, ...MEMBERS_OF_V4],
  'quarterhour-note-3': MEMBERS_OF_V4,
};

/** Rewrites the only version of a note, whose audit row is the newest, as a release with the form wrote it. */
async function storeEarlierForm(form: EarlierForm, businessId: number, noteId: number): Promise<void> {
  const key = [businessId, noteId];
  const [version] = await api.sql<{ canonical: string; digest: string; seq: number }>(
    `select canonical, digest, audit_seq as seq from note_versions where business_id = $1 and note_id = $2`,
    key,
  );
  if (!version) throw new Error('The note has no version');
  const signed = JSON.parse(version.canonical) as object;
  const missing = Object.fromEntries(missingMembers[form].map((name) => [name, undefined]));
  const canonical = canonicalJson({ ...signed, form, ...missing });
  const digest = sha256Hex(canonical);
  for (const table of ['note_versions', 'audit_log'])
    await api.sql(`alter table ${table} disable trigger user`);
  await api.sql(
    'update note_versions set canonical = $3, digest = $4 where business_id = $1 and note_id = $2',
    [...key, canonical, digest],
  );
  const row = [businessId, version.seq];
  await api.sql(
    `update audit_log set payload = replace(payload, $3, $4), details = replace(details::text, $3, $4)::jsonb
      where business_id = $1 and seq = $2`,
    [...row, version.digest, digest],
  );
  const [chained] = await api.sql<{ hash: Buffer }>(
    `select sha256(before.hash || convert_to(one.payload, 'UTF8')) as hash
      from audit_log as one join audit_log as before on before.business_id = one.business_id and before.seq = one.seq - 1
      where one.business_id = $1 and one.seq = $2`,
    row,
  );
  for (const table of ['audit_log', 'audit_heads'])
    await api.sql(`update ${table} set hash = $3 where business_id = $1 and seq = $2`, [
      ...row,
      chained?.hash,
    ]);
}

/** What the program for auditors prints about evidence. */
async function verifyAlone(evidence: object): Promise<string> {
  const file = join(tmpdir(), `evidence-${randomUUID()}.json`);
  await writeFile(file, JSON.stringify(evidence));
  const run = promisify(execFile)(process.execPath, ['scripts/verify-evidence.mjs', file]);
  try {
    return (await run).stdout;
  } finally {
    await rm(file);
  }
}

test('evidence of a visit in a repeated hour passes with the program, which names the hours [15.hours.11]', async () => {
  const business = await createBusiness(api);
  const { author, client } = await createAssignedClient(api, business);
  const times = { workDate: '2026-11-01', startTime: '01:30', endTime: '01:15' };
  const { id } = await createSignedNote(api, author, { clientId: client.id, ...times });
  const evidence = await api.ok(author.token, 'GET /api/notes/:id/evidence', { params: { id } });
  expect(await verifyAlone(evidence)).toContain(
    '2026-11-01, 01:30 (before the clocks change) to 01:15 (after the clocks change) (America/Chicago), 45 minutes, 3.00 units',
  );
});

test.each(EARLIER)(
  'a note that was signed in the form %s verifies for ever, and its next version has the newest form [13.evidence.1 15.hours.11]',
  async (form) => {
    const business = await createBusiness(api);
    const { author, client } = await createAssignedClient(api, business);
    // In the hour that clocks show twice: the migration names it in the row, but not in the signed text.
    const times = { workDate: '2026-11-01', startTime: '01:30', endTime: '01:15' };
    const { id } = await createSignedNote(api, author, { clientId: client.id, ...times });
    await storeEarlierForm(form, business.id, id);
    const params = { id };
    const read = async () => {
      const evidence = await api.ok(author.token, 'GET /api/notes/:id/evidence', { params });
      const signed = JSON.parse(evidence.canonical ?? '') as Record<string, unknown>;
      return { matches: evidence.matches, signed, report: await verifyAlone(evidence) };
    };
    const old = await read();
    expect(old).toMatchObject({ matches: true, signed: { form }, report: expect.stringMatching(/^Right: /) });
    for (const member of missingMembers[form]) expect(old.signed).not.toHaveProperty(member);
    await expectInvariants(api);

    await api.ok(author.token, 'PUT /api/notes/:id', { params, body: buildNoteForm(client.id) });
    const none = { capture: null, signer: null, clock: null };
    const report = expect.stringMatching(/^Right: /) as string;
    expect(await read()).toMatchObject({
      matches: true,
      signed: { form: 'quarterhour-note-4', ...none },
      report,
    });
    const versions = await api.ok(author.token, 'GET /api/notes/:id/versions', { params });
    expect(versions.map(({ content }) => (JSON.parse(content) as { form: string }).form)).toEqual([
      'quarterhour-note-4',
      form,
    ]);
    await expectInvariants(api);
  },
);
