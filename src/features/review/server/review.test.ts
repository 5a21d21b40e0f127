import { describe, expect, test } from 'vitest';
import { createClient } from '#tests/support/factories/clients.ts';
import { createSignedNote, buildNoteForm } from '#tests/support/factories/notes.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const visit = setUpOnce(() => createReviewScenario(api));

describe('PATCH /api/notes/:id/review', () => {
  test('approves a note, keeps units and hours, and notifies the author [1.managers.2 4.note.1,3,5 7.notes.6 10.5.19]', async () => {
    const before = await visit.used();
    const note = await createSignedNote(api, visit.author, { clientId: visit.clientId, title: 'To approve' });
    const answer = await visit.review(note.id, { action: 'approve' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'resolved',
        reviewedById: visit.manager.id,
        reviewedByName: 'Mia Boss',
        reviewComment: null,
      },
    });
    expect(answer.body.can).toMatchObject({ approve: false, deny: false, hold: false, return: false });
    expect(await visit.used()).toBe(before + 9);
    expect(await visit.hours()).toContain(note.id);
    expect(await visit.letters('To approve')).toEqual([
      {
        sender_id: visit.manager.id,
        recipient_id: visit.author.id,
        note_id: note.id,
        subject: 'Approved: Cleo Client, Mar 2',
        content: 'Your note "To approve" was approved.',
      },
    ]);
  });

  test('denies a note with a reason and reverses units and hours once [1.managers.2 4.note.1,4,5 7.notes.6 10.1.28 10.4.15 10.5.19,20,21]', async () => {
    const before = await visit.used();
    const note = await createSignedNote(api, visit.author, { clientId: visit.clientId, title: 'To deny' });
    const answer = await visit.review(note.id, { action: 'deny', reason: '  The times overlap.  ' });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'denied', reviewComment: 'The times overlap.' },
    });
    expect(await visit.used()).toBe(before);
    expect(await visit.hours()).not.toContain(note.id);
    const [letter, ...more] = await visit.letters('To deny');
    expect(more).toEqual([]);
    expect(letter?.subject).toBe('Denied: Cleo Client, Mar 2');
    expect(letter?.content).toContain('Reason: The times overlap.');
    expectError(await visit.review(note.id, { action: 'deny', reason: 'Again' }), 409, 'note_not_pending');
    await api.ok(visit.author.token, 'DELETE /api/notes/:id', { params: { id: note.id } });
    expect(await visit.used()).toBe(before);
    const ledger = await api.ok(visit.manager.token, 'GET /api/clients/:id/ledger', {
      params: { id: visit.clientId },
    });
    expect(ledger.filter((row) => row.noteId === note.id).map((row) => row.kind)).toEqual([
      'reversal',
      'note',
    ]);
  });

  test('holds and resumes a note without a message [4.note.1 10.5.21,23 10.8.2]', async () => {
    const note = await createSignedNote(api, visit.author, { clientId: visit.clientId, title: 'To hold' });
    const held = await visit.review(note.id, { action: 'hold' });
    expect(held.body).toMatchObject({ status: 'in-review', reviewedById: null, can: { resume: true } });
    for (const body of [{ action: 'approve' }, { action: 'hold' }, { action: 'return', comment: 'x' }]) {
      expectError(await visit.review(note.id, body), 409, 'note_not_pending');
    }
    const put = { params: { id: note.id }, body: buildNoteForm(visit.clientId) };
    expect((await api.call(visit.author.token, 'PUT /api/notes/:id', put)).status).toBe(409);
    expect((await visit.review(note.id, { action: 'resume' })).body.status).toBe('pending');
    expect((await visit.review(note.id, { action: 'resume' })).status).toBe(409);
    expect(await visit.letters('To hold')).toEqual([]);
  });

  test('sends a note back with a comment; the resubmitted version is pending and its units count once [4.note.1 10.5.24,25,27 10.8.2,3 T12]', async () => {
    const before = await visit.used();
    const first = buildNoteForm(visit.clientId, { title: 'To return' });
    const note = await api.ok(visit.author.token, 'POST /api/notes', { body: first });
    const params = { id: note.id };
    const returned = await visit.review(note.id, { action: 'return', comment: 'Which bills?' });
    expect(returned.body).toMatchObject({ status: 'in-progress', reviewComment: 'Which bills?' });
    // It keeps its units until it is signed again.
    expect(await visit.used()).toBe(before + 9);
    expect((await visit.letters('To return'))[0]?.content).toContain('Comment: Which bills?');

    const body = buildNoteForm(visit.clientId, { title: 'To return', endTime: '10:00' });
    const reused = { ...body, employeeSignature: first['employeeSignature'] };
    const refusal = await api.call(visit.author.token, 'PUT /api/notes/:id', { params, body: reused });
    expect(refusal.error?.issues).toMatchObject([{ path: 'employeeSignature' }]);
    expect((await api.call(visit.manager.token, 'PUT /api/notes/:id', { params, body })).status).toBe(403);

    const again = await api.ok(visit.author.token, 'PUT /api/notes/:id', { params, body });
    expect(again).toMatchObject({ status: 'pending', version: 2, timeUnitsUsed: '4.00', minutes: 60 });
    expect(again).toMatchObject({ reviewedById: null, reviewComment: null, createdAt: note.createdAt });
    expect(await visit.used()).toBe(before + 4);
    const entries = await api.ok(visit.author.token, 'GET /api/time-entries/my', { query: { limit: 200 } });
    expect(entries.filter((one) => one.noteId === note.id)).toMatchObject([
      { timeUnits: '4.00', minutes: 60 },
    ]);
    const versions = await api.ok(visit.author.token, 'GET /api/notes/:id/versions', { params });
    expect(versions.map((one) => one.version)).toEqual([2, 1]);
    expect(JSON.parse(versions[1]?.content ?? '')).toMatchObject({ version: 1, minutes: 135 });

    expect((await visit.review(note.id, { action: 'deny', reason: 'No' })).status).toBe(200);
    expect(await visit.used()).toBe(before);
    expect((await visit.audited(note.id)).map((row) => row.action)).toEqual([
      'submitted',
      'returned',
      'resubmitted',
      'denied',
    ]);
  });

  test('moves the units when a pending note is resubmitted for another client [10.5.26]', async () => {
    const before = await visit.used();
    const note = await createSignedNote(api, visit.business.admin, { clientId: visit.clientId });
    const other = await createClient(api, visit.business);
    const call = { params: { id: note.id }, body: buildNoteForm(other.id) };
    await api.ok(visit.business.admin.token, 'PUT /api/notes/:id', call);
    expect(await visit.used()).toBe(before);
    const moved = await api.ok(visit.manager.token, 'GET /api/clients/:id', { params: { id: other.id } });
    expect(moved.usedTimeUnits).toBe('9.00');
  });

  test.each([
    [{ action: 'deny' }, 'reason', 'A reason for denial is required'],
    [{ action: 'deny', reason: ' \n ' }, 'reason', 'A reason for denial is required'],
    [{ action: 'deny', reason: 7 }, 'reason', 'A reason for denial is required'],
    [{ action: 'deny', reason: 'x'.repeat(1001) }, 'reason', 'At most 1000 characters'],
    [{ action: 'return', comment: '' }, 'comment', 'Enter what to change'],
  ])(
    'answers 400 to %j [4.note.4 7.notes.6 10.5.20 10.8.2]',
    async ({ action, ...fields }, path, message) => {
      const { id } = await createSignedNote(api, visit.author, { clientId: visit.clientId });
      const deny = { params: { id }, body: fields };
      const answers = [
        await visit.review(id, { action, ...fields }),
        ...(action === 'deny'
          ? [await api.call(visit.manager.token, 'PATCH /api/management/notes/:id/deny', deny)]
          : []),
      ];
      for (const { status, error } of answers)
        expect([status, error?.issues]).toEqual([400, [{ path, message }]]);
      const note = await api.ok(visit.author.token, 'GET /api/notes/:id', { params: { id } });
      expect([note.status, note.reviewComment]).toEqual(['pending', null]);
    },
  );

  test('answers 403 to employees [6.capability.13]', async () => {
    const note = await createSignedNote(api, visit.author, { clientId: visit.clientId });
    const body = { action: 'approve' };
    expect((await visit.review(note.id, body, visit.author.token)).status).toBe(403);
    const now = await api.ok(visit.author.token, 'GET /api/notes/:id', { params: { id: note.id } });
    expect(now.status).toBe('pending');
  });
});

test('a repeated resubmission or review returns the first response and changes nothing', async () => {
  const note = await createSignedNote(api, visit.author, { clientId: visit.clientId, title: 'Sent twice' });
  const params = { id: note.id };
  const headers = { 'idempotency-key': `again-${note.id}` };
  const resubmit = { params, headers, body: buildNoteForm(visit.clientId, { title: 'Sent twice' }) };
  const put = (more = {}) => api.call(visit.author.token, 'PUT /api/notes/:id', { ...resubmit, ...more });
  const [first, again] = [await put(), await put()];
  expect([first.status, first.body.version]).toEqual([200, 2]);
  expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([200, 'true', first.body]);
  const [row] = await api.sql(
    `select count(*) filter (where kind = 'note') as deducted, count(*) filter (where kind = 'reversal') as reversed
     from unit_ledger where business_id = $1 and note_id = $2`,
    [visit.business.id, note.id],
  );
  expect(row).toEqual({ deducted: 2, reversed: 1 });
  const other = await put({ body: buildNoteForm(visit.clientId, { endTime: '10:15' }) });
  expectError(other, 409, 'idempotency_key_reused');
  const approve = { params, headers, body: { action: 'approve', version: 2 } };
  const patch = () => api.call(visit.manager.token, 'PATCH /api/notes/:id/review', approve);
  const [approved, replayed] = [await patch(), await patch()];
  expect([approved.status, replayed.status, replayed.body]).toEqual([200, 200, approved.body]);
  expect(await visit.letters('Sent twice')).toHaveLength(1);
});

test.each([
  ['PATCH /api/notes/:id/review', { action: 'approve' }, 'resolved'],
  ['PATCH /api/management/notes/:id/approve', {}, 'resolved'],
  ['PATCH /api/management/notes/:id/deny', { reason: 'No' }, 'denied'],
] as const)(
  '%s reviews only the version that the reviewer saw [7.notes.9 12.review.5]',
  async (name, fields, status) => {
    const note = await createSignedNote(api, visit.author, { clientId: visit.clientId });
    const params = { id: note.id };
    await api.ok(visit.author.token, 'PUT /api/notes/:id', { params, body: buildNoteForm(visit.clientId) });
    const decide = (version: unknown) =>
      api.call(visit.manager.token, name, { params, body: { ...fields, version } });
    expectError(await decide(1), 409, 'version_changed');
    expect((await decide('x')).error?.issues?.[0]).toMatchObject({ path: 'version' });
    expect((await decide(2)).body).toMatchObject({ status, version: 2 });
    expect((await decide(1)).error?.code).toBe('note_not_pending');
  },
);
