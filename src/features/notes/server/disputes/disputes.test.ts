import { describe, expect, test } from 'vitest';
import { closeTime, reopenTime } from '#tests/support/factories/closedPeriods.ts';
import { createCheck } from '#tests/support/factories/noteChecks.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { buildReceiptToken, createNoteWithReceipt } from '#tests/support/factories/receipts.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const visit = setUpOnce(() => createReviewScenario(api));

const create = () => createNoteWithReceipt(api, visit.author, { clientId: visit.clientId });
const dispute = (token: string, body: unknown = { reason: 'wrong_times', text: 'You left at ten.' }) =>
  api.call(null, 'POST /api/receipts/:token/dispute', { params: { token }, body });
const answer = (id: number, body: object = {}, { token } = visit.manager) =>
  api.call(token, 'POST /api/notes/:id/dispute/resolve', {
    params: { id },
    body: { answer: 'We asked her.', ...body },
  });
const readNote = (id: number, { token } = visit.manager) =>
  api.ok(token, 'GET /api/notes/:id', { params: { id } });
const readReceipt = (token: string) => api.ok(null, 'GET /api/receipts/:token', { params: { token } });
const MOMENT: unknown = expect.stringMatching(/Z$/);

describe('POST /api/receipts/{token}/dispute', () => {
  test('marks the note, for everyone who sees it and at the link [13.dispute.1]', async () => {
    const { id, token } = await create();
    const { status, body } = await dispute(token);
    const stored = { reason: 'wrong_times', text: 'You left at ten.', at: MOMENT, answer: null };
    expect([status, body]).toEqual([201, { ...stored, answeredAt: null }]);
    expect((await readReceipt(token)).disputes).toEqual([body]);
    for (const reader of [visit.manager, visit.author]) {
      expect(await readNote(id, reader)).toMatchObject({
        disputed: true,
        disputes: [{ ...body, id: expect.any(Number), answeredByName: null }],
      });
    }
    const lists = [
      await api.ok(visit.author.token, 'GET /api/notes/my'),
      await api.ok(visit.manager.token, 'GET /api/management/notes'),
      await api.ok(visit.manager.token, 'GET /api/review/queue'),
      await api.ok(visit.manager.token, 'GET /api/clients/:id/notes', { params: { id: visit.clientId } }),
      await api.ok(visit.manager.token, 'GET /api/notes/search', { query: { q: 'budget' } }),
    ];
    for (const rows of lists) expect(rows.find((one) => one.id === id)?.disputed).toBe(true);
  });

  test('sends its author and each manager a message, and adds an audit row without the text [13.dispute.2]', async () => {
    const { id, token, note } = await create();
    await dispute(token);
    const letters = await visit.letters(note.title);
    const own = letters.filter((one) => one.note_id === id);
    const recipients = [visit.business.admin.id, visit.manager.id, visit.author.id];
    expect(own.map((one) => one.recipient_id).toSorted((a, b) => a - b)).toEqual(
      recipients.toSorted((a, b) => a - b),
    );
    expect(own[0]?.subject).toBe('Disputed: Cleo Client, Mar 2, 2026');
    expect(own[0]?.content).toContain('The times are wrong.\n\nYou left at ten.');
    const { clientId, author } = visit;
    const row = (await visit.audited(id)).at(-1);
    expect(row).toMatchObject({
      action: 'disputed',
      actor_id: null,
      details: { clientId, authorId: author.id, version: 1, reason: 'wrong_times' },
    });
    expect(JSON.stringify(row)).not.toContain('ten');
  });

  test('is listed for managers until it is answered, the one open longest first [13.dispute.13]', async () => {
    const own = await createReviewScenario(api);
    const { manager, author, clientId } = own;
    const notes = [
      await createNoteWithReceipt(api, author, { clientId }),
      await createNoteWithReceipt(api, author, { clientId, workDate: '2026-03-03' }),
    ];
    const [first, second] = notes;
    for (const one of notes.toReversed()) await dispute(one.token);
    await dispute(second?.token ?? '', { reason: 'not_here' });
    const list = () => api.ok(manager.token, 'GET /api/management/disputes');
    const row = { clientName: 'Cleo Client', employeeName: 'Eve Worker', at: MOMENT };
    expect(await list()).toEqual({
      total: 2,
      rows: [
        { ...row, noteId: second?.id, workDate: '2026-03-03' },
        { ...row, noteId: first?.id, workDate: '2026-03-02' },
      ],
    });
    await answer(second?.id ?? 0, {}, manager);
    expect(await list()).toMatchObject({ total: 1, rows: [{ noteId: first?.id }] });
    expectError(await api.call(author.token, 'GET /api/management/disputes'), 403, 'forbidden');
  });

  test('a disputed note is deleted by managers only [13.dispute.10]', async () => {
    const { id, token } = await create();
    await dispute(token);
    const remove = ({ token: caller }: { token: string }) =>
      api.call(caller, 'DELETE /api/notes/:id', { params: { id } });
    expect((await readNote(id, visit.author)).can.delete).toBe(false);
    expectError(await remove(visit.author), 409, 'note_disputed');
    expect((await readReceipt(token)).disputes).toHaveLength(1);
    expect((await remove(visit.manager)).status).toBe(204);
  });

  test('takes a text of 1,000 characters, which "other" requires [13.dispute.3]', async () => {
    const { token } = await create();
    const longest = { reason: 'other', text: 'a'.repeat(1000) };
    expect((await dispute(token, longest)).status).toBe(201);
    expect((await dispute(token, { reason: 'not_here' })).body.text).toBeNull();
    expectIssue(await dispute(token, { ...longest, text: 'a'.repeat(1001) }), {
      path: 'text',
      message: 'At most 1000 characters',
    });
    expectIssue(await dispute(token, { reason: 'other', text: ' ' }), {
      path: 'text',
      message: 'Enter what is not right',
    });
    expect((await dispute(token, { reason: 'late' })).error?.issues?.[0]?.path).toBe('reason');
  });

  test('answers 409 for the sixth of a note, and 404 for an unknown link [13.dispute.4]', async () => {
    const { token } = await create();
    const report = (number: number) => dispute(token, { reason: 'other', text: `Point ${number}` });
    for (const number of [1, 2, 3, 4, 5]) expect((await report(number)).status).toBe(201);
    expectError(await report(6), 409, 'dispute_limit_reached');
    expect((await readReceipt(token)).disputes).toHaveLength(5);
    expectError(await dispute(buildReceiptToken()), 404, 'not_found');
  });

  test('returns the first dispute for a repeated report with the same content within five minutes [13.dispute.14]', async () => {
    const { id, token, note } = await create();
    const first = await dispute(token);
    const count = async () => [
      (await readReceipt(token)).disputes.length,
      (await visit.letters(note.title)).filter((one) => one.note_id === id).length,
      (await visit.audited(id)).filter(({ action }) => action === 'disputed').length,
    ];
    const once = await count();
    const again = await dispute(token);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await count()).toEqual(once);
    expect((await dispute(token, { reason: 'wrong_times', text: 'You left at nine.' })).status).toBe(201);
    expect((await readReceipt(token)).disputes).toHaveLength(2);
    // A retry after a lost response does not count toward the limit of five.
    for (const text of ['Third', 'Fourth', 'Fifth', 'Fifth'])
      expect((await dispute(token, { reason: 'other', text })).status).toBe(201);
    expect((await readReceipt(token)).disputes).toHaveLength(5);
  });

  test('stores the same again after five minutes, or after an answer [13.dispute.14]', async () => {
    const { id, token } = await create();
    await dispute(token);
    const setAge = (age: string) =>
      api.sql(`update note_disputes set created_at = now() - $2::interval where note_id = $1`, [id, age]);
    await setAge('4 minutes');
    await dispute(token);
    expect((await readReceipt(token)).disputes).toHaveLength(1);
    await setAge('6 minutes');
    await dispute(token);
    expect((await readReceipt(token)).disputes).toHaveLength(2);
    await answer(id);
    await dispute(token);
    expect((await readReceipt(token)).disputes).toHaveLength(3);
  });

  test('is accepted after the approval and in a closed period, and answered there [13.dispute.5]', async () => {
    const { id, token } = await create();
    await visit.review(id, { action: 'approve' });
    await closeTime(api, visit.manager, '2026-03-31');
    expect((await dispute(token)).status).toBe(201);
    expect(await readNote(id)).toMatchObject({ status: 'resolved', disputed: true });
    expect((await answer(id)).status).toBe(200);
    expect(await readNote(id)).toMatchObject({ status: 'resolved', disputed: false });
    await reopenTime(api, visit.business);
  });
});

describe('a disputed note', () => {
  test('is not approved until a manager answers, by one call or by many [13.dispute.6]', async () => {
    const { id, token } = await create();
    const approveMany = async () => {
      const body = { notes: [{ id, version: 1 }] };
      return (await api.ok(visit.manager.token, 'POST /api/management/notes/approve-many', { body }))[0]
        ?.result;
    };
    await dispute(token);
    expect((await readNote(id)).can).toMatchObject({ approve: false, deny: true, hold: true, return: true });
    expectError(await visit.review(id, { action: 'approve' }), 409, 'note_disputed');
    expect(await approveMany()).toBe('note_disputed');
    await answer(id);
    expect((await readNote(id)).can.approve).toBe(true);
    await api.sql('delete from note_checks where note_id = $1', [id]);
    expect(await approveMany()).toBe('approved');
  });

  test('is refused for version and closed period first, for the own note and warnings last [13.dispute.6]', async () => {
    const own = await createNoteWithReceipt(api, visit.manager, { clientId: visit.clientId });
    const { id, token } = await create();
    await dispute(own.token);
    await dispute(token);
    const business = { businessId: visit.business.id, id };
    await api.sql('delete from note_checks where note_id = $1', [id]);
    await createCheck(api, business, { code: 'signed_early', level: 'warning' });
    const approveMany = async (version: number) => {
      const body = { notes: [own.id, id].map((one) => ({ id: one, version })) };
      const results = await api.ok(visit.manager.token, 'POST /api/management/notes/approve-many', { body });
      return results.map(({ result }) => result);
    };
    expect(await approveMany(2)).toEqual(['version_changed', 'version_changed']);
    expect(await approveMany(1)).toEqual(['note_disputed', 'note_disputed']);
    await closeTime(api, visit.manager, '2026-03-31');
    expect(await approveMany(1)).toEqual(['period_locked', 'period_locked']);
    await reopenTime(api, visit.business);
    for (const one of [own.id, id]) await answer(one);
    expect(await approveMany(1)).toEqual(['own_note', 'has_warnings']);
  });

  test('stays disputed in a new version [13.dispute.6]', async () => {
    const { id, token } = await create();
    await dispute(token);
    const body = buildNoteForm(visit.clientId, { endTime: '10:00' });
    const again = await api.ok(visit.author.token, 'PUT /api/notes/:id', { params: { id }, body });
    expect(again.disputed).toBe(true);
    expect(await readReceipt(token)).toMatchObject({ endTime: '10:00', disputes: [{ answer: null }] });
  });
});

describe('POST /api/notes/{id}/dispute/resolve', () => {
  test('answers all open disputes; the client reads it at the same link [13.dispute.7]', async () => {
    const { id, token } = await create();
    await dispute(token);
    await dispute(token, { reason: 'not_done' });
    const { body } = await answer(id);
    expect(body).toMatchObject(
      ['wrong_times', 'not_done'].map((reason) => ({
        reason,
        answer: 'We asked her.',
        answeredByName: 'Mia Boss',
      })),
    );
    const { disputes } = await readReceipt(token);
    expect(disputes.map((one) => one.answer)).toEqual(['We asked her.', 'We asked her.']);
    expect(disputes[0]).not.toHaveProperty('answeredByName');
    expect((await visit.audited(id)).at(-1)).toMatchObject({
      action: 'dispute_answered',
      actor_id: visit.manager.id,
      details: { selfAnswer: false },
    });
    // A later dispute opens the note again and leaves the answers as they are.
    await dispute(token);
    await answer(id, { answer: 'Corrected.' });
    const answers = (await readReceipt(token)).disputes.map((one) => one.answer);
    expect(answers).toEqual(['We asked her.', 'We asked her.', 'Corrected.']);
  });

  test('is for managers, of a disputed note, with words [13.dispute.7]', async () => {
    const { id, token } = await create();
    expectError(await answer(id), 409, 'note_not_disputed');
    await dispute(token);
    expectError(await answer(id, {}, visit.author), 403, 'forbidden');
    const colleague = await createPerson(api, visit.business);
    expectError(await answer(id, {}, colleague), 403, 'forbidden');
    expectIssue(await answer(id, { answer: ' ' }), { path: 'answer', message: 'An answer is required' });
    expectIssue(await answer(id, { answer: 'a'.repeat(1001) }), {
      path: 'answer',
      message: 'At most 1000 characters',
    });
    expect((await readNote(id)).disputed).toBe(true);
  });

  test('answers 409 dispute_changed when the client has written again [13.dispute.9]', async () => {
    const { id, token } = await create();
    await dispute(token);
    const disputeIds = (await readNote(id)).disputes.map((one) => one.id);
    await dispute(token, { reason: 'other', text: 'And the lights were on.' });
    expectError(await answer(id, { disputeIds }), 409, 'dispute_changed');
    expect((await readNote(id)).disputed).toBe(true);
    const all = (await readNote(id)).disputes.map((one) => one.id);
    expect((await answer(id, { disputeIds: all })).status).toBe(200);
  });
});
