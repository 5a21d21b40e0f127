import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSignedNote, buildNoteForm } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { subtractInterval } from '#tests/support/helpers/sqlTime.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const visit = setUpOnce(() => createReviewScenario(api));

test('evidence matches what was signed and detects every later change [10.5.14,15,16 10.8.3 T17 S-36,37]', async () => {
  const note = await createSignedNote(api, visit.author, {
    clientId: visit.clientId,
    tags: ['a', 'b'],
    title: 'Proof',
  });
  const params = { id: note.id };
  const evidence = await api.ok(visit.author.token, 'GET /api/notes/:id/evidence', { params });
  expect(evidence).toMatchObject({ noteId: note.id, version: 1, matches: true });
  const signed = JSON.parse(evidence.canonical ?? '') as Record<string, unknown>;
  expect(signed).toMatchObject({
    noteId: note.id,
    timeZone: 'America/Chicago',
    timeUnitsUsed: '9.00',
    start: '2026-03-02T15:00:00.000Z',
    authorName: 'Eve Worker',
    tags: ['a', 'b'],
  });
  expect((await visit.audited(note.id))[0]?.details['digest']).toBe(evidence.digest);
  const colleague = await createPerson(api, visit.business);
  expect((await api.call(colleague.token, 'GET /api/notes/:id/evidence', { params })).status).toBe(403);
  expect((await api.call(colleague.token, 'GET /api/notes/:id/versions', { params })).status).toBe(403);

  const matches = async () =>
    (await api.ok(visit.manager.token, 'GET /api/notes/:id/evidence', { params })).matches;
  const moveBack = (seconds: number) => subtractInterval('end_time', `interval '${seconds} s'`);
  const changes = [
    ['notes', `content = content || '!'`, `content = left(content, -1)`],
    ['notes', 'minutes = minutes + 1', 'minutes = minutes - 1'],
    ['notes', `work_date = work_date + 1`, `work_date = work_date - 1`],
    ['notes', `tags = array_append(tags, 'c')`, `tags = array_remove(tags, 'c')`],
    ['time_entries', `end_time = ${moveBack(1)}`, `end_time = ${moveBack(-1)}`],
    ['time_entries', 'minutes = minutes + 30', 'minutes = minutes - 30'],
    ['time_entries', 'time_units = time_units + 2', 'time_units = time_units - 2'],
    ['note_signatures', 'client_png = employee_png, employee_png = client_png', ''],
  ] as const;
  for (const [table, change, undo] of changes) {
    const where = table === 'notes' ? 'id' : 'note_id';
    const run = (set: string) =>
      api.sql(`update ${table} set ${set} where business_id = $1 and ${where} = $2`, [
        visit.business.id,
        note.id,
      ]);
    await api.sql(`alter table ${table} disable trigger user`);
    await run(change);
    expect([table, change, await matches()]).toEqual([table, change, false]);
    await run(undo || change);
    expect(await matches()).toBe(true);
  }
  await visit.review(note.id, { action: 'approve' });
  expect(await matches()).toBe(true);
});

test('evidence shows when the author signed under a temporary password [P-6]', async () => {
  const author = await createPerson(api, visit.business);
  const assigned = { clientId: visit.clientId, employeeId: author.id, role: 'backup' };
  await api.ok(visit.manager.token, 'POST /api/client-assignments', { body: assigned });
  const { id } = await createSignedNote(api, author, { clientId: visit.clientId });
  const params = { id };
  const readSigned = async (): Promise<unknown> => {
    const { canonical, matches } = await api.ok(author.token, 'GET /api/notes/:id/evidence', { params });
    const { form, passwordIssuedAt } = JSON.parse(canonical ?? '') as Record<string, unknown>;
    return { form, passwordIssuedAt, matches };
  };
  const issued = await api.ok(visit.manager.token, 'GET /api/users/:id/password', {
    params: { id: author.id },
  });
  const under = { form: 'quarterhour-note-5', passwordIssuedAt: issued.issuedAt, matches: true };
  expect(await readSigned()).toEqual(under);
  const body = { currentPassword: author.password, newPassword: 'my own password' };
  await api.ok(author.token, 'POST /api/auth/change-password', { body });
  // The signed version does not change.
  expect(await readSigned()).toEqual(under);
  await api.ok(author.token, 'PUT /api/notes/:id', { params, body: buildNoteForm(visit.clientId) });
  expect(await readSigned()).toEqual({ ...under, passwordIssuedAt: null });
});

test.each([
  ['version', 'note_versions', { digest: null, auditSeq: null, canonical: null }, ['version', 'audit row']],
  ['signatures', 'note_signatures', { digest: expect.any(String) }, ['signatures']],
  ['time entry', 'time_entries', { digest: expect.any(String) }, ['time entry']],
])('evidence of a note without its %s lists the missing rows [S-37]', async (_, table, rest, missing) => {
  const { id } = await createSignedNote(api, visit.author, { clientId: visit.clientId });
  const read = () => api.call(visit.manager.token, 'GET /api/notes/:id/evidence', { params: { id } });
  expect((await read()).body).toMatchObject({ matches: true, missing: [] });
  await api.sql(`alter table ${table} disable trigger user`);
  await api.sql(`delete from ${table} where business_id = $1 and note_id = $2`, [visit.business.id, id]);
  const { status, body } = await read();
  expect([status, body]).toMatchObject([200, { noteId: id, matches: false, missing, ...rest }]);
  // The note itself stays readable; its signatures are shown if they are still stored.
  const { employeeSignature } = await api.ok(visit.manager.token, 'GET /api/notes/:id', { params: { id } });
  expect(employeeSignature === null).toBe(table === 'note_signatures');
});

test('evidence of a note without its audit log entry names it as missing', async () => {
  const { id } = await createSignedNote(api, visit.author, { clientId: visit.clientId });
  const read = () => api.ok(visit.manager.token, 'GET /api/notes/:id/evidence', { params: { id } });
  const { auditSeq } = await read();
  await api.sql('alter table audit_log disable trigger user');
  await api.sql('delete from audit_log where business_id = $1 and seq = $2', [visit.business.id, auditSeq]);
  expect(await read()).toMatchObject({ matches: false, missing: ['audit row'], auditSeq, auditHash: null });
});

test('evidence detects a note that was changed together with its frozen version [10.5.16 T17]', async () => {
  const { id } = await createSignedNote(api, visit.author, { clientId: visit.clientId, title: 'Forged' });
  const read = () => api.ok(visit.manager.token, 'GET /api/notes/:id/evidence', { params: { id } });
  const { canonical, digest, auditSeq } = await read();
  const forged = String(canonical).replace('two bills', 'ten bills');
  const forgedDigest = createHash('sha256').update(forged).digest('hex');
  for (const table of ['notes', 'note_versions', 'audit_log'])
    await api.sql(`alter table ${table} disable trigger user`);
  await api.sql(
    `update notes set content = replace(content, 'two bills', 'ten bills') where business_id = $1 and id = $2`,
    [visit.business.id, id],
  );
  await api.sql(
    'update note_versions set canonical = $3, digest = $4 where business_id = $1 and note_id = $2',
    [visit.business.id, id, forged, forgedDigest],
  );
  // Note and version match, but the audit log has another digest.
  expect(await read()).toMatchObject({ canonical: forged, matches: false });
  await api.sql(
    'update audit_log set payload = replace(payload, $3, $4) where business_id = $1 and seq = $2',
    [visit.business.id, auditSeq, digest, forgedDigest],
  );
  // The audit log entry matches too, but not its hash.
  expect(await read()).toMatchObject({ digest: forgedDigest, matches: false });
});
