import { describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { openInvoiceBusiness } from '#tests/support/factories/invoices.ts';
import { createCheck } from '#tests/support/factories/noteChecks.ts';
import { buildNoteForm, createSignedNote } from '#tests/support/factories/notes.ts';
import { createCleanNotes, createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi, type RequestOptions } from '#tests/support/helpers/api.ts';
import { listNumbers } from '#tests/support/helpers/concurrency.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const visit = setUpOnce(() => createReviewScenario(api));

const clean = setUpOnce(async () => ({ create: await createCleanNotes(api, visit) }));
const createNote = async (author = visit.author) => (await clean.create(author)).id;
const approveMany = (
  notes: unknown,
  { token = visit.manager.token, ...more }: RequestOptions & { token?: string } = {},
) => api.call(token, 'POST /api/management/notes/approve-many', { body: { notes }, ...more });
const statusOf = async (id: number) =>
  (await api.ok(visit.manager.token, 'GET /api/notes/:id', { params: { id } })).status;

describe('POST /api/management/notes/approve-many', () => {
  test('approves each note by its own and answers in the order sent; a refusal stops none [12.review.10]', async () => {
    const away = await createBusiness(api);
    const foreign = await createSignedNote(api, away.admin, {
      clientId: (await createClient(api, away)).id,
    });
    const [first, last, signedAgain, denied, deleted] = [
      await createNote(),
      await createNote(),
      await createNote(),
      await createNote(),
      await createNote(),
    ];
    const own = await createNote(visit.manager);
    await api.ok(visit.author.token, 'PUT /api/notes/:id', {
      params: { id: signedAgain },
      body: buildNoteForm(visit.clientId),
    });
    await visit.review(denied, { action: 'deny', reason: 'No.' });
    await api.ok(visit.author.token, 'DELETE /api/notes/:id', { params: { id: deleted } });
    const answer = await approveMany(
      [last, foreign.id, signedAgain, own, denied, deleted, first, 999_999_999].map((id) => ({
        id,
        version: 1,
      })),
    );
    expect([answer.status, answer.body]).toEqual([
      200,
      [
        { id: last, result: 'approved' },
        { id: foreign.id, result: 'not_found' },
        { id: signedAgain, result: 'version_changed' },
        { id: own, result: 'own_note' },
        { id: denied, result: 'note_not_pending' },
        { id: deleted, result: 'not_found' },
        { id: first, result: 'approved' },
        { id: 999_999_999, result: 'not_found' },
      ],
    ]);
    expect(await Promise.all([first, last, signedAgain, own, denied].map(statusOf))).toEqual([
      'resolved',
      'resolved',
      'pending',
      'pending',
      'denied',
    ]);
    for (const id of [first, last]) {
      expect((await visit.audited(id)).at(-1)).toMatchObject({
        action: 'approved',
        actor_id: visit.manager.id,
      });
    }
    const [row] = await api.sql(
      `select count(*)::int as reviews
       from note_reviews where note_id = any ($1) and action = 'approve' and version = 1`,
      [[first, last, signedAgain, own, denied]],
    );
    expect(row).toEqual({ reviews: 2 });
    await expectInvariants(api);
  });

  test('refuses a note with a warning that no manager has explained [12.review.12]', async () => {
    const [clear, informed, warned, explained, partly] = [
      await createNote(),
      await createNote(),
      await createNote(),
      await createNote(),
      await createNote(),
    ];
    const add = (id: number, check: Parameters<typeof createCheck>[2]) =>
      createCheck(api, { businessId: visit.business.id, id }, check);
    const explainedBy = visit.manager.id;
    await add(warned, { code: 'signed_early', level: 'warning' });
    await add(explained, { code: 'signed_early', level: 'warning', explainedBy });
    await add(partly, { code: 'signed_early', level: 'warning', explainedBy });
    await add(partly, { code: 'text_repeated', level: 'warning' });
    const ids = [clear, informed, warned, explained, partly];
    const { body } = await approveMany(ids.map((id) => ({ id, version: 1 })));
    expect(body.map(({ result }) => result)).toEqual([
      'approved',
      'approved',
      'has_warnings',
      'approved',
      'has_warnings',
    ]);
    // A manager who reads the note may approve it.
    expect((await visit.review(warned, { action: 'approve' })).status).toBe(200);
    expect(await statusOf(partly)).toBe('pending');
  });

  test('names the first reason that applies [12.review.8]', async () => {
    const id = await createNote(visit.manager);
    await createCheck(api, { businessId: visit.business.id, id }, { code: 'signed_early', level: 'warning' });
    const resultOf = async (version: number) => (await approveMany([{ id, version }])).body[0]?.result;
    expect(await resultOf(2)).toBe('version_changed');
    expect(await resultOf(1)).toBe('own_note');
    await visit.review(id, { action: 'hold' });
    expect(await resultOf(2)).toBe('note_not_pending');
  });

  test('finds that a billed note is not pending and approves the others, as a single approval does [12.review.8]', async () => {
    const { calls, ...scenario } = await openInvoiceBusiness(api);
    const billed = await calls.approve();
    await calls.issue((await calls.draft()).id);
    const pending = await (await createCleanNotes(api, scenario))(scenario.author);
    expectError(await scenario.review(billed.id, { action: 'approve' }), 409, 'note_not_pending');
    const notes = [billed, pending].map(({ id }) => ({ id, version: 1 }));
    const { status, body } = await approveMany(notes, { token: scenario.manager.token });
    expect([status, body.map(({ result }) => result)]).toEqual([200, ['note_not_pending', 'approved']]);
  });

  test('refuses an own note also of the only manager [12.review.10]', async () => {
    const business = await createBusiness(api);
    const { token } = business.admin;
    const client = await createClient(api, business);
    const { id } = await createSignedNote(api, business.admin, { clientId: client.id });
    expect((await approveMany([{ id, version: 1 }], { token })).body).toEqual([{ id, result: 'own_note' }]);
  });

  test('takes 1 to 200 notes, each once, with the version that was read [12.review.11]', async () => {
    const note = { id: 999_999_999, version: 1 };
    const many = (count: number) => listNumbers(count).map((index) => ({ ...note, id: note.id + index }));
    const answer = await approveMany(many(200));
    expect(answer.body.map(({ result }) => result)).toEqual(listNumbers(200).map(() => 'not_found'));
    expectIssue(await approveMany(many(201)), { path: 'notes', message: 'Select at most 200 notes' });
    expectIssue(await approveMany([]), { path: 'notes', message: 'Select at least one note' });
    expectIssue(await approveMany([note, { ...note, version: 2 }]), {
      path: 'notes',
      message: 'Each note can be selected only once',
    });
    for (const one of [{ id: note.id }, { ...note, version: 0 }, { ...note, id: 'x' }, 7]) {
      expectError(await approveMany([one]), 400, 'invalid');
    }
  });

  test('is for managers [12.review.11]', async () => {
    const id = await createNote();
    const { token } = visit.author;
    expect((await approveMany([{ id, version: 1 }], { token })).status).toBe(403);
    expect(await statusOf(id)).toBe('pending');
  });
});

describe('approve-many with the key of an earlier request', () => {
  const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

  test('returns the first answer and approves no note that was reopened since [12.review.13]', async () => {
    const id = await createNote();
    const send = (key: string) => approveMany([{ id, version: 1 }], withKey(key));
    const first = await send(`many-${id}`);
    expect(first.body).toEqual([{ id, result: 'approved' }]);
    await visit.review(id, { action: 'reopen', reason: 'Look again.' });
    const again = await send(`many-${id}`);
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([
      200,
      'true',
      first.body,
    ]);
    expect(await statusOf(id)).toBe('pending');
    expect((await send(`more-${id}`)).body).toEqual(first.body);
    const other = await approveMany([{ id, version: 2 }], withKey(`many-${id}`));
    expectError(other, 409, 'idempotency_key_reused');
  });

  test('at the same time approves each note once and both report it [12.review.13]', async () => {
    const ids = [await createNote(), await createNote(), await createNote()];
    const send = () =>
      approveMany(
        ids.map((id) => ({ id, version: 1 })),
        withKey(`twice-${ids[0]}`),
      );
    const [first, second] = await Promise.all([send(), send()]);
    for (const { body } of [first, second]) {
      expect(body.map(({ result }) => result)).toEqual(['approved', 'approved', 'approved']);
    }
    const [row] = await api.sql('select count(*)::int as count from note_reviews where note_id = any ($1)', [
      ids,
    ]);
    expect(row).toEqual({ count: 3 });
    await expectInvariants(api);
  });

  test('reports what was approved before the first request ended without an answer [12.review.13]', async () => {
    const [stored, pending] = [await createNote(), await createNote()];
    const key = `cut-${stored}`;
    await approveMany([{ id: stored, version: 1 }], withKey(key));
    // As after a crash: the approval of the first note is committed, the whole answer is not.
    await api.sql('delete from idempotency_keys where key = $1', [key]);
    const answer = await approveMany(
      [stored, pending].map((id) => ({ id, version: 1 })),
      withKey(key),
    );
    expect(answer.body.map(({ result }) => result)).toEqual(['approved', 'approved']);
    expect((await visit.audited(stored)).map(({ action }) => action)).toEqual(['submitted', 'approved']);
  });
});
