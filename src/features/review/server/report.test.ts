import { describe, expect, test } from 'vitest';
import { createAssignment } from '#tests/support/factories/clients.ts';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createReviewScenario, type ReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectIssue } from '#tests/support/helpers/expectError.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const NO_REASONS = {
  times: 0,
  description: 0,
  signature: 0,
  wrong_client: 0,
  wrong_service: 0,
  duplicate: 0,
  other: 0,
};

const read = (visit: ReviewScenario, query: Record<string, string> = {}, token = visit.manager.token) =>
  api.call(token, 'GET /api/reports/review', { query });

/** Moves submission and decisions of a note to these moments. */
async function setTimes(id: number, submitted: string, decided?: string): Promise<void> {
  await api.sql('update notes set created_at = $2 where id = $1', [id, submitted]);
  if (decided === undefined) return;
  await api.sql('alter table note_reviews disable trigger user');
  await api.sql('update note_reviews set created_at = $2 where note_id = $1', [id, decided]);
  await api.sql('alter table note_reviews enable trigger user');
}

describe('GET /api/reports/review', () => {
  test('counts by author and month of the business, with reasons and the median hours to the decision [12.review.20,21]', async () => {
    const visit = await createReviewScenario(api);
    const ann = await createPerson(api, visit.business, { form: { firstName: 'Ann', lastName: 'Able' } });
    await createAssignment(api, visit.business, { clientId: visit.clientId, employeeId: ann.id });
    const create = async (author = visit.author) =>
      (await createSignedNote(api, author, { clientId: visit.clientId })).id;
    // The work ended on March 2 at 17:15 UTC; midnight in Chicago is at 06:00 UTC.
    const approved = await create();
    await visit.review(approved, { action: 'approve' });
    await setTimes(approved, '2026-03-02T18:00:00Z', '2026-03-02T19:15:00Z');
    const denied = await create();
    await visit.review(denied, { action: 'deny', reason: 'Twice.', reasonCode: 'duplicate' });
    await setTimes(denied, '2026-03-02T18:00:00Z', '2026-03-02T22:15:00Z');
    const returned = await create();
    await visit.review(returned, { action: 'return', comment: 'When?', reasonCode: 'times' });
    await setTimes(returned, '2026-03-02T18:00:00Z', '2026-03-03T17:15:00Z');
    const held = await create();
    await visit.review(held, { action: 'hold' });
    await setTimes(held, '2026-03-01T05:59:59Z', '2026-03-02T18:00:00Z');
    const early = await create(ann);
    await visit.review(early, { action: 'return', comment: 'When?' });
    await setTimes(early, '2026-02-28T18:00:00Z', '2026-03-01T05:59:59Z');
    const names = { visit: 'Eve Worker', ann: 'Ann Able' };
    const answer = await read(visit, { from: '2026-02-01', to: '2026-03-31' });
    const row = { approved: 0, sentBack: 0, denied: 0, submitted: 0, reasons: NO_REASONS, medianHours: null };
    expect(answer.body).toEqual([
      {
        ...row,
        authorId: ann.id,
        authorName: names.ann,
        month: '2026-02',
        submitted: 1,
        sentBack: 1,
        medianHours: 0,
      },
      { ...row, authorId: visit.author.id, authorName: names.visit, month: '2026-02', submitted: 1 },
      {
        authorId: visit.author.id,
        authorName: names.visit,
        month: '2026-03',
        submitted: 3,
        approved: 1,
        sentBack: 1,
        denied: 1,
        reasons: { ...NO_REASONS, duplicate: 1, times: 1 },
        medianHours: 5,
      },
    ]);
    const march = await read(visit, { from: '2026-03-01', to: '2026-03-02' });
    expect(march.body).toMatchObject([
      { month: '2026-03', submitted: 3, approved: 1, denied: 1, sentBack: 0 },
    ]);
  });

  test('covers the current month and the two before it by default, for managers only [12.review.21]', async () => {
    const visit = await createReviewScenario(api);
    const [today, old, older] = [
      await createSignedNote(api, visit.author, { clientId: visit.clientId }),
      await createSignedNote(api, visit.author, { clientId: visit.clientId }),
      await createSignedNote(api, visit.author, { clientId: visit.clientId }),
    ];
    const now = new Date();
    const firstDay = (months: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15));
    await setTimes(today.id, now.toISOString());
    await setTimes(old.id, firstDay(2).toISOString());
    await setTimes(older.id, firstDay(4).toISOString());
    const { body } = await read(visit);
    expect(body.map(({ submitted }) => submitted)).toEqual([1, 1]);
    expect((await read(visit, {}, visit.author.token)).status).toBe(403);
  });

  test('covers at most 13 months [12.review.21]', async () => {
    const visit = await createReviewScenario(api);
    expect((await read(visit, { from: '2025-02-28', to: '2026-03-27' })).status).toBe(200);
    const tooLong = { path: 'to', message: 'A report covers at most 13 months' };
    expectIssue(await read(visit, { from: '2025-02-28', to: '2026-03-28' }), tooLong);
    expectIssue(await read(visit, { from: '2000-01-01' }), tooLong);
    expect((await read(visit, { from: '2025-01-31', to: '2026-02-28' })).status).toBe(200);
    expectIssue(await read(visit, { from: '2025-01-31', to: '2026-03-01' }), tooLong);
    expectIssue(await read(visit, { from: '2026-03-02', to: '2026-03-01' }), {
      path: 'to',
      message: "The end date can't be before the start date",
    });
    for (const day of ['2026-02-30', '0000-01-01', '1999-12-31', 'x', '']) {
      for (const name of ['from', 'to']) {
        const answer = await read(visit, { [name]: day });
        expect([answer.status, answer.error?.issues?.[0]?.path]).toEqual([400, name]);
      }
    }
  });
});

describe('GET /api/reports/review/summary', () => {
  test('counts a period by author and by month, each with its own median [12.home.4]', async () => {
    const visit = await createReviewScenario(api);
    const ann = await createPerson(api, visit.business, { form: { firstName: 'Ann', lastName: 'Able' } });
    await createAssignment(api, visit.business, { clientId: visit.clientId, employeeId: ann.id });
    const decide = async (author: typeof ann, decided: string, body: object) => {
      const { id } = await createSignedNote(api, author, { clientId: visit.clientId });
      await visit.review(id, body);
      await setTimes(id, '2026-03-02T18:00:00Z', decided);
    };
    const denial = { action: 'deny', reason: 'Twice.', reasonCode: 'duplicate' };
    // The work ended on March 2 at 17:15 UTC.
    await decide(visit.author, '2026-03-02T18:15:00Z', { action: 'approve' });
    await decide(visit.author, '2026-03-02T20:15:00Z', { action: 'return', comment: 'When?' });
    await decide(visit.author, '2026-04-02T17:15:00Z', { action: 'approve' });
    await decide(ann, '2026-03-02T22:15:00Z', denial);
    const { body } = await api.call(visit.manager.token, 'GET /api/reports/review/summary', {
      query: { from: '2026-03-01', to: '2026-04-30' },
    });
    const none = { approved: 0, sentBack: 0, denied: 0, submitted: 0, reasons: NO_REASONS };
    const reasons = { ...NO_REASONS, duplicate: 1 };
    expect(body).toEqual({
      authors: [
        {
          ...none,
          authorId: ann.id,
          authorName: 'Ann Able',
          submitted: 1,
          denied: 1,
          reasons,
          medianHours: 5,
        },
        {
          ...none,
          authorId: visit.author.id,
          authorName: 'Eve Worker',
          submitted: 3,
          approved: 2,
          sentBack: 1,
          medianHours: 3,
        },
      ],
      months: [
        { month: '2026-03', submitted: 4, approved: 1, sentBack: 1, denied: 1, reasons, medianHours: 3 },
        { ...none, month: '2026-04', approved: 1, medianHours: 744 },
      ],
    });
  });

  test('is for managers and covers at most 13 months [12.home.5]', async () => {
    const visit = await createReviewScenario(api);
    const path = 'GET /api/reports/review/summary';
    expect((await api.call(visit.author.token, path)).status).toBe(403);
    expect((await api.call(visit.manager.token, path)).body).toEqual({ authors: [], months: [] });
    const tooLong = await api.call(visit.manager.token, path, { query: { from: '2000-01-01' } });
    expectIssue(tooLong, { path: 'to', message: 'A report covers at most 13 months' });
  });
});
