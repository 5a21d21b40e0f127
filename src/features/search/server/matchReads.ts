/** Which notes have the words that are looked for, and how well they match. */
import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { AnyColumn, SQL, WithSubquery } from 'drizzle-orm';
import type { WithSubqueryWithSelection } from 'drizzle-orm/pg-core';
import { decodeNumbers } from '../../../platform/server/cursor.ts';
import { builtOnce, later } from '../../../platform/server/database/builtOnce.ts';
import type { Queries } from '../../../platform/server/database/database.ts';
import type { BusinessTransaction } from '../../../platform/server/tenancy.ts';
import { noteRowColumns, notesThatMeet } from '../../notes/server/reads.ts';
import type { NoteFilters } from '../../notes/server/reads.ts';
import { notes } from '../../notes/server/tables.ts';
import { MOST_FOUND } from '../rules.ts';
import { ownNoteWords } from './tables.ts';

export interface Search {
  businessId: number;
  words: string[];
  filters: NoteFilters;
  limit: number;
  cursor: string | undefined;
}

/** So many of the newest notes tell whether words are common, and so many of them have common ones. */
const SAMPLE = { notes: 100, common: 15 };
/** What more notes have is common, whatever the newest ones have. */
const GATHERED = 10_000;
/** Beside a filter: what no more notes have is rare, and what leaves no more notes is looked through one by one. */
const RARE = 100;
const FEW = 2000;

/**
 * The best matches behind the cursor among the newest ones, up to one more than the page holds, and how many
 * matches there are in all. Words of many notes are looked for from the newest note on, until there are enough;
 * others are gathered off the index. The newest notes tell which it is, in the statement that gathers; where a
 * filter leaves few notes, as those of one author, it looks through these instead.
 * @throws 400 at `cursor` for a cursor that is none
 */
export async function matchesFor(tx: BusinessTransaction, search: Search) {
  const { shape, values } = asked(search);
  // The settings are not awaited by themselves: they travel with the search.
  const [, gathered] = await Promise.all([without(tx, BY_INDEX), gathering(tx, shape).execute(values)]);
  const [, outcome] = gathered[0]?.common
    ? await Promise.all([without(tx, WALKING), walking(tx, shape).execute(values)])
    : [undefined, gathered];
  return {
    total: outcome[0]?.total ?? 0,
    best: outcome.flatMap(({ note, texts, score }) =>
      note && texts && score !== null ? [{ note, texts, score }] : [],
    ),
  };
}

/**
 * The planner takes words for rare, and is wrong about several at once: it would read all notes beside them. What it
 * may not do but has to seems dear to it, which is no reason to compile the statement.
 */
const BY_INDEX = ['jit', 'enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'];
/** It has one way left: from row to row of a key, until there are enough. */
const WALKING = ['enable_bitmapscan', 'enable_sort'];

/**
 * For the rest of the transaction the planner does without, and makes the one plan that is left once for a connection:
 * by itself it reckons that a plan for the business at hand is worth making anew, and comes to the same one.
 */
const without = (tx: BusinessTransaction, ways: string[]) =>
  tx
    .execute(
      sql`select set_config(name, 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)
        from unnest(${`{${ways.join()}}`}::text[]) name`,
    )
    .execute();

/** What the statements are made of, and the values they are said with. The shape names the filters, and a later page. */
function asked({ businessId, words, filters, limit, cursor }: Search) {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const [lastScore, lastId] = cursor === undefined ? [] : decodeNumbers(cursor, 2);
  return {
    shape: [...given.map(([name]) => name), ...(cursor === undefined ? [] : [LATER_PAGE])].join(),
    values: {
      ...Object.fromEntries(given),
      businessId,
      query: words.map((word) => `'${businessId}.${word}':*`).join(' & '),
      limit: limit + 1,
      lastScore,
      lastId,
    },
  };
}

const LATER_PAGE = 'later page';
const businessId = later<number>('businessId');
const query = sql`${later('query')}::tsquery`;

/** Conditions on the notes; undefined when every note of the business is wanted. Deleted ones have no words. */
function filterOf(shape: string): SQL | undefined {
  const names = shape.split(',').filter((name) => name !== '' && name !== LATER_PAGE);
  if (names.length === 0) return undefined;
  return notesThatMeet(businessId, Object.fromEntries(names.map((name) => [name, later<never>(name)])));
}

/** Not `=`: an equality would be shared with the notes, whose policy would then come before the index. */
const ofBusiness = sql`${ownNoteWords.businessId} = any (array[${businessId}]::bigint[])`;
/** As a number of another kind, for which the key is no index: that of the words finds no other business's. */
const ofBusinessAnyway = sql`${ownNoteWords.businessId} = any (array[${businessId}]::numeric[])`;
const hasWords = sql`${ownNoteWords.document} @@ ${query}`;
const newestFirst = [desc(ownNoteWords.businessId), desc(ownNoteWords.noteId)];

/** In millionths. */
const scoreOf = (document: AnyColumn) =>
  sql<number>`(1000000 * ts_rank(${document}, ${query}, 1))::int`.as('score');
const noteIdOf = (column: AnyColumn) => sql<number>`${column}`.as('note_id');

type Matches = WithSubqueryWithSelection<
  { noteId: SQL.Aliased<number>; score: SQL.Aliased<number> },
  'matches'
>;

const gathering = builtOnce((tx, shape: string) => {
  const filter = filterOf(shape);
  const { parts, found, common } = filter ? foundAmong(tx, filter) : foundInAll(tx);
  const kept = tx
    .select({ noteId: found.noteId })
    .from(found)
    .orderBy(desc(found.noteId))
    .limit(MOST_FOUND)
    .as('kept');
  const matches = tx.$with('matches').as(
    tx
      .select({ noteId: noteIdOf(ownNoteWords.noteId), score: scoreOf(ownNoteWords.document) })
      .from(kept)
      .innerJoin(ownNoteWords, and(ofBusiness, eq(ownNoteWords.noteId, kept.noteId))),
  );
  return bestOf(tx, shape, { matches, parts: [...parts, matches], common });
});

/** Off the index, unless the newest notes tell that the words are common. */
function foundInAll(tx: Queries) {
  const newest = tx
    .select({ document: ownNoteWords.document })
    .from(ownNoteWords)
    .where(ofBusiness)
    .orderBy(...newestFirst)
    .limit(SAMPLE.notes)
    .as('newest');
  const sample = tx
    .$with('sample')
    .as(
      tx
        .select({ hits: sql<number>`count(*) filter (where ${newest.document} @@ ${query})`.as('hits') })
        .from(newest),
    );
  const isUncommon = sql`(select hits from ${sample}) < ${SAMPLE.common}`;
  const found = offIndex(tx, 'found', { atMost: GATHERED, when: isUncommon });
  return {
    parts: [sample, found],
    found,
    common: sql<boolean>`not (${isUncommon} and ${atMost(found, GATHERED)})`,
  };
}

/**
 * Among the notes that a filter leaves, of which the newest ones tell nothing: rare words off the index, others in
 * each of the notes if they are few, and off the index again if they are not.
 */
function foundAmong(tx: Queries, filter: SQL) {
  const rare = offIndex(tx, 'rare', { atMost: RARE });
  const areRare = atMost(rare, RARE);
  const wanted = tx
    .select({ noteId: notes.id })
    .from(notes)
    .where(and(sql`not ${areRare}`, filter));
  const few = tx.$with('few').as(wanted.limit(FEW + 1));
  const areFew = atMost(few, FEW);
  const gathered = offIndex(tx, 'gathered', { atMost: GATHERED, when: sql`not ${areFew}` });
  const matching = tx.select({ noteId: few.noteId }).from(few).crossJoinLateral(wordsOfOne(tx, few.noteId));
  const thatPass = (source: typeof rare) =>
    tx
      .select({ noteId: source.noteId })
      .from(source)
      .innerJoin(notes, and(filter, eq(notes.id, source.noteId)));
  const found = tx
    .$with('found')
    .as(thatPass(rare).where(areRare).unionAll(matching.where(areFew)).unionAll(thatPass(gathered)));
  return {
    parts: [rare, few, gathered, found],
    found,
    common: sql<boolean>`not ${atMost(gathered, GATHERED)}`,
  };
}

interface Gathering {
  atMost: number;
  when?: SQL;
}

/** Notes with the words, one more than at most if there are more. */
const offIndex = (tx: Queries, name: string, { atMost, when }: Gathering) =>
  tx.$with(name).as(
    tx
      .select({ noteId: ownNoteWords.noteId })
      .from(ownNoteWords)
      .where(and(when, ofBusinessAnyway, hasWords))
      .limit(atMost + 1),
  );

const atMost = (gathered: WithSubquery, number: number) =>
  sql<boolean>`(select count(*) from ${gathered}) <= ${number}`;

/** The words of one note if they match. With its own limit nothing but the key leads there, one note after the other. */
function wordsOfOne(tx: Queries, noteId: AnyColumn) {
  const one = tx
    .select({ document: ownNoteWords.document })
    .from(ownNoteWords)
    .where(and(ofBusiness, eq(ownNoteWords.noteId, noteId)))
    .limit(1)
    .as('one');
  return tx
    .select({ document: one.document })
    .from(one)
    .where(sql`${one.document} @@ ${query}`)
    .as('words');
}

const walking = builtOnce((tx, shape: string) => {
  const filter = filterOf(shape);
  const kept = (filter ? newestAmong(tx, filter) : newestOfAll(tx)).limit(MOST_FOUND).as('kept');
  const matches = tx
    .$with('matches')
    .as(tx.select({ noteId: noteIdOf(kept.noteId), score: scoreOf(kept.document) }).from(kept));
  return bestOf(tx, shape, { matches, parts: [matches], common: sql<boolean>`true` });
});

const newestOfAll = (tx: Queries) =>
  tx
    .select({ noteId: ownNoteWords.noteId, document: ownNoteWords.document })
    .from(ownNoteWords)
    .where(and(ofBusiness, hasWords))
    .orderBy(...newestFirst);

function newestAmong(tx: Queries, filter: SQL) {
  const words = wordsOfOne(tx, notes.id);
  return tx
    .select({ noteId: notes.id, document: words.document })
    .from(notes)
    .crossJoinLateral(words)
    .where(filter)
    .orderBy(desc(notes.createdAt), desc(notes.id));
}

interface Matched {
  matches: Matches;
  /** The queries in front, the matches last. */
  parts: WithSubquery[];
  common: SQL<boolean>;
}

/** One row for each of the best, or a single one without a note when there is none: what it says besides counts. */
function bestOf(tx: Queries, shape: string, { matches, parts, common }: Matched) {
  const best = tx.$with('best').as(
    tx
      .select({ noteId: matches.noteId, score: matches.score })
      .from(matches)
      .where(shape.includes(LATER_PAGE) ? behind(matches) : undefined)
      .orderBy(desc(matches.score), desc(matches.noteId))
      .limit(later<number>('limit')),
  );
  const all = tx
    .select({ total: count().as('total'), common: common.as('common') })
    .from(matches)
    .as('all');
  return tx
    .with(...parts, best)
    .select({ total: all.total, common: all.common, score: best.score, note: noteRowColumns, texts })
    .from(all)
    .leftJoin(best, sql`true`)
    .leftJoin(notes, and(eq(notes.businessId, businessId), eq(notes.id, best.noteId)))
    .orderBy(desc(best.score), desc(best.noteId))
    .prepare('');
}

const texts = {
  title: notes.title,
  clientName: notes.clientName,
  clientContactName: notes.clientContactName,
  authorName: notes.authorName,
  content: notes.content,
  research: notes.research,
  summary: notes.summary,
};

const behind = ({ score, noteId }: Matches) =>
  sql`(${score}, ${noteId}) < (${later('lastScore')}, ${later('lastId')})`;
