import { describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createSignedNote, createAssignedClient, buildNoteForm } from '#tests/support/factories/notes.ts';
import {
  searchNotes,
  createSearchableNotes,
  type SearchQuery,
} from '#tests/support/factories/searchNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { countStatements } from '#tests/support/helpers/statements.ts';

const api = useApi();
const notes = setUpOnce(() => createSearchableNotes(api));

describe('GET /api/notes/search', () => {
  test.each([
    ['title', 'shopping', 'shopping'],
    ['description', 'tomatoes planted', 'garden'],
    ['research', 'payment', 'budget'],
    ['summary', 'fridge', 'shopping'],
  ] as const)('finds words of the %s [7.notes.5 10.5.32]', async (_, q, which) => {
    expect(await searchNotes(api, notes.manager.token, { q })).toMatchObject({
      ids: [notes.about[which]],
      total: 1,
    });
  });

  test('finds names of authors and clients by prefix, ignoring case and accents [10.5.32]', async () => {
    const { token } = notes.manager;
    for (const q of ['jose', 'JOSÉ', 'Jose\u0301 nun', 'núñ', 'oak', 'OAK & Co. 100%']) {
      const { ids } = await searchNotes(api, token, { q });
      expect(ids.toSorted((a, b) => a - b)).toEqual([notes.about.garden, notes.about.shopping]);
    }
    expect((await searchNotes(api, token, { q: 'ortega zoe' })).ids.toSorted((a, b) => a - b)).toEqual([
      notes.about.kitchen,
      notes.about.budget,
    ]);
    expect(await searchNotes(api, token, { q: 'CAFE' })).toMatchObject({ ids: [notes.about.kitchen] });
    expect(await searchNotes(api, token, { q: 'tomat fri' })).toMatchObject({ ids: [], total: 0 });
    expect(await searchNotes(api, token, { q: 'chen' })).toMatchObject({ ids: [], total: 0 });
  });

  test('lists the newest note first [10.5.33]', async () => {
    const { ids } = await searchNotes(api, notes.manager.token, { q: 'kitchen' });
    const { shopping, garden, budget, kitchen } = notes.about;
    expect(ids).toEqual([shopping, garden, budget, kitchen]);
  });

  test('finds notes of the business for managers and their own for employees [1.employees.5 6.capability.4 10.5.29]', async () => {
    expect((await searchNotes(api, notes.manager.token, { q: 'kitchen' })).total).toBe(4);
    const own = await searchNotes(api, notes.jose.token, { q: 'kitchen' });
    expect(own).toMatchObject({ ids: [notes.about.shopping, notes.about.garden], total: 2 });
    expect(await searchNotes(api, notes.eve.token, { q: 'tomatoes' })).toMatchObject({ ids: [], total: 0 });
    expect((await searchNotes(api, notes.eve.token)).ids).toEqual([notes.about.budget, notes.about.kitchen]);
    const row = own.answer.body[0];
    expect(row?.can).toMatchObject({ edit: true, delete: true, approve: false });
    for (const hidden of ['research', 'summary', 'employeeSignature', 'texts', 'score']) {
      expect(row).not.toHaveProperty(hidden);
    }
  });

  test('does not hide GET /api/notes/:id', async () => {
    const one = await api.call(notes.eve.token, 'GET /api/notes/:id', {
      params: { id: notes.about.kitchen },
    });
    expect(one.body).toMatchObject({ id: notes.about.kitchen, title: 'Cleaning day' });
  });
});

describe('the filters', () => {
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
  ] as const)('%j list the newest notes first without search terms', async (query, which) => {
    const ids = which.map((one) => notes.about[one]);
    const results = await searchNotes(api, notes.manager.token, query);
    expect(results).toMatchObject({ ids, total: ids.length });
    expect(results.answer.body.flatMap((row) => row.highlights)).toEqual([]);
  });

  test.each([
    [{ category: 'transitional' }, ['budget']],
    [{ status: 'resolved' }, ['budget']],
    [{ dateFrom: '2026-03-16' }, ['shopping', 'garden']],
    [{ dateFrom: '2026-03-03', dateTo: '2026-03-09' }, ['budget']],
    [{ status: 'denied' }, []],
  ] as const)('%j narrow down the matches [7.notes.5]', async (query, which) => {
    const ids = which.map((one) => notes.about[one]);
    const results = await searchNotes(api, notes.manager.token, { q: 'kitchen', ...query });
    expect(results).toMatchObject({ ids, total: ids.length });
  });

  test('limit the matches to a client', async () => {
    const { token } = notes.manager;
    expect(await searchNotes(api, token, { clientId: notes.oak })).toMatchObject({
      ids: [notes.about.shopping, notes.about.garden],
    });
    expect(await searchNotes(api, token, { q: 'kitchen', clientId: notes.oak })).toMatchObject({ total: 2 });
  });
});

describe('highlights', () => {
  /** The matched characters by field. */
  async function marks(q: string, id: number) {
    const { answer } = await searchNotes(api, notes.manager.token, { q });
    const row = answer.body.find((one) => one.id === id);
    return row?.highlights.map(({ field, text, ranges }) => [
      field,
      ...ranges.map(({ from, to }) => text.slice(from, to)),
    ]);
  }

  test('mark the matched characters of each field [10.5.34]', async () => {
    expect(await marks('clean cafe', notes.about.kitchen)).toEqual([
      ['title', 'Clean'],
      ['description', 'Clean', 'café'],
      ['summary', 'clean'],
      ['research', 'clean'],
    ]);
    expect(await marks('zoe ortega cafe', notes.about.kitchen)).toEqual([
      ['contact', 'Zoë', 'Ortega'],
      ['description', 'café'],
    ]);
    expect(await marks('jose oak', notes.about.shopping)).toEqual([
      ['client', 'Oak'],
      ['author', 'José'],
    ]);
  });

  test('show the excerpt of a long text with the most terms, as plain text', async () => {
    const filler = 'We talked about this and that for a while. '.repeat(12);
    const description = `A laundry. ${filler}🏠 <b>Laundry</b> & ironing at "home" & more. ${filler}`;
    const { id } = await createSignedNote(api, notes.eve, {
      clientId: notes.maple,
      title: 'Long',
      description,
    });
    const { answer } = await searchNotes(api, notes.eve.token, { q: 'laundry ironing' });
    expect(answer.body.map((row) => row.id)).toEqual([id]);
    const [part] = answer.body[0]?.highlights ?? [];
    expect(part).toMatchObject({ field: 'description', before: true, after: true });
    expect(part?.text).toContain('🏠 <b>Laundry</b> & ironing at "home"');
    expect(description).toContain(part?.text);
    expect(part?.text.length).toBeLessThanOrEqual(180);
    expect(part?.ranges.map(({ from, to }) => part.text.slice(from, to))).toEqual(['Laundry', 'ironing']);
    await api.ok(notes.eve.token, 'DELETE /api/notes/:id', { params: { id } });
  });
});

describe('the search index', () => {
  test('has the current version of a note, and not a deleted note [S-38]', async () => {
    const { id } = await createSignedNote(api, notes.eve, {
      clientId: notes.maple,
      description: 'Repaired the wardrobe.',
    });
    expect((await searchNotes(api, notes.eve.token, { q: 'wardrobe' })).ids).toEqual([id]);
    const body = buildNoteForm(notes.maple, { description: 'Repaired the cupboard.' });
    await api.ok(notes.eve.token, 'PUT /api/notes/:id', { params: { id }, body });
    expect((await searchNotes(api, notes.eve.token, { q: 'wardrobe' })).ids).toEqual([]);
    expect((await searchNotes(api, notes.eve.token, { q: 'cupboard' })).ids).toEqual([id]);
    await api.ok(notes.eve.token, 'DELETE /api/notes/:id', { params: { id } });
    expect((await searchNotes(api, notes.eve.token, { q: 'cupboard' })).total).toBe(0);
    expect((await searchNotes(api, notes.eve.token)).ids).not.toContain(id);
    const indexed = await api.sql('select from note_search where business_id = $1 and note_id = $2', [
      notes.businessId,
      id,
    ]);
    expect(indexed).toEqual([]);
  });

  test('keeps the names at the time of the signing', async () => {
    const other = await createBusiness(api);
    const { author, client } = await createAssignedClient(api, other, { companyName: 'Birch' });
    await createSignedNote(api, author, { clientId: client.id });
    const renamed = { params: { id: client.id }, body: { companyName: 'Willow' } };
    await api.ok(other.admin.token, 'PUT /api/clients/:id', renamed);
    expect(await searchNotes(api, other.admin.token, { q: 'birch' })).toMatchObject({ total: 1 });
    expect(await searchNotes(api, other.admin.token, { q: 'willow' })).toMatchObject({ total: 0 });
    expect(await searchNotes(api, other.admin.token, { clientId: client.id })).toMatchObject({ total: 1 });
  });
});

const search = (query: SearchQuery) => api.call(notes.eve.token, 'GET /api/notes/search', { query });

const nextOf = (link: unknown): string =>
  new URLSearchParams(/<[^>]*\?([^>]*)>; rel="next"/.exec(String(link))?.[1]).get('cursor') ?? '';

describe('the pages of a search', () => {
  test.each([
    ['with words', 'paging'],
    ['without words', ''],
  ])('stay stable %s when a note is added [10.1.10]', async (_, q) => {
    const other = await createBusiness(api);
    const { author, client } = await createAssignedClient(api, other);
    const write = async (n: number) =>
      (await createSignedNote(api, author, { clientId: client.id, title: `Paging ${'again '.repeat(n)}` }))
        .id;
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await write(n));
    const whole = await searchNotes(api, other.admin.token, { q });
    expect(whole.ids.toSorted((a, b) => a - b)).toEqual(ids);
    const first = await searchNotes(api, other.admin.token, { q, limit: 2 });
    expect(first).toMatchObject({ ids: whole.ids.slice(0, 2), total: 5 });
    const page = { q, limit: 2, cursor: nextOf(first.answer.headers['link']) };
    if (q === '') await write(5);
    const second = await searchNotes(api, other.admin.token, page);
    expect(second.ids).toEqual(whole.ids.slice(2, 4));
    const third = await searchNotes(api, other.admin.token, {
      ...page,
      cursor: nextOf(second.answer.headers['link']),
    });
    expect(third.ids).toEqual(whole.ids.slice(4));
    expect(third.answer.headers['link']).toBeUndefined();
    // The last note is deleted before the next page is read.
    const last = whole.ids[4] ?? 0;
    await api.ok(other.admin.token, 'DELETE /api/notes/:id', { params: { id: last } });
    const empty = await searchNotes(api, other.admin.token, {
      ...page,
      cursor: nextOf(second.answer.headers['link']),
    });
    expect(empty).toMatchObject({ ids: [], total: q === '' ? 5 : 4 });
  });

  test('take the same number of statements for any number of notes [D-9]', async () => {
    const once = (query: SearchQuery) =>
      countStatements(api, () => searchNotes(api, notes.manager.token, query));
    // A session may be renewed between the requests.
    const cost = async (query: SearchQuery) => Math.min(await once(query), await once(query));
    expect(await cost({ q: 'kitchen' })).toBe(await cost({ q: 'tomatoes' }));
    expect(await cost({})).toBe(await cost({ dateFrom: '2026-03-20' }));
  });
});

describe('special characters in a query', () => {
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
  ])('in %j are not interpreted', async (q, total) => {
    expect(await searchNotes(api, notes.manager.token, { q })).toMatchObject({ total });
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
  ])('%s=%.20s returns 400', async (path, value) => {
    const answer = await search({ q: 'kitchen', [path]: value });
    expectError(answer, 400, 'invalid');
    expect(answer.error?.issues?.length).toBe(1);
  });

  test('a day before the year 1 returns 400', async () => {
    expect((await search({ dateFrom: '0000-01-01' })).status).toBe(400);
  });

  test('a repeated parameter returns 400', async () => {
    const answer = await api.send(notes.eve.token, { method: 'GET', url: '/api/notes/search?q=a&q=b' });
    expect(answer.status).toBe(400);
  });
});
