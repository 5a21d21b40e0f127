import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi } from '../../../../tests/world/api.ts';
import type { Api } from '../../../../tests/world/api.ts';
import { aBusiness } from '../../../../tests/world/business.ts';
import type { Account, TestBusiness } from '../../../../tests/world/business.ts';
import { aClient, anAssignment } from '../../../../tests/world/clients.ts';
import { aSignedNote, aVisit, noteForm } from '../../../../tests/world/notes.ts';
import { aPerson } from '../../../../tests/world/people.ts';
import { statementsOf } from '../../../../tests/world/statements.ts';

let api: Api;
let business: TestBusiness;
let eve: Account;
let jose: Account;
let maple: number;
let oak: number;
/** Ids of the notes by what they are about. */
const note = { kitchen: 0, budget: 0, garden: 0, shopping: 0 };

beforeAll(async () => {
  api = await startApi();
  business = await aBusiness(api);
  const visit = await aVisit(api, business, { companyName: 'Maple House', contactName: 'Zoë Ortega' });
  eve = visit.author;
  maple = visit.client.id;
  jose = await aPerson(api, business, { form: { firstName: 'José', lastName: 'Núñez' } });
  oak = (await aClient(api, business, { companyName: 'Oak & Co. 100%' })).id;
  await anAssignment(api, business, { clientId: oak, employeeId: jose.id });
  const made = async (author: Account, fields: { clientId: number } & Record<string, unknown>) =>
    (await aSignedNote(api, author, fields)).id;
  note.kitchen = await made(eve, {
    clientId: maple,
    title: 'Cleaning day',
    description: 'Cleaned the kitchen and the café corner.',
    research: 'Read about the cleaning of ovens.',
    summary: 'Everything is clean again.',
    workDate: '2026-03-02',
  });
  note.budget = await made(eve, {
    clientId: maple,
    title: 'Budget',
    description: 'Went through the bills at the kitchen table.',
    research: 'Asked about a payment plan.',
    summary: 'Bills are paid, next visit on Friday.',
    category: 'transitional',
    workDate: '2026-03-09',
  });
  note.garden = await made(jose, {
    clientId: oak,
    title: 'Garden and kitchen',
    description: 'Planted tomatoes behind the house.',
    research: 'Tomatoes need sun.',
    summary: 'Half of the bed is done.',
    workDate: '2026-03-16',
  });
  note.shopping = await made(jose, {
    clientId: oak,
    title: 'Shopping',
    description: 'Bought food for the week, 50% off.',
    research: 'Compared the prices of two shops.',
    summary: 'The fridge is full, nothing in the kitchen is missing.',
    workDate: '2026-03-23',
  });
  const approve = { params: { id: note.budget }, body: { action: 'approve' } };
  await api.ok(business.admin.token, 'PATCH /api/notes/:id/review', approve);
});
afterAll(() => api.stop());

type Query = Record<string, string | number>;

const search = (token: string, query: Query = {}) => api.call(token, 'GET /api/notes/search', { query });

/** What a search finds, with the total that it says. */
async function found(token: string, query: Query = {}) {
  const answer = await search(token, query);
  expect([answer.status, answer.error]).toEqual([200, null]);
  return { ids: answer.body.map((row) => row.id), total: Number(answer.headers['x-total-count']), answer };
}

const nextOf = (link: unknown): string =>
  new URLSearchParams(/<[^>]*\?([^>]*)>; rel="next"/.exec(String(link))?.[1]).get('cursor') ?? '';

describe('a search', () => {
  test.each([
    ['title', 'shopping', 'shopping'],
    ['description', 'tomatoes planted', 'garden'],
    ['research', 'payment', 'budget'],
    ['summary', 'fridge', 'shopping'],
  ] as const)('finds words of the %s', async (_, q, which) => {
    expect(await found(business.admin.token, { q })).toMatchObject({ ids: [note[which]], total: 1 });
  });

  test('finds names of authors and clients, by prefix, without caring about case or accents', async () => {
    const { token } = business.admin;
    for (const q of ['jose', 'JOSÉ', 'Jose\u0301 nun', 'núñ', 'oak', 'OAK & Co. 100%']) {
      const { ids } = await found(token, { q });
      expect(ids.toSorted((a, b) => a - b)).toEqual([note.garden, note.shopping]);
    }
    expect((await found(token, { q: 'ortega zoe' })).ids.toSorted((a, b) => a - b)).toEqual([
      note.kitchen,
      note.budget,
    ]);
    expect(await found(token, { q: 'CAFE' })).toMatchObject({ ids: [note.kitchen] });
    expect(await found(token, { q: 'tomat fri' })).toMatchObject({ ids: [], total: 0 });
    expect(await found(token, { q: 'chen' })).toMatchObject({ ids: [], total: 0 });
  });

  test('puts the best match first: title over description over summary', async () => {
    const { ids } = await found(business.admin.token, { q: 'kitchen' });
    expect(ids[0]).toBe(note.garden);
    expect(ids.at(-1)).toBe(note.shopping);
    expect(ids).toHaveLength(4);
  });

  test('shows a manager the business and an employee the own notes', async () => {
    expect((await found(business.admin.token, { q: 'kitchen' })).total).toBe(4);
    const own = await found(jose.token, { q: 'kitchen' });
    expect(own).toMatchObject({ ids: [note.garden, note.shopping], total: 2 });
    expect(await found(eve.token, { q: 'tomatoes' })).toMatchObject({ ids: [], total: 0 });
    expect((await found(eve.token)).ids).toEqual([note.budget, note.kitchen]);
    const row = own.answer.body[0];
    expect(row?.can).toMatchObject({ edit: true, delete: true, approve: false });
    for (const hidden of ['research', 'summary', 'employeeSignature', 'texts', 'score']) {
      expect(row).not.toHaveProperty(hidden);
    }
  });

  test('finds nothing of another business, and answers nobody without a session', async () => {
    const other = await aBusiness(api);
    expect(await found(other.admin.token, { q: 'kitchen' })).toMatchObject({ ids: [], total: 0 });
    expect(await found(other.admin.token, { clientId: oak })).toMatchObject({ ids: [], total: 0 });
    expect(await found(other.admin.token)).toMatchObject({ ids: [], total: 0 });
    expect((await api.call(null, 'GET /api/notes/search', { query: { q: 'kitchen' } })).status).toBe(401);
  });

  test('is not taken for the address of a note', async () => {
    const one = await api.call(eve.token, 'GET /api/notes/:id', { params: { id: note.kitchen } });
    expect(one.body).toMatchObject({ id: note.kitchen, title: 'Cleaning day' });
  });
});

describe('filters', () => {
  test.each([
    [{ category: 'transitional' }, ['budget']],
    [{ status: 'resolved' }, ['budget']],
    [{ status: 'pending' }, ['shopping', 'garden', 'kitchen']],
    [{ dateFrom: '2026-03-16' }, ['shopping', 'garden']],
    [{ dateTo: '2026-03-09' }, ['budget', 'kitchen']],
    [{ dateFrom: '2026-03-09', dateTo: '2026-03-16' }, ['garden', 'budget']],
    [{ dateFrom: '2026-03-16', dateTo: '2026-03-09' }, []],
    [{}, ['shopping', 'garden', 'budget', 'kitchen']],
    [
      { q: '  ', category: '', status: '', dateFrom: '', dateTo: '' },
      ['shopping', 'garden', 'budget', 'kitchen'],
    ],
  ] as const)('%j without words list the newest first', async (query, which) => {
    const wanted = which.map((one) => note[one]);
    const { ids, total, answer } = await found(business.admin.token, query);
    expect({ ids, total }).toEqual({ ids: wanted, total: wanted.length });
    expect(answer.body.flatMap((row) => row.highlights)).toEqual([]);
  });

  test.each([
    [{ category: 'transitional' }, ['budget']],
    [{ status: 'resolved' }, ['budget']],
    [{ dateFrom: '2026-03-16' }, ['garden', 'shopping']],
    [{ dateFrom: '2026-03-03', dateTo: '2026-03-09' }, ['budget']],
    [{ status: 'denied' }, []],
  ] as const)('%j narrow down what words find', async (query, which) => {
    const wanted = which.map((one) => note[one]);
    const { ids, total } = await found(business.admin.token, { q: 'kitchen', ...query });
    expect({ ids, total }).toEqual({ ids: wanted, total: wanted.length });
  });

  test('of a client', async () => {
    const { token } = business.admin;
    expect(await found(token, { clientId: oak })).toMatchObject({ ids: [note.shopping, note.garden] });
    expect(await found(token, { q: 'kitchen', clientId: oak })).toMatchObject({ total: 2 });
  });
});

describe('highlights', () => {
  /** The matched parts by field, cut out of what was sent. */
  async function marks(q: string, id: number) {
    const { answer } = await found(business.admin.token, { q });
    const row = answer.body.find((one) => one.id === id);
    return row?.highlights.map(({ field, text, ranges }) => [
      field,
      ...ranges.map(({ from, to }) => text.slice(from, to)),
    ]);
  }

  test('say where each word was matched, and how much of it', async () => {
    expect(await marks('clean cafe', note.kitchen)).toEqual([
      ['title', 'Clean'],
      ['description', 'Clean', 'café'],
      ['summary', 'clean'],
      ['research', 'clean'],
    ]);
    expect(await marks('zoe ortega cafe', note.kitchen)).toEqual([
      ['contact', 'Zoë', 'Ortega'],
      ['description', 'café'],
    ]);
    expect(await marks('jose oak', note.shopping)).toEqual([
      ['client', 'Oak'],
      ['author', 'José'],
    ]);
  });

  test('of a long text show the part with most of the words, as plain text', async () => {
    const filler = 'We talked about this and that for a while. '.repeat(12);
    const description = `A laundry. ${filler}🏠 <b>Laundry</b> & ironing at "home" & more. ${filler}`;
    const { id } = await aSignedNote(api, eve, { clientId: maple, title: 'Long', description });
    const { answer } = await found(eve.token, { q: 'laundry ironing' });
    expect(answer.body.map((row) => row.id)).toEqual([id]);
    const [part] = answer.body[0]?.highlights ?? [];
    expect(part).toMatchObject({ field: 'description', before: true, after: true });
    expect(part?.text).toContain('🏠 <b>Laundry</b> & ironing at "home"');
    expect(description).toContain(part?.text);
    expect(part?.text.length).toBeLessThanOrEqual(180);
    expect(part?.ranges.map(({ from, to }) => part.text.slice(from, to))).toEqual(['Laundry', 'ironing']);
    await api.ok(eve.token, 'DELETE /api/notes/:id', { params: { id } });
  });
});

describe('what becomes of a note', () => {
  test('is found as it is signed now, and no more when it is deleted', async () => {
    const { id } = await aSignedNote(api, eve, { clientId: maple, description: 'Repaired the wardrobe.' });
    expect((await found(eve.token, { q: 'wardrobe' })).ids).toEqual([id]);
    const body = noteForm(maple, { description: 'Repaired the cupboard.' });
    await api.ok(eve.token, 'PUT /api/notes/:id', { params: { id }, body });
    expect((await found(eve.token, { q: 'wardrobe' })).ids).toEqual([]);
    expect((await found(eve.token, { q: 'cupboard' })).ids).toEqual([id]);
    await api.ok(eve.token, 'DELETE /api/notes/:id', { params: { id } });
    expect((await found(eve.token, { q: 'cupboard' })).total).toBe(0);
    expect((await found(eve.token)).ids).not.toContain(id);
    const words = await api.sql('select from note_words where business_id = $1 and note_id = $2', [
      business.id,
      id,
    ]);
    expect(words).toEqual([]);
  });

  test('keeps the names that it was signed with', async () => {
    const other = await aBusiness(api);
    const { author, client } = await aVisit(api, other, { companyName: 'Birch' });
    await aSignedNote(api, author, { clientId: client.id });
    const renamed = { params: { id: client.id }, body: { companyName: 'Willow' } };
    await api.ok(other.admin.token, 'PUT /api/clients/:id', renamed);
    expect(await found(other.admin.token, { q: 'birch' })).toMatchObject({ total: 1 });
    expect(await found(other.admin.token, { q: 'willow' })).toMatchObject({ total: 0 });
    expect(await found(other.admin.token, { clientId: client.id })).toMatchObject({ total: 1 });
  });
});

describe('pages', () => {
  test.each([
    ['with words', 'paging'],
    ['without words', ''],
  ])('stay right %s when notes come in above', async (_, q) => {
    const other = await aBusiness(api);
    const { author, client } = await aVisit(api, other);
    const write = async (n: number) =>
      (await aSignedNote(api, author, { clientId: client.id, title: `Paging ${'again '.repeat(n)}` })).id;
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await write(n));
    const whole = await found(other.admin.token, { q });
    expect(whole.ids.toSorted((a, b) => a - b)).toEqual(ids);
    const first = await found(other.admin.token, { q, limit: 2 });
    expect(first).toMatchObject({ ids: whole.ids.slice(0, 2), total: 5 });
    const page = { q, limit: 2, cursor: nextOf(first.answer.headers['link']) };
    if (q === '') await write(5);
    const second = await found(other.admin.token, page);
    expect(second.ids).toEqual(whole.ids.slice(2, 4));
    const third = await found(other.admin.token, {
      ...page,
      cursor: nextOf(second.answer.headers['link']),
    });
    expect(third.ids).toEqual(whole.ids.slice(4));
    expect(third.answer.headers['link']).toBeUndefined();
    // The last one goes while somebody is about to turn the page: the total stays true.
    const last = whole.ids[4] ?? 0;
    await api.ok(other.admin.token, 'DELETE /api/notes/:id', { params: { id: last } });
    const gone = await found(other.admin.token, {
      ...page,
      cursor: nextOf(second.answer.headers['link']),
    });
    expect(gone).toMatchObject({ ids: [], total: q === '' ? 5 : 4 });
  });

  test('cost the same statements however many notes they hold', async () => {
    const once = (query: Query) => statementsOf(api, () => found(business.admin.token, query));
    // Now and then a session is renewed along the way.
    const cost = async (query: Query) => Math.min(await once(query), await once(query));
    expect(await cost({ q: 'kitchen' })).toBe(await cost({ q: 'tomatoes' }));
    expect(await cost({})).toBe(await cost({ dateFrom: '2026-03-20' }));
  });
});

describe('whatever is typed is data', () => {
  test.each([
    ['%', 0],
    ['_', 0],
    ["'", 0],
    ["o' OR 1=1; --", 0],
    ['🏠', 0],
    ['\0', 0],
    ['kit\0chen', 0],
    ['!kitchen & | <-> :* (', 4],
    ['"kitchen"', 4],
    ['kitchen:*', 4],
    ['-kitchen', 4],
    ['kitchen\\', 4],
    ["kitchen'", 4],
    ['50%', 1],
    ['\ud800kitchen', 4],
    ['a b c d e f g h i j k l m n o p q r s t u v w x y z', 0],
    ['kitchen '.repeat(25).slice(0, 200), 4],
  ])('%j', async (q, total) => {
    expect(await found(business.admin.token, { q })).toMatchObject({ total });
  });

  test.each([
    ['q', 'x'.repeat(201)],
    ['q', '🏠'.repeat(10_000)],
    ['q', "' or 1=1 -- ".repeat(1_000)],
    ['status', 'open'],
    ['category', 'gardening'],
    ['dateFrom', '2026-02-30'],
    ['dateFrom', 'yesterday'],
    ['dateTo', '1'],
    ['clientId', 'abc'],
    ['clientId', '9'.repeat(30)],
    ['limit', '201'],
    ['cursor', 'x'],
    ['cursor', Buffer.from('1').toString('base64url')],
    ['cursor', Buffer.from(`${'9'.repeat(15)}.1`).toString('base64url')],
  ])('%s=%.20s is refused', async (path, value) => {
    const answer = await search(eve.token, { q: 'kitchen', [path]: value });
    expect([answer.status, answer.error?.code]).toEqual([400, 'invalid']);
    expect(answer.error?.issues?.length).toBe(1);
  });

  test('a day that no calendar of the database has is refused as well', async () => {
    expect((await search(eve.token, { dateFrom: '0000-01-01' })).status).toBe(400);
  });

  test('a word sent twice is refused', async () => {
    const answer = await api.send(eve.token, { method: 'GET', url: '/api/notes/search?q=a&q=b' });
    expect(answer.status).toBe(400);
  });
});
