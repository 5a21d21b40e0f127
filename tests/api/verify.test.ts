/** `npm run verify`: an unchanged database passes, and every change past row-level security and triggers is found. */

import fc from 'fast-check';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createSignedNote, createAssignedClient, buildNoteForm } from '#tests/support/factories/notes.ts';
import { startApi, useApi, type Api } from '#tests/support/helpers/api.ts';
import { IS_CITUS } from '#tests/support/helpers/citus.ts';
import { expectInvariants, findFault } from '#tests/support/helpers/expectInvariants.ts';
import { subtractInterval } from '#tests/support/helpers/sqlTime.ts';
import { changeValue, TAMPERED_COLUMNS, type TamperedColumn } from '#tests/support/helpers/tampering.ts';

const api = useApi({}, 'server');
beforeAll(async () => {
  await createNotesOfEveryStatus(api);
});

/** Creates a note of each status, one signed twice, one deleted; units are bought, adjusted, used and returned. */
async function createNotesOfEveryStatus(own: Api): Promise<void> {
  const business = await createBusiness(own);
  const { token } = business.admin;
  const { author, client } = await createAssignedClient(own, business);
  const clientId = client.id;
  const submit = async () => (await createSignedNote(own, author, { clientId, tags: ['a'] })).id;
  const review = async (body: object, id?: number) => {
    const params = { id: id ?? (await submit()) };
    await own.ok(token, 'PATCH /api/notes/:id/review', { params, body });
    return params;
  };
  const body = { totalTimeUnits: 150, reason: 'Second block' };
  await own.ok(token, 'PUT /api/clients/:id/time-units', { params: { id: clientId }, body });
  await submit();
  const approved = await review({ action: 'approve' });
  await review({ action: 'deny', reason: 'The wrong day' });
  await review({ action: 'hold' });
  const params = await review({ action: 'return', comment: 'Which bills?' });
  await own.ok(author.token, 'PUT /api/notes/:id', { params, body: buildNoteForm(clientId) });
  await review({ action: 'return', comment: 'Still not clear' }, params.id);
  await own.ok(author.token, 'DELETE /api/notes/:id', { params: { id: await submit() } });
  await own.ok(token, 'DELETE /api/notes/:id', { params: approved });
}

/** Changes one field of one row, verifies, and restores it. @returns the fault that was found */
async function verifyChanged(
  { table, column, type, verification }: TamperedColumn,
  random: number,
): Promise<string | null> {
  // In a partitioned table a row moves to another partition when its business changes.
  type RowAddress = { business: number; part: number; ctid: string };
  const rows = await api.sql<RowAddress & { was: string | null }>(
    `select business_id as business, tableoid as part, ctid::text as ctid, ${column}::text as was from ${table}
      order by business_id, part, ctid`,
  );
  const row = rows[random % rows.length];
  if (!row) throw new Error(`There is no row in ${table}`);
  const write = async ({ business, part, ctid }: RowAddress, value: string | null): Promise<RowAddress> => {
    const sqlType = type === 'png' ? 'bytea' : type;
    const set = `update ${table} set ${column} = $4::text::${sqlType}
      where business_id = $1 and tableoid = $2 and ctid = $3::tid
      returning business_id as business, tableoid as part, ctid::text as ctid`;
    const [written] = await api.sql<RowAddress>(set, [business, part, ctid, value]);
    if (!written) throw new Error(`No row was changed in ${table}`);
    return written;
  };
  const ctid = await write(row, changeValue(type, row.was, random));
  const fault = await findFault(api, verification);
  await write(ctid, row.was);
  return fault;
}

/** Citus refuses to change the business of a row. */
const COLUMNS = TAMPERED_COLUMNS.filter(({ column }) => !IS_CITUS || column !== 'business_id');

test('each of 200 changes of a single field is found [10.6.34 S-37]', { timeout: 120_000 }, async () => {
  await expectInvariants(api);
  await disableTriggers(api, [...new Set(COLUMNS.map(({ table }) => table))]);
  const seed = Date.now() % 2 ** 31;
  const change = fc.asyncProperty(fc.constantFrom(...COLUMNS), fc.nat(), async (field, random) => {
    expect([field, await verifyChanged(field, random)]).toEqual([field, expect.any(String)]);
  });
  // A failure prints the seed, which repeats the changes.
  await fc.assert(change, { numRuns: 200, seed, endOnFailure: true });
  await expectInvariants(api);
});

/** Disables triggers and foreign keys. */
async function disableTriggers(own: Api, tables: string[]): Promise<void> {
  for (const table of tables) await own.sql(`alter table ${table} disable trigger all`);
}

const command = ({ database }: Api, ...parts: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/verify.ts', ...parts], {
    env: { ...process.env, ...database.settings, NODE_ENV: 'test' },
  });

describe('npm run verify', { timeout: 120_000 }, () => {
  test('runs beside a server on PostgreSQL and is refused beside one on the embedded database', async () => {
    const outcome = await command(api).catch((error: { code: number; stderr: string }) => error);
    const embedded = { code: 1, stderr: expect.stringContaining(api.database.settings.DATA_DIR) };
    const postgres = { stdout: expect.stringMatching(/^Ledger: right/), stderr: '' };
    expect(outcome).toMatchObject(api.database.kind === 'embedded' ? embedded : postgres);
  });

  test('exits with 0 when all is correct [10.4.4 10.6.34]', async () => {
    await api.server.stop();
    const { stdout } = await command(api);
    expect(stdout.split('\n')).toEqual([
      'Ledger: right, 12 ledger entries of 1 clients',
      expect.stringMatching(/^Audit logs: right, \d+ rows of 2 businesses$/),
      'Signed notes: right, 7 versions of 6 notes',
      'Invoices: right, 0 issued invoices',
      'Claims: right, 0 claim batches',
      expect.stringMatching(/^Audit checkpoints: none in .+audit-checkpoints, so nothing was compared$/),
      '',
    ]);
    expect((await command(api, 'ledger')).stdout).toBe('Ledger: right, 12 ledger entries of 1 clients\n');
    const unknown = {
      code: 2,
      stderr: 'Unknown: units. Known: ledger, audit, notes, invoices, claims, ends\n',
    };
    await expect(command(api, 'units')).rejects.toMatchObject(unknown);
  });

  test('exits with 1 and names the first wrong row of each kind, also a deleted one, and missing checkpoints [10.4.4 16.verify.1 S-34,35]', async () => {
    const own = await startApi({}, 'server');
    await createNotesOfEveryStatus(own);
    const ofNote = {
      notes: 'id',
      note_versions: 'note_id',
      note_signatures: 'note_id',
      time_entries: 'note_id',
    };
    await disableTriggers(own, ['audit_log', ...Object.keys(ofNote)]);
    for (const [table, key] of Object.entries(ofNote)) await own.sql(`delete from ${table} where ${key} = 2`);
    await own.sql('update client_units set used_time_units = used_time_units + 1');
    const [end] = await own.sql<{ seq: number }>(
      `delete from audit_log where business_id = 2
         and seq = (select seq from audit_heads where business_id = 2) returning seq::int`,
    );
    const [first] = await own.sql<{ at: Date }>(
      `update businesses set created_at = ${subtractInterval('created_at', `interval '3 hours'`)}
         where id = (select min(id) from businesses) returning created_at as at`,
    );
    await own.server.stop();
    await expect(command(own)).rejects.toMatchObject({
      code: 1,
      stdout: [
        'Ledger: WRONG. Business 2, client 1: 37.00 are used, the sum of the ledger is 36.00',
        `Audit logs: WRONG. Business 2: row ${end?.seq} of the audit log is missing, changed or not chained to the one before`,
        'Signed notes: WRONG. Business 2, note 2: it was signed and is missing',
        'Invoices: right, 0 issued invoices',
        'Claims: right, 0 claim batches',
        `Audit checkpoints: WRONG. There are no audit log checkpoints in ${join(own.database.settings.DATA_DIR, 'audit-checkpoints')}, although the first business was registered on ${first?.at.toISOString()}`,
        '',
      ].join('\n'),
    });
    await own.stop();
  });
});
