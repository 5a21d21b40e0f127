/** Reviewing notes, and resubmitting those sent back. */
import { beforeAll, describe, expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { createSignedNote, buildNoteForm } from '#tests/support/factories/notes.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import type { ReviewScenario } from '#tests/support/factories/reviewedNotes.ts';

const api = useApi({ RATE_LIMITS: 'off' });
let visit: ReviewScenario;
beforeAll(async () => {
  visit = await createReviewScenario(api);
});

describe('a review', () => {
  test('approves: units and hours stay, the author is notified [1.managers.2 4.note.1,3,5 7.notes.6 10.5.19]', async () => {
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

  test('denies with a reason: units and hours go back, once [1.managers.2 4.note.1,4,5 7.notes.6 10.1.28 10.4.15 10.5.19,20,21]', async () => {
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
    expect(await visit.review(note.id, { action: 'deny', reason: 'Again' })).toMatchObject({
      status: 409,
      error: { code: 'note_not_pending' },
    });
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

  test.each([
    [{}, 'A reason for denial is required'],
    [{ reason: ' \n ' }, 'A reason for denial is required'],
    [{ reason: 7 }, 'A reason for denial is required'],
    [{ reason: 'x'.repeat(1001) }, 'At most 1000 characters'],
  ])('is not denied without a reason that can be read: %#', async (body, message) => {
    const { id } = await createSignedNote(api, visit.author, { clientId: visit.clientId });
    const deny = (parts: object) =>
      api.call(visit.manager.token, 'PATCH /api/management/notes/:id/deny', { params: { id }, body: parts });
    const refused = await deny(body);
    expect([refused.status, refused.error?.issues]).toEqual([400, [{ path: 'reason', message }]]);
    const stale = await deny({ reason: 'No', version: 0 });
    expect([stale.status, stale.error?.issues?.map(({ path }) => path)]).toEqual([400, ['version']]);
    const kept = await api.ok(visit.author.token, 'GET /api/notes/:id', { params: { id } });
    expect([kept.status, kept.reviewComment]).toEqual(['pending', null]);
  });

  test('puts on hold and takes up again, silently [4.note.1 10.5.21,23 10.8.2]', async () => {
    const note = await createSignedNote(api, visit.author, { clientId: visit.clientId, title: 'To hold' });
    const held = await visit.review(note.id, { action: 'hold' });
    expect(held.body).toMatchObject({ status: 'in-review', reviewedById: null, can: { resume: true } });
    for (const body of [{ action: 'approve' }, { action: 'hold' }, { action: 'return', comment: 'x' }]) {
      expect(await visit.review(note.id, body)).toMatchObject({
        status: 409,
        error: { code: 'note_not_pending' },
      });
    }
    const put = { params: { id: note.id }, body: buildNoteForm(visit.clientId) };
    expect((await api.call(visit.author.token, 'PUT /api/notes/:id', put)).status).toBe(409);
    expect((await visit.review(note.id, { action: 'resume' })).body.status).toBe('pending');
    expect((await visit.review(note.id, { action: 'resume' })).status).toBe(409);
    expect(await visit.letters('To hold')).toEqual([]);
  });

  test('sends back with a comment; resubmitted the note is pending and counted once [4.note.1 10.5.24,25,27 10.8.2,3 T12]', async () => {
    const before = await visit.used();
    const first = buildNoteForm(visit.clientId, { title: 'To return' });
    const note = await api.ok(visit.author.token, 'POST /api/notes', { body: first });
    const params = { id: note.id };
    const returned = await visit.review(note.id, { action: 'return', comment: 'Which bills?' });
    expect(returned.body).toMatchObject({ status: 'in-progress', reviewComment: 'Which bills?' });
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

  test('a pending note can be resubmitted for another client [10.5.26]', async () => {
    const before = await visit.used();
    const note = await createSignedNote(api, visit.business.admin, { clientId: visit.clientId });
    const other = await createClient(api, visit.business);
    const call = { params: { id: note.id }, body: buildNoteForm(other.id) };
    await api.ok(visit.business.admin.token, 'PUT /api/notes/:id', call);
    expect(await visit.used()).toBe(before);
    const moved = await api.ok(visit.manager.token, 'GET /api/clients/:id', { params: { id: other.id } });
    expect(moved.usedTimeUnits).toBe('9.00');
  });

  test('counts for the version that the reviewer saw', async () => {
    const note = await createSignedNote(api, visit.author, {
      clientId: visit.clientId,
      title: 'Changed under review',
    });
    await api.ok(visit.author.token, 'PUT /api/notes/:id', {
      params: { id: note.id },
      body: buildNoteForm(visit.clientId, {
        title: 'Changed under review',
        description: 'Something else was done.',
      }),
    });
    expect(await visit.review(note.id, { action: 'approve', version: 1 })).toMatchObject({
      status: 409,
      error: { code: 'note_changed' },
    });
    expect(await visit.review(note.id, { action: 'approve', version: 2 })).toMatchObject({
      status: 200,
      body: { status: 'resolved', version: 2 },
    });
    expect((await visit.review(note.id, { action: 'approve', version: 1 })).error?.code).toBe(
      'note_not_pending',
    );
  });

  test('of an own note is logged as such and sends no letter', async () => {
    const note = await createSignedNote(api, visit.manager, { clientId: visit.clientId, title: 'Own note' });
    expect((await visit.review(note.id, { action: 'approve' })).status).toBe(200);
    expect(await visit.letters('Own note')).toEqual([]);
    const rows = await visit.audited(note.id);
    expect(rows.at(-1)).toMatchObject({ action: 'approved', details: { selfReview: true } });
  });

  test('works at the addresses of the management screen too [7.notes.9]', async () => {
    const [one, two] = [
      await createSignedNote(api, visit.author, { clientId: visit.clientId }),
      await createSignedNote(api, visit.author, { clientId: visit.clientId }),
    ];
    const approved = await api.ok(visit.manager.token, 'PATCH /api/management/notes/:id/approve', {
      params: { id: one.id },
    });
    expect(approved.status).toBe('resolved');
    const params = { id: two.id };
    const denied = await api.ok(visit.manager.token, 'PATCH /api/management/notes/:id/deny', {
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
  ])('%j is refused [4.note.4 7.notes.6 10.5.20 10.8.2]', async (body, path, message) => {
    const { status, error } = await visit.review(1, body);
    expect({ status, issues: error?.issues }).toEqual({ status: 400, issues: [{ path, message }] });
  });

  test('is for managers of the business alone [6.capability.13]', async () => {
    const note = await createSignedNote(api, visit.author, { clientId: visit.clientId });
    const body = { action: 'approve' };
    expect((await visit.review(note.id, body, visit.author.token)).status).toBe(403);
    const otherBusiness = await createBusiness(api);
    expect((await visit.review(note.id, body, otherBusiness.admin.token)).status).toBe(404);
    const now = await api.ok(visit.author.token, 'GET /api/notes/:id', { params: { id: note.id } });
    expect(now.status).toBe('pending');
  });
});

describe('a write of a note that is sent again after its answer was lost', () => {
  test('a repeated resubmission returns the first response, and units change once', async () => {
    const note = await createSignedNote(api, visit.author, { clientId: visit.clientId });
    const parts = {
      params: { id: note.id },
      body: buildNoteForm(visit.clientId, { endTime: '10:00' }),
      headers: { 'idempotency-key': `resubmit-${note.id}` },
    };
    const send = (more = {}) => api.call(visit.author.token, 'PUT /api/notes/:id', { ...parts, ...more });
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
      [visit.business.id, note.id],
    );
    expect(row).toEqual({ taken: 2, back: 1 });
    const other = await send({ body: buildNoteForm(visit.clientId, { endTime: '10:15' }) });
    expect([other.status, other.error?.code]).toEqual([409, 'idempotency_key_reused']);
  });

  test('reviewed: the second press is not refused for the first', async () => {
    const note = await createSignedNote(api, visit.author, {
      clientId: visit.clientId,
      title: 'Pressed twice',
    });
    const send = () =>
      api.call(visit.manager.token, 'PATCH /api/notes/:id/review', {
        params: { id: note.id },
        body: { action: 'approve', version: 1 },
        headers: { 'idempotency-key': `review-${note.id}` },
      });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect(await visit.letters('Pressed twice')).toHaveLength(1);
  });
});

test.each([
  ['PATCH /api/management/notes/:id/approve', {}, 'resolved'],
  ['PATCH /api/management/notes/:id/deny', { reason: 'No' }, 'denied'],
] as const)('%s decides about the version that was looked at', async (name, fields, status) => {
  const note = await createSignedNote(api, visit.author, { clientId: visit.clientId });
  const params = { id: note.id };
  await api.ok(visit.author.token, 'PUT /api/notes/:id', { params, body: buildNoteForm(visit.clientId) });
  const decide = (version: unknown) =>
    api.call(visit.manager.token, name, { params, body: { ...fields, version } });
  const late = await decide(1);
  expect([late.status, late.error?.code]).toEqual([409, 'note_changed']);
  expect((await decide('x')).error?.issues?.[0]).toMatchObject({ path: 'version' });
  expect((await decide(2)).body.status).toBe(status);
});
