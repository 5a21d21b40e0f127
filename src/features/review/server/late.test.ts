import { expect, test } from 'vitest';
import { buildOfflineFields } from '#tests/support/factories/captures.ts';
import { createAssignment } from '#tests/support/factories/clients.ts';
import { closeTime, reopenTime } from '#tests/support/factories/closedPeriods.ts';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const HOUR_MS = 60 * 60 * 1000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

const createScenario = async () => {
  const visit = await createReviewScenario(api);
  const ann = await createPerson(api, visit.business, { form: { firstName: 'Ann', lastName: 'Able' } });
  await createAssignment(api, visit.business, { clientId: visit.clientId, employeeId: ann.id });
  const read = async (token = visit.manager.token) => api.call(token, 'GET /api/reports/late-notes');
  /** A note submitted some hours after the end of its work, by default on time. */
  const create = async (author = visit.author, { late = 1, age = 0 } = {}) => {
    const { id } = await createSignedNote(api, author, { clientId: visit.clientId });
    await api.sql('update notes set created_at = $2 where id = $1', [id, hoursAgo(age)]);
    await api.sql('update note_fingerprints set submitted_at = $2 where note_id = $1', [id, hoursAgo(age)]);
    await api.sql('update time_entries set end_time = $2 where note_id = $1', [id, hoursAgo(age + late)]);
    return id;
  };
  const sendBack = async (id: number, hours: number) => {
    await visit.review(id, { action: 'return', comment: 'When did you leave?' });
    await api.sql('update notes set reviewed_at = $2 where id = $1', [id, hoursAgo(hours)]);
  };
  return { ...visit, ann, read, create, sendBack };
};

test('GET /api/reports/late-notes counts corrections and entries later than the hours of the business, most first [12.home.1,2]', async () => {
  const { business, author, ann, read, create, sendBack } = await createScenario();
  expect((await read()).body).toEqual({ lateEntryHours: 48, authors: [] });
  await sendBack(await create(), 47);
  const oldest = hoursAgo(72);
  await sendBack(await create(), 72);
  await sendBack(await create(), 49);
  await create(ann, { late: 47 });
  await create(ann, { late: 49 });
  await create(ann, { late: 49, age: 7 * 24 + 1 });
  const { body } = await read();
  expect(body).toEqual({
    lateEntryHours: 48,
    authors: [
      {
        authorId: author.id,
        authorName: 'Eve Worker',
        sentBack: 2,
        sentBackSince: expect.any(String),
        lateEntries: 0,
      },
      { authorId: ann.id, authorName: 'Ann Able', sentBack: 0, sentBackSince: null, lateEntries: 1 },
    ],
  });
  const since = Date.parse(body.authors[0]?.sentBackSince ?? '');
  expect(Math.abs(since - oldest.getTime())).toBeLessThan(HOUR_MS);
  await api.sql('update businesses set late_entry_hours = 24 where id = $1', [business.id]);
  const stricter = (await read()).body;
  expect(stricter.lateEntryHours).toBe(24);
  expect(stricter.authors.map(({ sentBack, lateEntries }) => [sentBack, lateEntries])).toEqual([
    [3, 0],
    [0, 2],
  ]);
});

test('a note that was sent back when it arrived is late from then on [12.home.2 13.capture.27]', async () => {
  const { author, clientId, read } = await createScenario();
  const offline = await buildOfflineFields(api, { clientId, code: 'wrong1' });
  const { id, status } = await createSignedNote(api, author, { clientId, ...offline });
  expect(status).toBe('in-progress');
  expect((await read()).body.authors).not.toMatchObject([{ sentBack: 1 }]);
  const arrivedAt = hoursAgo(49);
  await api.sql('update notes set created_at = $2 where id = $1', [id, arrivedAt]);
  expect((await read()).body.authors).toMatchObject([
    { authorId: author.id, sentBack: 1, sentBackSince: arrivedAt.toISOString() },
  ]);
});

test('denied, deleted and corrected notes are not late [12.home.2]', async () => {
  const { author, manager, review, read, create, sendBack } = await createScenario();
  const [denied, deleted] = [await create(author, { late: 60 }), await create(author, { late: 60 })];
  await review(denied, { action: 'deny', reason: 'Twice.' });
  const returned = await create();
  await sendBack(returned, 60);
  expect((await read()).body.authors).toMatchObject([{ sentBack: 1, lateEntries: 1 }]);
  for (const id of [deleted, returned]) {
    await api.ok(manager.token, 'DELETE /api/notes/:id', { params: { id } });
  }
  expect((await read()).body.authors).toEqual([]);
});

test('notes in a closed period and of inactive employees need no correction, because none can be made [12.home.2]', async () => {
  const { author, ann, business, manager, read, create, sendBack } = await createScenario();
  await sendBack(await create(), 60);
  await sendBack(await create(ann), 60);
  const changeStatus = (status: string) =>
    api.ok(business.admin.token, 'PUT /api/users/:id/profile', { params: { id: ann.id }, body: { status } });
  const readAuthors = async () => (await read()).body.authors.map(({ authorId }) => authorId);
  expect(await readAuthors()).toEqual([ann.id, author.id]);
  await changeStatus('inactive');
  expect(await readAuthors()).toEqual([author.id]);
  await closeTime(api, manager, '2026-03-02');
  await changeStatus('active');
  expect(await readAuthors()).toEqual([]);
  await reopenTime(api, business);
  expect(await readAuthors()).toEqual([ann.id, author.id]);
});

test('GET /api/reports/late-notes is for managers of the business [12.home.3]', async () => {
  const { author, read, create, sendBack } = await createScenario();
  await sendBack(await create(), 60);
  expect((await read(author.token)).status).toBe(403);
  const other = await createReviewScenario(api);
  expect((await read(other.manager.token)).body.authors).toEqual([]);
});
