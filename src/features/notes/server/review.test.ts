import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi } from '../../../../tests/world/api.ts';
import type { Api, Name } from '../../../../tests/world/api.ts';
import { aBusiness } from '../../../../tests/world/business.ts';
import type { Account, TestBusiness } from '../../../../tests/world/business.ts';
import { aClient } from '../../../../tests/world/clients.ts';
import { aSignedNote, aVisit, noteForm } from '../../../../tests/world/notes.ts';
import { aPerson } from '../../../../tests/world/people.ts';

let api: Api;
let business: TestBusiness;
let manager: Account;
let author: Account;
let clientId: number;
beforeAll(async () => {
  api = await startApi({ RATE_LIMITS: 'off' });
  business = await aBusiness(api, { plan: 'professional' });
  manager = await aPerson(api, business, { role: 'manager', form: { firstName: 'Mia', lastName: 'Boss' } });
  const visit = await aVisit(api, business, { totalTimeUnits: 1000 });
  author = visit.author;
  clientId = visit.client.id;
});
afterAll(() => api.stop());

const review = (id: number, body: unknown, token = manager.token) =>
  api.call(token, 'PATCH /api/notes/:id/review', { params: { id }, body });
const used = async () => {
  const client = await api.ok(manager.token, 'GET /api/clients/:id', { params: { id: clientId } });
  return Number(client.usedTimeUnits);
};
const hours = async () =>
  (await api.ok(author.token, 'GET /api/time-entries/my', { query: { limit: 200 } })).map(
    (one) => one.noteId,
  );
const letters = (title: string) =>
  api.sql<{ sender_id: number; recipient_id: number; subject: string; content: string }>(
    'select sender_id, recipient_id, subject, content from messages where business_id = $1 and subject like $2 order by id',
    [business.id, `%${title}`],
  );
const audited = (id: number) =>
  api.sql<{ action: string; actor_id: number; details: Record<string, unknown> }>(
    `select action, actor_id, details from audit_log where business_id = $1 and object = 'note' and object_id = $2 order by seq`,
    [business.id, id],
  );

describe('a review', () => {
  test('approves: units and hours stay, the author is told', async () => {
    const before = await used();
    const note = await aSignedNote(api, author, { clientId, title: 'To approve' });
    const answer = await review(note.id, { action: 'approve' });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'resolved', reviewedById: manager.id, reviewedByName: 'Mia Boss', reviewComment: null },
    });
    expect(answer.body.can).toMatchObject({ approve: false, deny: false, hold: false, return: false });
    expect(await used()).toBe(before + 9);
    expect(await hours()).toContain(note.id);
    expect(await letters('To approve')).toEqual([
      {
        sender_id: manager.id,
        recipient_id: author.id,
        subject: 'Note approved: To approve',
        content: 'Your note "To approve" was approved.',
      },
    ]);
  });

  test('denies with a reason: units and hours go back, once', async () => {
    const before = await used();
    const note = await aSignedNote(api, author, { clientId, title: 'To deny' });
    const answer = await review(note.id, { action: 'deny', reason: '  The times overlap.  ' });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'denied', reviewComment: 'The times overlap.' },
    });
    expect(await used()).toBe(before);
    expect(await hours()).not.toContain(note.id);
    const [letter, ...more] = await letters('To deny');
    expect(more).toEqual([]);
    expect(letter?.subject).toBe('Note denied: To deny');
    expect(letter?.content).toContain('Reason: The times overlap.');
    expect(await review(note.id, { action: 'deny', reason: 'Again' })).toMatchObject({
      status: 409,
      error: { code: 'note_not_pending' },
    });
    await api.ok(author.token, 'DELETE /api/notes/:id', { params: { id: note.id } });
    expect(await used()).toBe(before);
    const ledger = await api.ok(manager.token, 'GET /api/clients/:id/ledger', { params: { id: clientId } });
    expect(ledger.filter((row) => row.noteId === note.id).map((row) => row.kind)).toEqual([
      'reversal',
      'note',
    ]);
  });

  test('puts on hold and takes up again, silently', async () => {
    const note = await aSignedNote(api, author, { clientId, title: 'To hold' });
    const held = await review(note.id, { action: 'hold' });
    expect(held.body).toMatchObject({ status: 'in-review', reviewedById: null, can: { resume: true } });
    for (const body of [{ action: 'approve' }, { action: 'hold' }, { action: 'return', comment: 'x' }]) {
      expect(await review(note.id, body)).toMatchObject({ status: 409, error: { code: 'note_not_pending' } });
    }
    const put = { params: { id: note.id }, body: noteForm(clientId) };
    expect((await api.call(author.token, 'PUT /api/notes/:id', put)).status).toBe(409);
    expect((await review(note.id, { action: 'resume' })).body.status).toBe('pending');
    expect((await review(note.id, { action: 'resume' })).status).toBe(409);
    expect(await letters('To hold')).toEqual([]);
  });

  test('sends back with a comment; signed anew the note is pending and counted once', async () => {
    const before = await used();
    const first = noteForm(clientId, { title: 'To return' });
    const note = await api.ok(author.token, 'POST /api/notes', { body: first });
    const params = { id: note.id };
    const returned = await review(note.id, { action: 'return', comment: 'Which bills?' });
    expect(returned.body).toMatchObject({ status: 'in-progress', reviewComment: 'Which bills?' });
    expect((await letters('To return'))[0]?.content).toContain('Comment: Which bills?');

    const body = noteForm(clientId, { title: 'To return', endTime: '10:00' });
    const reused = { ...body, employeeSignature: first['employeeSignature'] };
    const refusal = await api.call(author.token, 'PUT /api/notes/:id', { params, body: reused });
    expect(refusal.error?.issues).toMatchObject([{ path: 'employeeSignature' }]);
    expect((await api.call(manager.token, 'PUT /api/notes/:id', { params, body })).status).toBe(403);

    const again = await api.ok(author.token, 'PUT /api/notes/:id', { params, body });
    expect(again).toMatchObject({ status: 'pending', version: 2, timeUnitsUsed: '4.00', minutes: 60 });
    expect(again).toMatchObject({ reviewedById: null, reviewComment: null, createdAt: note.createdAt });
    expect(await used()).toBe(before + 4);
    const entries = await api.ok(author.token, 'GET /api/time-entries/my', { query: { limit: 200 } });
    expect(entries.filter((one) => one.noteId === note.id)).toMatchObject([
      { timeUnits: '4.00', minutes: 60 },
    ]);
    const versions = await api.ok(author.token, 'GET /api/notes/:id/versions', { params });
    expect(versions.map((one) => one.version)).toEqual([2, 1]);
    expect(JSON.parse(versions[1]?.content ?? '')).toMatchObject({ version: 1, minutes: 135 });

    expect((await review(note.id, { action: 'deny', reason: 'No' })).status).toBe(200);
    expect(await used()).toBe(before);
    expect((await audited(note.id)).map((row) => row.action)).toEqual([
      'submitted',
      'returned',
      'resubmitted',
      'denied',
    ]);
  });

  test('a pending note may be signed anew for another client', async () => {
    const before = await used();
    const note = await aSignedNote(api, business.admin, { clientId });
    const other = await aClient(api, business);
    const call = { params: { id: note.id }, body: noteForm(other.id) };
    await api.ok(business.admin.token, 'PUT /api/notes/:id', call);
    expect(await used()).toBe(before);
    const moved = await api.ok(manager.token, 'GET /api/clients/:id', { params: { id: other.id } });
    expect(moved.usedTimeUnits).toBe('9.00');
  });

  test('counts for the version that the reviewer saw', async () => {
    const note = await aSignedNote(api, author, { clientId, title: 'Changed under review' });
    await api.ok(author.token, 'PUT /api/notes/:id', {
      params: { id: note.id },
      body: noteForm(clientId, { title: 'Changed under review', description: 'Something else was done.' }),
    });
    expect(await review(note.id, { action: 'approve', version: 1 })).toMatchObject({
      status: 409,
      error: { code: 'note_changed' },
    });
    expect(await review(note.id, { action: 'approve', version: 2 })).toMatchObject({
      status: 200,
      body: { status: 'resolved', version: 2 },
    });
    expect((await review(note.id, { action: 'approve', version: 1 })).error?.code).toBe('note_not_pending');
  });

  test('of an own note is logged as such and sends no letter', async () => {
    const note = await aSignedNote(api, manager, { clientId, title: 'Own note' });
    expect((await review(note.id, { action: 'approve' })).status).toBe(200);
    expect(await letters('Own note')).toEqual([]);
    const rows = await audited(note.id);
    expect(rows.at(-1)).toMatchObject({ action: 'approved', details: { selfReview: true } });
  });

  test('works at the addresses of the management screen too', async () => {
    const [one, two] = [
      await aSignedNote(api, author, { clientId }),
      await aSignedNote(api, author, { clientId }),
    ];
    const approved = await api.ok(manager.token, 'PATCH /api/management/notes/:id/approve', {
      params: { id: one.id },
    });
    expect(approved.status).toBe('resolved');
    const params = { id: two.id };
    const denied = await api.ok(manager.token, 'PATCH /api/management/notes/:id/deny', {
      params,
      body: { reason: 'Twice' },
    });
    expect(denied).toMatchObject({ status: 'denied', reviewComment: 'Twice' });
  });

  test.each([
    [{ action: 'deny' }, 'reason', 'A reason for denial is required'],
    [{ action: 'deny', reason: '   ' }, 'reason', 'A reason for denial is required'],
    [{ action: 'deny', reason: 'x'.repeat(1001) }, 'reason', 'At most 1000 characters'],
    [{ action: 'return', comment: '' }, 'comment', 'A comment is required'],
  ])('%j is refused', async (body, path, message) => {
    const { status, error } = await review(1, body);
    expect({ status, issues: error?.issues }).toEqual({ status: 400, issues: [{ path, message }] });
  });

  test('is for managers of the business alone', async () => {
    const note = await aSignedNote(api, author, { clientId });
    const body = { action: 'approve' };
    expect((await review(note.id, body, author.token)).status).toBe(403);
    const stranger = await aBusiness(api);
    expect((await review(note.id, body, stranger.admin.token)).status).toBe(404);
    const now = await api.ok(author.token, 'GET /api/notes/:id', { params: { id: note.id } });
    expect(now.status).toBe('pending');
  });
});

describe('a deleted note', () => {
  test('gives units and hours back and is gone everywhere', async () => {
    const before = await used();
    const note = await aSignedNote(api, author, { clientId });
    const params = { id: note.id };
    const stats = await api.ok(author.token, 'GET /api/notes/my/stats');
    expect((await api.call(author.token, 'DELETE /api/notes/:id', { params })).status).toBe(204);
    expect(await used()).toBe(before);
    expect(await hours()).not.toContain(note.id);
    const after = await api.ok(author.token, 'GET /api/notes/my/stats');
    expect(after).toEqual({ ...stats, pending: stats.pending - 1, total: stats.total - 1 });
    const list = await api.ok(manager.token, 'GET /api/management/notes', { query: { limit: 200 } });
    expect(list.map((row) => row.id)).not.toContain(note.id);
    const names: Name[] = [
      'GET /api/notes/:id',
      'GET /api/notes/:id/versions',
      'GET /api/notes/:id/evidence',
    ];
    for (const name of names) expect((await api.call(manager.token, name, { params })).status).toBe(404);
    expect((await api.call(author.token, 'DELETE /api/notes/:id', { params })).status).toBe(404);
    const put = { params, body: noteForm(clientId) };
    expect((await api.call(author.token, 'PUT /api/notes/:id', put)).status).toBe(404);
    expect((await review(note.id, { action: 'approve' })).status).toBe(404);
  });

  test('that was approved keeps units and hours, and managers are told', async () => {
    const note = await aSignedNote(api, author, { clientId, title: 'Done work' });
    await review(note.id, { action: 'approve' });
    const before = await used();
    await api.ok(author.token, 'DELETE /api/notes/:id', { params: { id: note.id } });
    expect(await used()).toBe(before);
    expect(await hours()).toContain(note.id);
    const told = (await letters('Done work')).filter((one) =>
      one.subject.startsWith('Approved note deleted'),
    );
    expect(new Set(told.map((one) => one.recipient_id))).toEqual(new Set([business.admin.id, manager.id]));
    expect(told).toHaveLength(2);
  });

  test('is deleted by its author or a manager alone', async () => {
    const note = await aSignedNote(api, author, { clientId });
    const params = { id: note.id };
    const colleague = await aPerson(api, business);
    expect((await api.call(colleague.token, 'DELETE /api/notes/:id', { params })).status).toBe(403);
    const stranger = await aBusiness(api);
    expect((await api.call(stranger.admin.token, 'DELETE /api/notes/:id', { params })).status).toBe(404);
    expect((await api.call(manager.token, 'DELETE /api/notes/:id', { params })).status).toBe(204);
  });
});

describe('a write of a note that is sent again after its answer was lost', () => {
  test('signed anew: the second answer is the first, and units move once', async () => {
    const note = await aSignedNote(api, author, { clientId });
    const parts = {
      params: { id: note.id },
      body: noteForm(clientId, { endTime: '10:00' }),
      headers: { 'idempotency-key': `anew-${note.id}` },
    };
    const send = (more = {}) => api.call(author.token, 'PUT /api/notes/:id', { ...parts, ...more });
    const [first, again] = [await send(), await send()];
    expect([first.status, first.body.version]).toEqual([200, 2]);
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([
      200,
      'true',
      first.body,
    ]);
    const [row] = await api.sql(
      `select count(*) filter (where kind = 'note') as taken, count(*) filter (where kind = 'reversal') as back
       from unit_ledger where business_id = $1 and note_id = $2`,
      [business.id, note.id],
    );
    expect(row).toEqual({ taken: 2, back: 1 });
    const other = await send({ body: noteForm(clientId, { endTime: '10:15' }) });
    expect([other.status, other.error?.code]).toEqual([409, 'idempotency_key_reused']);
  });

  test('reviewed: the second press is not refused for the first', async () => {
    const note = await aSignedNote(api, author, { clientId, title: 'Pressed twice' });
    const send = () =>
      api.call(manager.token, 'PATCH /api/notes/:id/review', {
        params: { id: note.id },
        body: { action: 'approve', version: 1 },
        headers: { 'idempotency-key': `review-${note.id}` },
      });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect(await letters('Pressed twice')).toHaveLength(1);
  });
});

test.each([
  ['PATCH /api/management/notes/:id/approve', {}, 'resolved'],
  ['PATCH /api/management/notes/:id/deny', { reason: 'No' }, 'denied'],
] as const)('%s decides about the version that was looked at', async (name, fields, status) => {
  const note = await aSignedNote(api, author, { clientId });
  const params = { id: note.id };
  await api.ok(author.token, 'PUT /api/notes/:id', { params, body: noteForm(clientId) });
  const decide = (version: unknown) =>
    api.call(manager.token, name, { params, body: { ...fields, version } });
  const late = await decide(1);
  expect([late.status, late.error?.code]).toEqual([409, 'note_changed']);
  expect((await decide('x')).error?.issues?.[0]).toMatchObject({ path: 'version' });
  expect((await decide(2)).body.status).toBe(status);
});

test('evidence proves what was signed and shows every later change', async () => {
  const note = await aSignedNote(api, author, { clientId, tags: ['a', 'b'], title: 'Proof' });
  const params = { id: note.id };
  const evidence = await api.ok(author.token, 'GET /api/notes/:id/evidence', { params });
  expect(evidence).toMatchObject({ noteId: note.id, version: 1, matches: true });
  const signed = JSON.parse(evidence.canonical ?? '') as Record<string, unknown>;
  expect(signed).toMatchObject({
    noteId: note.id,
    timeZone: 'America/Chicago',
    timeUnitsUsed: '9.00',
    unitRate: '15.00',
    start: '2026-03-02T15:00:00.000Z',
    authorName: 'Eve Worker',
    tags: ['a', 'b'],
  });
  expect((await audited(note.id))[0]?.details['digest']).toBe(evidence.digest);
  const colleague = await aPerson(api, business);
  expect((await api.call(colleague.token, 'GET /api/notes/:id/evidence', { params })).status).toBe(403);
  expect((await api.call(colleague.token, 'GET /api/notes/:id/versions', { params })).status).toBe(403);

  const matches = async () =>
    (await api.ok(manager.token, 'GET /api/notes/:id/evidence', { params })).matches;
  const changes = [
    ['notes', `content = content || '!'`, `content = left(content, -1)`],
    ['notes', 'minutes = minutes + 1', 'minutes = minutes - 1'],
    ['notes', `work_date = work_date + 1`, `work_date = work_date - 1`],
    ['notes', `tags = array_append(tags, 'c')`, `tags = array_remove(tags, 'c')`],
    ['time_entries', `end_time = end_time + interval '1 s'`, `end_time = end_time - interval '1 s'`],
    ['time_entries', 'minutes = minutes + 30', 'minutes = minutes - 30'],
    ['time_entries', 'time_units = time_units + 2', 'time_units = time_units - 2'],
    ['note_signatures', 'client_png = employee_png, employee_png = client_png', ''],
  ] as const;
  for (const [table, change, undo] of changes) {
    const where = table === 'notes' ? 'id' : 'note_id';
    const run = (set: string) =>
      api.sql(`update ${table} set ${set} where business_id = $1 and ${where} = $2`, [business.id, note.id]);
    await api.sql(`alter table ${table} disable trigger user`);
    await run(change);
    expect([table, change, await matches()]).toEqual([table, change, false]);
    await run(undo || change);
    expect(await matches()).toBe(true);
  }
  await review(note.id, { action: 'approve' });
  expect(await matches()).toBe(true);
});

test.each([
  ['version', 'note_versions', { digest: null, auditSeq: null, canonical: null }, ['version', 'audit row']],
  ['signatures', 'note_signatures', { digest: expect.any(String) }, ['signatures']],
  ['time entry', 'time_entries', { digest: expect.any(String) }, ['time entry']],
])('evidence of a note whose %s is gone says so', async (_, table, rest, missing) => {
  const { id } = await aSignedNote(api, author, { clientId });
  const read = () => api.call(manager.token, 'GET /api/notes/:id/evidence', { params: { id } });
  expect((await read()).body).toMatchObject({ matches: true, missing: [] });
  await api.sql(`alter table ${table} disable trigger user`);
  await api.sql(`delete from ${table} where business_id = $1 and note_id = $2`, [business.id, id]);
  const { status, body } = await read();
  expect([status, body]).toMatchObject([200, { noteId: id, matches: false, missing, ...rest }]);
});

test('evidence of a note whose row of the audit log is gone says so', async () => {
  const { id } = await aSignedNote(api, author, { clientId });
  const read = () => api.ok(manager.token, 'GET /api/notes/:id/evidence', { params: { id } });
  const { auditSeq } = await read();
  await api.sql('alter table audit_log disable trigger user');
  await api.sql('delete from audit_log where business_id = $1 and seq = $2', [business.id, auditSeq]);
  expect(await read()).toMatchObject({ matches: false, missing: ['audit row'], auditSeq, auditHash: null });
});

test('evidence shows a note that was rewritten together with what was frozen of it', async () => {
  const { id } = await aSignedNote(api, author, { clientId, title: 'Forged' });
  const read = () => api.ok(manager.token, 'GET /api/notes/:id/evidence', { params: { id } });
  const { canonical, digest, auditSeq } = await read();
  const forged = String(canonical).replace('two bills', 'ten bills');
  const forgedDigest = createHash('sha256').update(forged).digest('hex');
  for (const table of ['notes', 'note_versions', 'audit_log'])
    await api.sql(`alter table ${table} disable trigger user`);
  await api.sql(
    `update notes set content = replace(content, 'two bills', 'ten bills') where business_id = $1 and id = $2`,
    [business.id, id],
  );
  await api.sql(
    'update note_versions set canonical = $3, digest = $4 where business_id = $1 and note_id = $2',
    [business.id, id, forged, forgedDigest],
  );
  // All fits together, but the log names another digest.
  expect(await read()).toMatchObject({ canonical: forged, matches: false });
  await api.sql(
    'update audit_log set payload = replace(payload, $3, $4) where business_id = $1 and seq = $2',
    [business.id, auditSeq, digest, forgedDigest],
  );
  // The log's text is brought into line as well, but it is not what was hashed into the chain.
  expect(await read()).toMatchObject({ digest: forgedDigest, matches: false });
});
