/** The pages of a search, and whatever is typed into it: it is data. */
import { beforeAll, describe, expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createSignedNote, createAssignedClient } from '#tests/support/factories/notes.ts';
import { searchNotes, createSearchableNotes } from '#tests/support/factories/searchNotes.ts';
import type { SearchableNotes, SearchQuery } from '#tests/support/factories/searchNotes.ts';
import { countStatements } from '#tests/support/helpers/statements.ts';

const api = useApi();
let notes: SearchableNotes;
beforeAll(async () => {
  notes = await createSearchableNotes(api);
});

const search = (query: SearchQuery) => api.call(notes.eve.token, 'GET /api/notes/search', { query });

const nextOf = (link: unknown): string =>
  new URLSearchParams(/<[^>]*\?([^>]*)>; rel="next"/.exec(String(link))?.[1]).get('cursor') ?? '';

describe('pages', () => {
  test.each([
    ['with words', 'paging'],
    ['without words', ''],
  ])('stay right %s when notes come in above [10.1.10]', async (_, q) => {
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
    // The last one is deleted before the next page is opened: the total stays right.
    const last = whole.ids[4] ?? 0;
    await api.ok(other.admin.token, 'DELETE /api/notes/:id', { params: { id: last } });
    const gone = await searchNotes(api, other.admin.token, {
      ...page,
      cursor: nextOf(second.answer.headers['link']),
    });
    expect(gone).toMatchObject({ ids: [], total: q === '' ? 5 : 4 });
  });

  test('cost the same statements however many notes they hold [D-9]', async () => {
    const once = (query: SearchQuery) =>
      countStatements(api, () => searchNotes(api, notes.manager.token, query));
    // Now and then a session is renewed along the way.
    const cost = async (query: SearchQuery) => Math.min(await once(query), await once(query));
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
  ])('%s=%.20s is refused', async (path, value) => {
    const answer = await search({ q: 'kitchen', [path]: value });
    expect([answer.status, answer.error?.code]).toEqual([400, 'invalid']);
    expect(answer.error?.issues?.length).toBe(1);
  });

  test('a day that no calendar of the database has is refused as well', async () => {
    expect((await search({ dateFrom: '0000-01-01' })).status).toBe(400);
  });

  test('a word sent twice is refused', async () => {
    const answer = await api.send(notes.eve.token, { method: 'GET', url: '/api/notes/search?q=a&q=b' });
    expect(answer.status).toBe(400);
  });
});
