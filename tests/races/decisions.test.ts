/** Managers who decide the same notes at the same time, one by one and with many at once. */

import { expect, test } from 'vitest';
import { backdateAssignments, createAssignment } from '#tests/support/factories/clients.ts';
import { createCheck } from '#tests/support/factories/noteChecks.ts';
import { buildNoteForm, createSignedNote, toQuarterHour } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createReviewScenario, type ReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { callConcurrently, countOutcomes, listNumbers } from '#tests/support/helpers/concurrency.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';

const api = useApi({ RATE_LIMITS: 'off' });

const all = process.env['TESTS'] === 'all';
const ROUNDS = all ? 200 : 40;
const BATCHES = all ? 200 : 5;
const TIMEOUT = { timeout: 60_000 + ROUNDS * 1000 };
/** Notes of one call of approve-many. */
const BATCH = 10;

type Writer = { author: ReviewScenario['author']; clientId: number };

const createNotes = ({ author, clientId }: Writer, count: number) =>
  callConcurrently(
    8,
    listNumbers(count).map(
      (number) => async () =>
        (await createSignedNote(api, author, { clientId, ...toQuarterHour(number) })).id,
    ),
  );

/** A new author for the client, long assigned, so that notes at the same times have no warnings. */
async function createAuthor({ business, clientId }: ReviewScenario): Promise<Writer> {
  const author = await createPerson(api, business);
  await createAssignment(api, business, { clientId, employeeId: author.id });
  await backdateAssignments(api, business, { since: '2026-01-01' });
  return { author, clientId };
}

/** Expects that statuses, counts, units, hours and the stored decisions of all notes agree. */
async function expectAgreement(visit: ReviewScenario): Promise<void> {
  const [row] = await api.sql<Record<string, number>>(
    `select count(*)::int as notes,
       count(*) filter (where status = 'resolved')::int as approved,
       count(*) filter (where status = 'denied')::int as denied,
       count(*) filter (where status = 'pending')::int as pending,
       count(*) filter (where status = 'in-progress')::int as "sentBack",
       count(*) filter (where (status = 'denied') <> (exists (
         select from time_entries hours where hours.business_id = $1 and hours.note_id = notes.id and hours.reversed_at is not null)))::int as "wrongHours",
       count(*) filter (where (select count(*) from note_reviews one
         where one.business_id = $1 and one.note_id = notes.id and one.version = notes.version and one.action in ('approve', 'deny', 'return'))
         <> (status <> 'pending')::int)::int as "wrongDecisions"
     from notes where business_id = $1`,
    [visit.business.id],
  );
  const { notes = 0, approved, denied = 0, pending, sentBack } = row ?? {};
  expect(row).toMatchObject({ wrongHours: 0, wrongDecisions: 0 });
  const stats = await api.ok(visit.manager.token, 'GET /api/management/stats');
  expect(stats).toMatchObject({ total: notes, approved, denied, pending, inProgress: sentBack });
  expect(await visit.used()).toBe(notes - denied);
  await expectInvariants(api);
}

test(
  'of two managers who decide the same note one succeeds, for each pair of decisions [12.review.22]',
  TIMEOUT,
  async () => {
    const visit = await createReviewScenario(api, 10_000);
    const other = await createPerson(api, visit.business, { role: 'manager' });
    const fieldComments = { endTime: 'Until when?' };
    const decisions = [
      { action: 'approve' },
      { action: 'deny', reason: 'No.', reasonCode: 'times' },
      { action: 'return', comment: 'When?', reasonCode: 'times', fieldComments },
    ];
    const ids = await createNotes(visit, ROUNDS);
    const rounds = await callConcurrently(
      8,
      ids.map((id, index) => () => {
        const [first, second] = [decisions[index % 3], decisions[Math.floor(index / 3) % 3]];
        return Promise.all([
          visit.review(id, { ...first, version: 1 }),
          visit.review(id, { ...second, version: 1 }, other.token),
        ]);
      }),
    );
    for (const answers of rounds) expect(countOutcomes(answers)).toEqual({ 200: 1, note_not_pending: 1 });
    await expectAgreement(visit);
  },
);

test(
  'approve-many at the same time as single decisions, new versions and other batches leaves each note in one state [12.review.23]',
  TIMEOUT,
  async () => {
    const visit = await createReviewScenario(api, 10_000);
    const { business, clientId, manager } = visit;
    await api.ok(manager.token, 'PUT /api/business', { body: { allowTwoEmployees: true } });
    const other = await createPerson(api, business, { role: 'manager' });
    const approveMany = (token: string, notes: number[]) =>
      api.ok(token, 'POST /api/management/notes/approve-many', {
        body: { notes: notes.map((id) => ({ id, version: 1 })) },
      });
    for (const round of listNumbers(BATCHES)) {
      const { author } = await createAuthor(visit);
      const ids = await createNotes({ author, clientId }, BATCH);
      const [denied = 0, returned = 0, signedAgain = 0, warned = 0] = ids;
      await createCheck(
        api,
        { businessId: business.id, id: warned },
        { code: 'signed_early', level: 'warning' },
      );
      const form = {
        params: { id: signedAgain },
        body: buildNoteForm(clientId, toQuarterHour(ids.indexOf(signedAgain))),
      };
      const [first, second, denial, sendingBack, newVersion] = await Promise.all([
        approveMany(manager.token, round % 2 === 0 ? ids : ids.toReversed()),
        approveMany(other.token, ids),
        visit.review(denied, { action: 'deny', reason: 'No.' }, other.token),
        visit.review(returned, { action: 'return', comment: 'When?' }),
        api.call(author.token, 'PUT /api/notes/:id', form),
      ]);
      const results = new Map(ids.map((id) => [id, [] as string[]]));
      for (const { id, result } of [...first, ...second]) results.get(id)?.push(result);
      for (const [id, both] of results) {
        const single = { [denied]: denial, [returned]: sendingBack, [signedAgain]: newVersion }[id];
        const successes =
          both.filter((result) => result === 'approved').length + Number(single?.status === 200);
        expect([id, both, successes]).toEqual([id, both, id === warned ? 0 : 1]);
      }
      expect(results.get(warned)).toEqual(['has_warnings', 'has_warnings']);
      const review = await visit.review(warned, { action: 'approve', version: 1 });
      expect(review.status).toBe(200);
    }
    await expectAgreement(visit);
  },
);
