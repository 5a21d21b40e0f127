import { describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { buildNoteForm, createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const visit = setUpOnce(() => createReviewScenario(api));

const createNote = (fields: Record<string, unknown> = {}) =>
  createSignedNote(api, visit.author, { clientId: visit.clientId, ...fields });
const read = (id: number) => api.ok(visit.author.token, 'GET /api/notes/:id', { params: { id } });
const resubmit = (id: number, fields: Record<string, unknown> = {}) =>
  api.ok(visit.author.token, 'PUT /api/notes/:id', {
    params: { id },
    body: buildNoteForm(visit.clientId, fields),
  });

describe('a note sent back', () => {
  const fieldComments = { endTime: ' The visit ended at 11. ', summary: 'Name the second bill.' };
  const body = { action: 'return', comment: 'Two points.', reasonCode: 'times', fieldComments };
  const trimmed = { endTime: 'The visit ended at 11.', summary: 'Name the second bill.' };

  test('has the reason code and a comment for each field, in the note, in lists and in the message [12.review.1,2,4]', async () => {
    const note = await createNote({ title: 'Two points' });
    expect(note).toMatchObject({ reviewReasonCode: null, fieldComments: null });
    const remarks = { reviewComment: 'Two points.', reviewReasonCode: 'times', fieldComments: trimmed };
    expect((await visit.review(note.id, body)).body).toMatchObject({ status: 'in-progress', ...remarks });
    expect(await read(note.id)).toMatchObject(remarks);
    const [row] = await api.ok(visit.author.token, 'GET /api/notes/my', { query: { limit: 1 } });
    expect(row).toMatchObject({ id: note.id, ...remarks });
    const [letter] = await visit.letters('Two points');
    expect(letter?.content).toContain('Comment (Times): Two points.');
    expect(letter?.content).toContain('End time: The visit ended at 11.\nSummary: Name the second bill.');
  });

  test('has no remarks once it is signed again [12.review.3]', async () => {
    const { id } = await createNote();
    await visit.review(id, body);
    expect(await resubmit(id, { endTime: '11:00' })).toMatchObject({
      status: 'pending',
      reviewComment: null,
      reviewReasonCode: null,
      fieldComments: null,
    });
    await expectInvariants(api);
  });

  test('takes no empty set of comments as comments [12.review.2]', async () => {
    const { id } = await createNote();
    const answer = await visit.review(id, { ...body, reasonCode: undefined, fieldComments: {} });
    expect(answer.body).toMatchObject({ reviewReasonCode: null, fieldComments: null });
  });

  test('stores half a surrogate pair as a replacement character [12.review.2]', async () => {
    const { id } = await createNote();
    const answer = await visit.review(id, { ...body, fieldComments: { summary: 'Half \ud83d' } });
    expect(answer.body.fieldComments).toEqual({ summary: 'Half \ufffd' });
    await expectInvariants(api);
  });

  test.each([
    [{ reasonCode: 'boredom' }, 'reasonCode'],
    [{ reasonCode: null }, 'reasonCode'],
    [{ fieldComments: { minutes: 'Too many.' } }, 'fieldComments'],
    [{ fieldComments: { summary: '  ' } }, 'fieldComments.summary'],
    [{ fieldComments: { summary: 'x'.repeat(501) } }, 'fieldComments.summary'],
    [{ fieldComments: { summary: 5 } }, 'fieldComments.summary'],
    [{ fieldComments: ['Too many.'] }, 'fieldComments'],
    [{ comment: undefined }, 'comment'],
  ])('is refused with 400 at the field for %j [12.review.1,2]', async (fields, path) => {
    const { id } = await createNote();
    const answer = await visit.review(id, { ...body, ...fields });
    expect([answer.status, answer.error?.issues?.[0]?.path]).toEqual([400, path]);
    expect((await read(id)).status).toBe('pending');
  });
});

test.each(['PATCH /api/notes/:id/review', 'PATCH /api/management/notes/:id/deny'] as const)(
  'a denial by %s may have a reason code beside its text [12.review.1,4]',
  async (name) => {
    const { id } = await createNote({ title: `Denied by ${name}` });
    const call = (fields: object) =>
      api.call(visit.manager.token, name, {
        params: { id },
        body: { action: 'deny', reasonCode: 'duplicate', ...fields },
      });
    expectIssue(await call({}), { path: 'reason', message: 'A reason for denial is required' });
    expect((await call({ reason: 'Entered twice.' })).body).toMatchObject({
      status: 'denied',
      reviewComment: 'Entered twice.',
      reviewReasonCode: 'duplicate',
    });
    const [letter] = await visit.letters(`Denied by ${name}`);
    expect(letter?.content).toContain('Reason (Duplicate): Entered twice.');
  },
);

describe('approving an own note', () => {
  test('is refused with 409 own_note while there is another manager [12.review.6]', async () => {
    const note = await createSignedNote(api, visit.manager, { clientId: visit.clientId });
    expect(note.can).toMatchObject({ approve: false, deny: true, return: true });
    for (const body of [{ action: 'approve' }, { action: 'approve', reason: 'I was there.' }]) {
      expectError(await visit.review(note.id, body), 409, 'own_note');
    }
    expect((await visit.review(note.id, { action: 'approve' }, visit.business.admin.token)).status).toBe(200);
  });

  test('takes a reason from the only manager, and is logged as a self-review without a message [12.review.6]', async () => {
    const business = await createBusiness(api);
    const { admin } = business;
    const former = await createPerson(api, business, { role: 'manager' });
    const client = await createClient(api, business);
    const { id } = await createSignedNote(api, admin, { clientId: client.id });
    const approve = (body: object) =>
      api.call(admin.token, 'PATCH /api/management/notes/:id/approve', { params: { id }, body });
    expectError(await approve({ reason: 'I was there.' }), 409, 'own_note');
    const leave = { params: { id: former.id }, body: { status: 'inactive' } };
    await api.ok(admin.token, 'PUT /api/users/:id/profile', leave);
    const note = await api.ok(admin.token, 'GET /api/notes/:id', { params: { id } });
    expect(note.can.approve).toBe(true);
    const message = 'A reason is required to approve your own note';
    expectIssue(await approve({}), { path: 'reason', message });
    expect((await approve({ reason: ' I am the only manager. ' })).body).toMatchObject({
      status: 'resolved',
      reviewComment: 'I am the only manager.',
    });
    const rows = await api.sql(
      `select details->>'selfReview' as own,
         (select count(*)::int from messages where business_id = $1) as messages
       from audit_log where business_id = $1 and object = 'note' and action = 'approved'`,
      [business.id],
    );
    expect(rows).toEqual([{ own: 'true', messages: 0 }]);
    await expectInvariants(api);
  });
});

describe('reopening an approved note', () => {
  test('makes it pending; units and hours stay until it is decided again [12.review.7]', async () => {
    const before = await visit.used();
    const { id } = await createNote({ title: 'Not true' });
    expectError(await visit.review(id, { action: 'reopen', reason: 'Too early.' }), 409, 'note_not_pending');
    const approved = await visit.review(id, { action: 'approve' });
    expect(approved.body.can).toMatchObject({ reopen: true, deny: false });
    const answer = await visit.review(id, { action: 'reopen', reason: 'The client was away.', version: 1 });
    expect(answer.body).toMatchObject({
      status: 'pending',
      reviewedById: null,
      reviewedAt: null,
      unitRate: null,
      can: { reopen: false, deny: true },
    });
    expect(await visit.used()).toBe(before + 9);
    expect(await visit.hours()).toContain(id);
    const [, letter] = await visit.letters('Not true');
    expect(letter?.subject).toBe('Reopened: Cleo Client, Mar 2');
    expect(letter?.content).toContain('Reason: The client was away.');
    await expectInvariants(api);
    expect((await visit.review(id, { action: 'deny', reason: 'It never took place.' })).status).toBe(200);
    expect(await visit.used()).toBe(before);
    expect(await visit.hours()).not.toContain(id);
    expect((await visit.audited(id)).map((row) => row.action)).toEqual([
      'submitted',
      'approved',
      'reopened',
      'denied',
    ]);
    await expectInvariants(api);
  });

  test('counts the note as pending, needs a reason and a manager [12.review.7]', async () => {
    const { id } = await createNote();
    await visit.review(id, { action: 'approve' });
    const stats = () => api.ok(visit.manager.token, 'GET /api/management/stats');
    const before = await stats();
    expectIssue(await visit.review(id, { action: 'reopen' }), {
      path: 'reason',
      message: 'A reason is required',
    });
    const body = { action: 'reopen', reason: 'Look again.' };
    expect((await visit.review(id, body, visit.author.token)).status).toBe(403);
    expectError(await visit.review(id, { ...body, version: 2 }), 409, 'version_changed');
    await visit.review(id, body);
    const { pending, approved, total } = before;
    expect(await stats()).toMatchObject({ pending: pending + 1, approved: approved - 1, total });
  });
});

test('a decision is refused for the first reason: not_found, note_not_pending, version_changed, own_note [12.review.8]', async () => {
  const { id } = await createSignedNote(api, visit.manager, { clientId: visit.clientId });
  const approve = (noteId: number, version: number) => visit.review(noteId, { action: 'approve', version });
  expectError(await approve(999_999_999, 7), 404, 'not_found');
  expectError(await approve(id, 7), 409, 'version_changed');
  expectError(await approve(id, 1), 409, 'own_note');
  await visit.review(id, { action: 'hold' });
  expectError(await approve(id, 7), 409, 'note_not_pending');
});

test('each decision is stored with reviewer, moment, version and reason, in rows that no one changes [12.review.9]', async () => {
  const { id } = await createNote();
  await visit.review(id, { action: 'hold' });
  await visit.review(id, { action: 'resume' });
  const fieldComments = { endTime: 'Until 11?' };
  await visit.review(id, { action: 'return', comment: 'When?', reasonCode: 'times', fieldComments });
  await resubmit(id, { endTime: '11:00' });
  await visit.review(id, { action: 'approve' });
  await visit.review(id, { action: 'reopen', reason: 'Look again.' });
  await visit.review(id, { action: 'deny', reason: 'No.', reasonCode: 'other' });
  const rows = await api.sql(
    `select version, action, reason_code, comment, field_comments, work_ended_at
     from note_reviews where note_id = $1 and author_id = $2 and reviewer_id = $3 order by id`,
    [id, visit.author.id, visit.manager.id],
  );
  // 11:15 and 11:00 in Chicago.
  const [first, second] = ['2026-03-02T17:15:00.000Z', '2026-03-02T17:00:00.000Z'].map((at) => new Date(at));
  const none = { reason_code: null, comment: null, field_comments: null };
  expect(rows).toEqual([
    { ...none, version: 1, action: 'hold', work_ended_at: first },
    { ...none, version: 1, action: 'resume', work_ended_at: first },
    {
      version: 1,
      action: 'return',
      reason_code: 'times',
      comment: 'When?',
      field_comments: fieldComments,
      work_ended_at: first,
    },
    { ...none, version: 2, action: 'approve', work_ended_at: second },
    { ...none, version: 2, action: 'reopen', comment: 'Look again.', work_ended_at: second },
    { ...none, version: 2, action: 'deny', comment: 'No.', reason_code: 'other', work_ended_at: second },
  ]);
  const change = `update note_reviews set comment = 'Yes.' where note_id = $1`;
  await expect(api.sql(change, [id])).rejects.toThrow(/append-only/);
});
