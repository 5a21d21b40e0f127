import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { createClient, createAssignment } from '#tests/support/factories/clients.ts';
import { createSignedNote, createAssignedClient } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi, type EndpointName } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api));
const sam = setUpOnce(() =>
  createPerson(api, business, { form: { firstName: 'Sam', department: 'Nights' } }),
);
let eve: Account;
let clientA: number;
let clientB: number;
/** Ids of the seven notes in the order they were written. */
const ids: number[] = [];

beforeAll(async () => {
  const visit = await createAssignedClient(api, business);
  eve = visit.author;
  clientA = visit.client.id;
  clientB = (await createClient(api, business)).id;
  await createAssignment(api, business, { clientId: clientB, employeeId: sam.id });
  const long = { description: `${'\u{1F4E6}'.repeat(199)}abc`, category: 'transitional' };
  for (let n = 0; n < 5; n += 1) ids.push((await createSignedNote(api, eve, { clientId: clientA })).id);
  for (let n = 0; n < 2; n += 1)
    ids.push((await createSignedNote(api, sam, { clientId: clientB, ...long })).id);
  const review = (id: number | undefined, body: unknown) =>
    api.ok(business.admin.token, 'PATCH /api/notes/:id/review', { params: { id: id ?? 0 }, body });
  await review(ids[0], { action: 'approve' });
  await review(ids[1], { action: 'deny', reason: 'Twice' });
  await review(ids[5], { action: 'hold' });
});

async function listed(
  token: string,
  query: Record<string, string | number> = {},
  name: EndpointName = 'GET /api/notes',
) {
  const answer = await api.call(token, name as 'GET /api/notes', { query });
  expect(answer.status).toBe(200);
  return { ids: answer.body.map((row) => row.id), total: Number(answer.headers['x-total-count']), answer };
}

const newest = (...indexes: number[]) => indexes.map((index) => ids[index]);

describe('lists of notes', () => {
  test('list all notes for managers and those of the caller for others, newest first [1.employees.4 6.capability.3 7.notes.2 10.1.7 10.5.29]', async () => {
    const all = { ids: newest(6, 5, 4, 3, 2, 1, 0), total: 7 };
    expect(await listed(business.admin.token)).toMatchObject(all);
    expect(await listed(business.admin.token, {}, 'GET /api/management/notes')).toMatchObject(all);
    expect(await listed(eve.token)).toMatchObject({ ids: newest(4, 3, 2, 1, 0), total: 5 });
    expect(await listed(sam.token, {}, 'GET /api/notes/my')).toMatchObject({ ids: newest(6, 5), total: 2 });
    expect(await listed(business.admin.token, {}, 'GET /api/notes/my')).toMatchObject({ ids: [], total: 0 });
    expect(await listed(eve.token, { authorId: sam.id })).toMatchObject({ ids: [], total: 0 });
    const [row] = (await listed(eve.token)).answer.body;
    const client = await api.ok(eve.token, 'GET /api/clients/:id', { params: { id: clientA } });
    expect(row).toMatchObject({ clientName: client.companyName, clientContactName: client.contactName });
  });

  test('filter by status, category, client and author [2.management.2]', async () => {
    const { token } = business.admin;
    expect(await listed(token, { status: 'pending' })).toMatchObject({ ids: newest(6, 4, 3, 2), total: 4 });
    expect(await listed(token, { status: 'resolved' })).toMatchObject({ ids: newest(0), total: 1 });
    expect(await listed(token, { category: 'transitional' })).toMatchObject({ ids: newest(6, 5), total: 2 });
    expect(await listed(token, { clientId: clientB, status: 'in-review' })).toMatchObject({
      ids: newest(5),
      total: 1,
    });
    expect(await listed(token, { authorId: sam.id })).toMatchObject({ ids: newest(6, 5), total: 2 });
    expect(await listed(token, { authorId: sam.id, status: 'pending' })).toMatchObject({ total: 1 });
  });

  test.each(['maintenance', 'parking', 'security', 'utilities', 'cleaning', 'other'])(
    'are empty for the category %s, which no note has [9.counts.15]',
    async (category) => {
      expect(await listed(business.admin.token, { category })).toMatchObject({ ids: [], total: 0 });
      expect(await listed(eve.token, { category }, 'GET /api/notes/my')).toMatchObject({ ids: [], total: 0 });
    },
  );

  test('are paged by cursors that stay valid when notes are added [10.1.9,15 D-14]', async () => {
    const { token } = business.admin;
    const first = await listed(token, { limit: 3 });
    expect(first.ids).toEqual(newest(6, 5, 4));
    const cursorOf = ({ answer }: typeof first) =>
      new URLSearchParams(/<[^>]*\?([^>]*)>; rel="next"/.exec(String(answer.headers['link']))?.[1]).get(
        'cursor',
      ) ?? '';
    const late = await createSignedNote(api, eve, { clientId: clientA });
    const second = await listed(token, { limit: 3, cursor: cursorOf(first) });
    expect(second.ids).toEqual(newest(3, 2, 1));
    const third = await listed(token, { limit: 3, cursor: cursorOf(second) });
    expect(third).toMatchObject({ ids: newest(0), total: 8 });
    expect(third.answer.headers['link']).toBeUndefined();
    await api.ok(eve.token, 'DELETE /api/notes/:id', { params: { id: late.id } });
    const garbage = await api.call(token, 'GET /api/notes', { query: { cursor: 'x' } });
    expect(garbage.error?.issues).toMatchObject([{ path: 'cursor' }]);
  });

  test('have an excerpt, no signature, and the permissions of the caller [7.notes.1 10.1.16 S-30]', async () => {
    const { answer } = await listed(sam.token);
    const [row] = answer.body;
    expect(row).toMatchObject({ authorName: 'Sam Worker', authorDepartment: 'Nights', clientId: clientB });
    expect(row?.content).toBe(`${'\u{1F4E6}'.repeat(199)}a`);
    expect(row?.can).toMatchObject({ edit: true, approve: false });
    expect(answer.body[1]?.can).toMatchObject({ edit: false, delete: true });
    for (const key of ['employeeSignature', 'research', 'summary']) expect(row).not.toHaveProperty(key);
  });

  test.each([
    ['status', 'open'],
    ['category', 'gardening'],
    ['clientId', 'abc'],
    ['limit', '201'],
  ])('answer 400 to %s=%s', async (path, value) => {
    const answer = await api.call(eve.token, 'GET /api/notes', { query: { [path]: value } });
    expect(answer).toMatchObject({ status: 400, error: { issues: [{ path }] } });
  });
});

test('GET /api/notes/my/stats and /api/management/stats count the notes by status [7.notes.8]', async () => {
  const all = await api.ok(business.admin.token, 'GET /api/management/stats');
  expect(all).toEqual({ pending: 4, approved: 1, denied: 1, inReview: 1, inProgress: 0, total: 7 });
  const own = await api.ok(sam.token, 'GET /api/notes/my/stats');
  expect(own).toEqual({ pending: 1, approved: 0, denied: 0, inReview: 1, inProgress: 0, total: 2 });
  const counted = await api.sql(`select count(*) from notes where business_id = $1 and deleted_at is null`, [
    business.id,
  ]);
  expect(Number(counted[0]?.['count'])).toBe(all.total);
});

test('GET /api/management/last-visits returns the latest day of each client, without denied notes', async () => {
  const workDate = '2026-03-09';
  const late = await createSignedNote(api, eve, { clientId: clientA, workDate });
  const read = () => api.ok(business.admin.token, 'GET /api/management/last-visits');
  const days = async () => Object.fromEntries((await read()).map(({ clientId, day }) => [clientId, day]));
  expect(await days()).toEqual({ [clientA]: workDate, [clientB]: '2026-03-02' });
  const review = { params: { id: late.id }, body: { action: 'deny', reason: 'Twice' } };
  await api.ok(business.admin.token, 'PATCH /api/notes/:id/review', review);
  expect(await days()).toEqual({ [clientA]: '2026-03-02', [clientB]: '2026-03-02' });
  expect((await api.call(eve.token, 'GET /api/management/last-visits')).status).toBe(403);
  const other = (await createBusiness(api)).admin.token;
  expect(await api.ok(other, 'GET /api/management/last-visits')).toEqual([]);
});
