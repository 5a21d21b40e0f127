/**
 * Searching uses the index for words although row-level security stands in between. On a real server with
 * a believable number of notes, because plans depend on both.
 */
import type { PoolClient } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { toSearchDocument } from '#features/notes/server/searchIndex/actions.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import type { Account, TestBusiness } from '#tests/support/factories/businesses.ts';
import { createAssignedClient } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';

const BIG = 16_000;
const SMALL = 400;
const OTHERS = { businesses: 12, notes: 650 };

interface Peopled {
  business: TestBusiness;
  author: Account;
}

const api = useApi();
let big: Peopled;
let small: Peopled;

beforeAll(async () => {
  [big, small] = [await peopled(BIG), await peopled(SMALL)];
  for (let made = 0; made < OTHERS.businesses; made += 1) await peopled(OTHERS.notes);
  await api.sql('vacuum analyze');
});

/** What the nth note says: 'visit' in all, 'budget' in every twentieth, 'rare' in every two hundredth. */
const textOf = (n: number): string =>
  [
    'Visit at the house, cooking and laundry together.',
    n % 20 === 0 ? 'We went through the budget.' : 'We went for a walk.',
    n % 200 === 0 ? 'Rare occasion: the bank was open.' : '',
    `Round ${n}, street ${n % 97}, matter ${(n * 7919) % 5003}.`,
  ].join(' ');

async function peopled(count: number): Promise<Peopled> {
  const business = await createBusiness(api);
  const { author, client } = await createAssignedClient(api, business);
  const texts = Array.from({ length: count }, (_, n) => textOf(n + 1));
  const documents = texts.map((content) =>
    toSearchDocument(business.id, {
      title: 'Visit',
      clientName: 'Miller House',
      clientContactName: 'Maria Miller',
      authorName: 'Eve Worker',
      content,
      research: 'Asked the utility about a payment plan.',
      summary: 'All done, next visit on Friday.',
    }),
  );
  await api.sql(
    `with given as (
       select nextval('notes_id_seq') as id, content, document
       from unnest($4::text[], $5::text[]) with ordinality as given (content, document, place) order by place
     ), written as (
       insert into notes (business_id, id, client_id, client_name, client_contact_name, author_id, author_name, title, content, excerpt,
         category, time_units_used, minutes, work_date, start_time, end_time, research, summary,
         employee_signed_at, client_signed_at)
       select $1, id, $2, 'Miller House', 'Maria Miller', $3, 'Eve Worker', 'Visit', content, left(content, 200),
         'sustaining', 1, 15, '2026-03-02', '09:00', '09:15', 'Asked the utility about a payment plan.',
         'All done, next visit on Friday.', now(), now()
       from given returning id
     )
     insert into note_search (business_id, note_id, document)
     select $1, id, document::tsvector from given`,
    [business.id, client.id, author.id, texts, documents],
  );
  return { business, author };
}

interface Statement {
  text: string;
  values: unknown[];
}

interface Searched {
  /** The statements that it sent, in their order; the last one reads the notes. */
  statements: Statement[];
  total: number;
}

/** What a search sends, as the driver gets it. */
async function searched(token: string, q: string, filters = {}): Promise<Searched> {
  const { pool } = api.server.services.database;
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<PoolClient>;
  const seen: Statement[] = [];
  pool.connect = (async (...given: unknown[]) => {
    const client = await connect(...given);
    // With a callback it is the pool's own query.
    if (given.length > 0) return client;
    const run = client.query;
    client.query = ((...given: Parameters<typeof run>) => {
      const [first, values] = given as unknown as [string | { text: string }, unknown[]];
      const text = typeof first === 'string' ? first : first.text;
      if (text.includes('own_note_search') || text.includes('set_config(name')) seen.push({ text, values });
      if (text === 'COMMIT') client.query = run;
      return run.apply(client, given);
    }) as typeof run;
    return client;
  }) as typeof pool.connect;
  try {
    const answer = await api.call(token, 'GET /api/notes/search', { query: { q, ...filters } });
    if (seen.length < 2 || answer.status !== 200) throw new Error(`The search did not run: ${answer.status}`);
    return { statements: seen, total: Number(answer.headers['x-total-count']) };
  } finally {
    pool.connect = connect as typeof pool.connect;
  }
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)];

/** The nodes of a search's plan, as its transaction runs it: one that was made for any words. */
async function planOf({ business }: Peopled, statements: Statement[]): Promise<Plan[]> {
  const client = await api.server.services.database.pool.connect();
  try {
    await client.query(
      `begin; select set_config('role', 'quarterhour_app', true), set_config('app.business_id', '${business.id}', true)`,
    );
    for (const { text, values } of statements.slice(0, -1)) await client.query(text, values);
    const { text = '', values = [] } = statements.at(-1) ?? {};
    await client.query(`prepare the_search as ${text}`);
    const given = values.map((value) => client.escapeLiteral(String(value))).join();
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) execute the_search(${given})`,
    );
    const made = await client.query(
      `select custom_plans::int, generic_plans::int from pg_prepared_statements where name = 'the_search'`,
    );
    expect(made.rows).toEqual([{ custom_plans: 0, generic_plans: 1 }]);
    return rows.flatMap((row) => flat(row['QUERY PLAN'][0].Plan));
  } finally {
    await client.query('rollback');
    client.release(true);
  }
}

const usesOf = (plan: Plan[], index: string) => plan.filter((node) => node['Index Name'] === index);
const readsWhole = (plan: Plan[]) => plan.filter((node) => node['Node Type'] === 'Seq Scan');

describe('a search', () => {
  test.each([
    ['few', 'rare', { big: 80, small: 2 }],
    ['some', 'budget', { big: 800, small: 20 }],
    ['the beginning of a word in some', 'bud', { big: 800, small: 20 }],
    ['two words in some', 'friday budget', { big: 800, small: 20 }],
  ])('reads the words of its own business off the index: %s', async (_, q, hits) => {
    for (const [who, count] of [
      [big, hits.big],
      [small, hits.small],
    ] as const) {
      const { statements, total } = await searched(who.business.admin.token, q);
      expect(total).toBe(count);
      const plan = await planOf(who, statements);
      const found = usesOf(plan, 'note_search_document');
      expect(found.map((node) => node['Node Type'])).toEqual(['Bitmap Index Scan']);
      expect(found[0]?.['Index Cond']).toContain('@@');
      // The same words in the notes of other businesses are not even looked at.
      expect(found[0]?.['Actual Rows']).toBe(count);
      expect(readsWhole(plan)).toEqual([]);
    }
  });

  test.each(['visit', 'house visit', 'cooking laundry walk round'])(
    'for words of nearly every note (%s) walks from the newest one and stops at the limit [D-14]',
    async (q) => {
      const { statements, total } = await searched(big.business.admin.token, q);
      expect(total).toBe(1000);
      const plan = await planOf(big, statements);
      const [walk] = usesOf(plan, 'note_search_business_id_note_id_pk');
      expect(walk).toMatchObject({ 'Node Type': 'Index Scan', 'Actual Rows': 1000 });
      expect(walk?.['Rows Removed by Filter']).toBeLessThan(200);
      expect(readsWhole(plan)).toEqual([]);
    },
  );

  describe('with a filter', () => {
    const OWN = 150;
    let employee: Account;
    beforeAll(async () => {
      employee = await createPerson(api, big.business);
      await api.sql(
        `update notes set author_id = $1 where business_id = $2 and id in
           (select id from notes where business_id = $2 order by id limit $3)`,
        [employee.id, big.business.id, OWN],
      );
      await api.sql('vacuum analyze notes');
    });

    /** How many rows of a table a plan reads, those that it throws away included. */
    const rowsRead = (plan: Plan[], table: string) =>
      plan
        .filter((node) => node['Relation Name'] === table)
        .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
        .reduce((sum, rows) => sum + rows, 0);

    test('of an author with few notes reads the words of these', async () => {
      const { statements, total } = await searched(employee.token, 'visit');
      expect(total).toBe(OWN);
      const plan = await planOf(big, statements);
      // To see whether the words are common, to find them, and to rank what was found.
      expect(rowsRead(plan, 'note_search')).toBeLessThanOrEqual(3 * OWN);
      expect(rowsRead(plan, 'notes')).toBeLessThanOrEqual(3 * OWN);
    });

    test('finds words off the index that an author with few notes has not', async () => {
      const { statements, total } = await searched(employee.token, 'rare');
      expect(total).toBe(0);
      const plan = await planOf(big, statements);
      expect(usesOf(plan, 'note_search_document')).toMatchObject([{ 'Actual Rows': 80 }]);
      expect(rowsRead(plan, 'note_search')).toBeLessThanOrEqual(100 + 80);
    });

    test('of an author without notes reads none', async () => {
      const newcomer = await createPerson(api, big.business);
      const { statements, total } = await searched(newcomer.token, 'visit');
      expect(total).toBe(0);
      expect(rowsRead(await planOf(big, statements), 'note_search')).toBe(0);
    });

    test.each([
      ['an author with many notes', () => big.author.token, {}],
      ['a status of many notes', () => big.business.admin.token, { status: 'pending' }],
      ['days', () => big.business.admin.token, { dateFrom: '2026-03-02', dateTo: '2026-03-02' }],
      ['a category', () => big.business.admin.token, { category: 'sustaining' }],
    ])('of %s looks at the notes that have the words', async (_, token, filters) => {
      const { statements, total } = await searched(token(), 'budget', filters);
      expect(total).toBeGreaterThan(790);
      const plan = await planOf(big, statements);
      expect(rowsRead(plan, 'note_search')).toBeLessThanOrEqual(2 * 800);
      // Besides them up to 2,001 of an index, by which it sees that there are many, and those of the page.
      expect(rowsRead(plan, 'notes')).toBeLessThanOrEqual(2001 + 800 + 51);
    });

    test('that leaves many, for words of nearly every note, walks from the newest one and stops', async () => {
      const { statements, total } = await searched(big.business.admin.token, 'visit', { status: 'pending' });
      expect(total).toBe(1000);
      const plan = await planOf(big, statements);
      expect(usesOf(plan, 'notes_by_status')).toMatchObject([{ 'Actual Rows': 1000 }]);
      expect(rowsRead(plan, 'note_search')).toBe(1000);
    });
  });

  test('for common words has pages like any other', async () => {
    const page = async (limit: number, cursor: object = {}) => {
      const query = { q: 'house visit', limit, ...cursor };
      const answer = await api.call(big.business.admin.token, 'GET /api/notes/search', { query });
      const link = /cursor=([^&>]+)/.exec(String(answer.headers['link']))?.[1];
      return { ids: answer.body.map((row) => row.id), cursor: { cursor: link ?? '' } };
    };
    const both = await page(40);
    const first = await page(20);
    const second = await page(20, first.cursor);
    expect(new Set(both.ids).size).toBe(40);
    expect([...first.ids, ...second.ids]).toEqual(both.ids);
  });

  test('would lose the index underneath the policy, for which there is the view', async () => {
    const { statements } = await searched(big.business.admin.token, 'rare');
    const past = statements.map(({ text, values }) => ({
      text: text.replaceAll('own_note_search', 'note_search'),
      values,
    }));
    expect(usesOf(await planOf(big, past), 'note_search_document')).toEqual([]);
  });
});
