/** Searches a business with more notes than are tested by key before the index is used. */

import { beforeAll, expect, test } from 'vitest';
import { toSearchDocument } from '#features/notes/server/searchIndex/actions.ts';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { searchNotes, type SearchQuery } from '#tests/support/factories/searchNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const COUNT = 1200;
const FIRST_ID = 1_000_000;

/** The content of the nth note of the business, starting with the oldest. */
const contentOf = (n: number): string =>
  [
    'Visit at the house.',
    n % 20 === 0 ? 'We went through the budget.' : 'We went for a walk.',
    n % 400 === 1 ? 'Rare occasion: the bank was open.' : '',
  ].join(' ');

const isOfEmployee = (n: number): boolean => n % 100 === 0;
const isPending = (n: number): boolean => n % 3 === 0;

const api = useApi();
let manager: Account;
let employee: Account;

beforeAll(async () => {
  const business = await createBusiness(api);
  manager = business.admin;
  const { author, client } = await createAssignedClient(api, business);
  employee = await createPerson(api, business);
  const original = await createSignedNote(api, author, { clientId: client.id });
  const numbers = Array.from({ length: COUNT }, (_, index) => index + 1);
  const documents = numbers.map((n) =>
    toSearchDocument(business.id, {
      title: 'Visit',
      clientName: 'Miller House',
      clientContactName: 'Maria Miller',
      authorName: 'Eve Worker',
      content: contentOf(n),
      research: 'Asked the utility about a payment plan.',
      summary: 'All done, next visit on Friday.',
    }),
  );
  await api.sql(
    `insert into notes select (jsonb_populate_record(note, jsonb_build_object(
         'id', $2::bigint + made.n, 'created_at', note.created_at + made.n * interval '1 second', 'content', made.content,
         'author_id', made.author_id, 'status', made.status))).*
       from notes note, unnest($3::int[], $4::text[], $5::bigint[], $6::text[]) as made (n, content, author_id, status)
       where note.id = $1`,
    [
      original.id,
      FIRST_ID,
      numbers,
      numbers.map(contentOf),
      numbers.map((n) => (isOfEmployee(n) ? employee.id : author.id)),
      numbers.map((n) => (isPending(n) ? 'pending' : 'resolved')),
    ],
  );
  await api.sql(
    `insert into note_search select $1, $2::bigint + n, document::tsvector
       from unnest($3::int[], $4::text[]) as made (n, document)`,
    [business.id, FIRST_ID, numbers, documents],
  );
  await api.ok(author.token, 'DELETE /api/notes/:id', { params: { id: original.id } });
});

/** All results page by page, and the total of each page. */
async function searchAllPages(token: string, query: SearchQuery) {
  const ids: number[] = [];
  const totals = new Set<number>();
  let cursor: string | undefined;
  do {
    const page = await searchNotes(api, token, { ...query, limit: 100, ...(cursor && { cursor }) });
    ids.push(...page.ids.map((id) => id - FIRST_ID));
    totals.add(page.total);
    cursor = /[?&]cursor=([^&>]+)/.exec(String(page.answer.headers['link'] ?? ''))?.[1];
  } while (cursor !== undefined);
  return { ids, totals: [...totals] };
}

test.each<[string, SearchQuery, (n: number) => boolean]>([
  ['a word of every note', { q: 'visit' }, () => true],
  ['a word of a few old notes', { q: 'rare' }, (n) => n % 400 === 1],
  ['the start of a word of some notes', { q: 'bud' }, (n) => n % 20 === 0],
  ['a common and a less common word', { q: 'house budget' }, (n) => n % 20 === 0],
  ['two words of no note', { q: 'budget walk' }, () => false],
  ['a common word and a status', { q: 'visit', status: 'pending' }, isPending],
  [
    'a word of some notes and a status',
    { q: 'budget', status: 'resolved' },
    (n) => n % 20 === 0 && !isPending(n),
  ],
  ['a word of every note and another day', { q: 'visit', dateTo: '2020-01-01' }, () => false],
])(
  'a search for %s lists each match once over all pages, newest first [10.1.10 10.5.32,33]',
  async (_, query, isMatch) => {
    const expected = Array.from({ length: COUNT }, (__, index) => COUNT - index).filter(isMatch);
    expect(await searchAllPages(manager.token, query)).toEqual({ ids: expected, totals: [expected.length] });
  },
);

test.each<[string, (n: number) => boolean]>([
  ['visit', () => true],
  ['budget', (n) => n % 20 === 0],
  ['rare', () => false],
])('an employee with few notes finds %j only in their own notes', async (q, isMatch) => {
  const expected = Array.from({ length: COUNT }, (_, index) => COUNT - index).filter(
    (n) => isOfEmployee(n) && isMatch(n),
  );
  expect(await searchAllPages(employee.token, { q })).toEqual({ ids: expected, totals: [expected.length] });
});
