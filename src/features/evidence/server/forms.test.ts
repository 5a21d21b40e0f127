import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { EARLIER, listMissing, storeEarlierForm } from '#tests/support/factories/earlierForms.ts';
import { buildNoteForm, createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';

const api = useApi({ RATE_LIMITS: 'off' });

/** The output of the program for auditors. */
async function verifyAlone(evidence: object): Promise<string> {
  const file = join(tmpdir(), `evidence-${randomUUID()}.json`);
  await writeFile(file, JSON.stringify(evidence));
  const run = promisify(execFile)(process.execPath, ['scripts/verify-evidence.mjs', file]);
  try {
    // It exits with 1 unless everything is right.
    return (await run.catch((error: { stdout: string }) => error)).stdout;
  } finally {
    await rm(file);
  }
}

test('the program for auditors accepts evidence of a visit in a repeated hour, and names the hours [15.hours.11]', async () => {
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
  'a note that was signed in the form %s verifies for ever, is masked for its author, and its next version has the newest form [13.evidence.1 15.hours.11 15.evidence.2]',
  async (form) => {
    const business = await createBusiness(api);
    const { author, client } = await createAssignedClient(api, business);
    // In the hour that clocks show twice: the migration names it in the row, but not in the signed text.
    const times = { workDate: '2026-11-01', startTime: '01:30', endTime: '01:15' };
    const { id } = await createSignedNote(api, author, { clientId: client.id, ...times });
    await storeEarlierForm(api, form, { businessId: business.id, noteId: id });
    const params = { id };
    const read = async ({ token }: { token: string }) => {
      const evidence = await api.ok(token, 'GET /api/notes/:id/evidence', { params });
      const signed = JSON.parse(evidence.canonical ?? '') as Record<string, unknown>;
      const { matches, masked, billing } = evidence;
      return { matches, masked, billing, signed, report: await verifyAlone(evidence) };
    };
    const right = { matches: true, masked: [], report: expect.stringMatching(/^Right: /) as string };
    const old = await read(business.admin);
    expect(old).toMatchObject({ ...right, billing: null, signed: { form, unitRate: '15.00' } });
    for (const member of listMissing(form)) expect(old.signed).not.toHaveProperty(member);
    const masked = form === 'quarterhour-note-1' ? ['unitRate'] : ['unitRate', 'account.reference'];
    const own = await read(author);
    const report = expect.stringMatching(/^MASKED: .* lacks unitRate.*, so its text/) as string;
    expect(own).toMatchObject({ matches: true, masked, billing: null, signed: { form }, report });
    expect(JSON.stringify(own.signed)).not.toMatch(/unitRate|reference/);
    await expectInvariants(api);

    await api.ok(author.token, 'PUT /api/notes/:id', { params, body: buildNoteForm(client.id) });
    const form5 = { form: 'quarterhour-note-5', capture: null, signer: null, clock: null };
    expect(await read(author)).toMatchObject({ ...right, billing: null, signed: form5 });
    const billing = expect.stringMatching(
      /^\{"reference":null,"salt":"\w{32}","unitRate":"15.00"\}$/,
    ) as string;
    expect(await read(business.admin)).toMatchObject({ ...right, billing, signed: form5 });
    const listForms = async ({ token }: { token: string }) =>
      (await api.ok(token, 'GET /api/notes/:id/versions', { params })).map((version) => [
        (JSON.parse(version.content) as { form: string }).form,
        version.masked,
      ]);
    expect(await listForms(author)).toEqual([
      ['quarterhour-note-5', []],
      [form, masked],
    ]);
    expect(await listForms(business.admin)).toEqual([
      ['quarterhour-note-5', []],
      [form, []],
    ]);
    await expectInvariants(api);
  },
);
