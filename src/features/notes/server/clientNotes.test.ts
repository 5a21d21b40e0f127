import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { createAssignment, createClient } from '#tests/support/factories/clients.ts';
import { createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

/** The work dates of the client's notes in the order they were written; the last one is a colleague's. */
const DAYS = ['2026-03-02', '2026-02-27', '2026-03-09', '2026-03-02', '2026-03-04'];

const api = useApi();
const business = setUpOnce(() => createBusiness(api));
const sam = setUpOnce(() => createPerson(api, business));
let eve: Account;
let clientId: number;
const ids: number[] = [];

beforeAll(async () => {
  const visit = await createAssignedClient(api, business);
  [eve, clientId] = [visit.author, visit.client.id];
  const other = await createClient(api, business);
  await createAssignment(api, business, { clientId, employeeId: sam.id });
  await createAssignment(api, business, { clientId: other.id, employeeId: eve.id });
  for (const [index, workDate] of DAYS.entries()) {
    const author = index === DAYS.length - 1 ? sam : eve;
    const summary = `Visit ${index}. ${'All bills are paid. '.repeat(20)}`;
    ids.push((await createSignedNote(api, author, { clientId, workDate, summary })).id);
  }
  await createSignedNote(api, eve, { clientId: other.id });
  const review = { params: { id: ids[0] ?? 0 }, body: { action: 'return', comment: 'Who was there?' } };
  await api.ok(business.admin.token, 'PATCH /api/notes/:id/review', review);
});

const read = (token: string, query: Record<string, string | number> = {}, id = clientId) =>
  api.call(token, 'GET /api/clients/:id/notes', { params: { id }, query });

async function list(token: string, query: Record<string, string | number> = {}) {
  const answer = await read(token, query);
  expect(answer.status).toBe(200);
  return {
    ids: answer.body.map(({ id }) => id),
    total: Number(answer.headers['x-total-count']),
    next: /[?&]cursor=([^&>]+)/.exec(String(answer.headers['link'] ?? ''))?.[1],
  };
}

const notesAt = (...indexes: number[]) => indexes.map((index) => ids[index]);

describe('GET /api/clients/:id/notes', () => {
  test('returns all notes of the client to managers, latest visit first [12.record.1]', async () => {
    const { body } = await read(business.admin.token);
    expect(body.map(({ id }) => id)).toEqual(notesAt(2, 4, 3, 0, 1));
    const [latest] = body;
    expect(latest).toMatchObject({ workDate: '2026-03-09', authorId: eve.id, status: 'pending', clientId });
    expect(latest?.summary).toMatch(/^Visit 2\. All bills are paid\./);
    expect(latest?.summary).toHaveLength(200);
    for (const key of ['research', 'employeeSignature']) expect(latest).not.toHaveProperty(key);
  });

  test('returns assigned employees their own notes only [12.record.2]', async () => {
    expect(await list(eve.token)).toMatchObject({ ids: notesAt(2, 3, 0, 1), total: 4 });
    expect(await list(sam.token)).toMatchObject({ ids: notesAt(4), total: 1 });
    expect(await list(eve.token, { authorId: sam.id })).toMatchObject({ ids: [], total: 0 });
    const [row] = (await read(eve.token)).body;
    expect(row?.unitRate).toBeUndefined();
    expect(row?.can).toMatchObject({ approve: false, edit: true });
  });

  test('is 404 for employees who are not assigned, for other businesses and for archived clients [12.record.3]', async () => {
    const leo = await createPerson(api, business);
    expectError(await read(leo.token), 404, 'not_found');
    expectError(await read((await createBusiness(api)).admin.token), 404, 'not_found');
    const { author, client } = await createAssignedClient(api, business);
    await createSignedNote(api, author, { clientId: client.id });
    expect((await read(author.token, {}, client.id)).body).toHaveLength(1);
    await api.ok(business.admin.token, 'DELETE /api/clients/:id', { params: { id: client.id } });
    for (const { token } of [author, business.admin])
      expectError(await read(token, {}, client.id), 404, 'not_found');
  });

  test('filters by status, service and author [12.record.4]', async () => {
    const { token } = business.admin;
    expect(await list(token, { status: 'in-progress' })).toMatchObject({ ids: notesAt(0), total: 1 });
    expect(await list(token, { authorId: sam.id })).toMatchObject({ ids: notesAt(4), total: 1 });
    expect(await list(token, { category: 'transitional' })).toMatchObject({ ids: [], total: 0 });
    expect((await read(token, { category: 'gardening' })).error?.issues).toMatchObject([
      { path: 'category' },
    ]);
  });

  test('is paged by cursors, also between notes of the same day [12.record.5]', async () => {
    const { token } = business.admin;
    const first = await list(token, { limit: 3 });
    expect(first).toMatchObject({ ids: notesAt(2, 4, 3), total: 5 });
    const late = await createSignedNote(api, eve, { clientId, workDate: '2026-03-10' });
    const second = await list(token, { limit: 3, cursor: first.next ?? '' });
    expect(second).toEqual({ ids: notesAt(0, 1), total: 6, next: undefined });
    await api.ok(eve.token, 'DELETE /api/notes/:id', { params: { id: late.id } });
    expect((await read(token, { cursor: 'x' })).error?.issues).toMatchObject([{ path: 'cursor' }]);
  });
});
