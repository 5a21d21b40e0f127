/** Which notes have the words that are looked for, and how well they match. */
import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { AnyColumn, SQL, WithSubquery } from 'drizzle-orm';
import type { WithSubqueryWithSelection } from 'drizzle-orm/pg-core';
import { decodeNumbers } from '#platform/server/cursor.ts';
import { prepareQuery, placeholder } from '#platform/server/database/prepareQuery.ts';
import type { Queries } from '#platform/server/database/database.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { noteRowColumns } from '#features/notes/server/reads.ts';
import type { NoteFilters } from '#features/notes/server/reads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { MOST_FOUND } from '#features/search/rules.ts';
import {
  LATER_PAGE,
  filterOf,
  foundAmong,
  foundInAll,
  newestAmong,
  newestOfAll,
  ofBusiness,
  query,
  thisBusiness,
} from './foundReads.ts';
import { ownNoteSearch } from '#features/notes/server/searchIndex/tables.ts';

export interface Search {
  businessId: number;
  words: string[];
  filters: NoteFilters;
  limit: number;
  cursor: string | undefined;
}

/**
 * The best matches behind the cursor among the newest ones, up to one more than the page holds, and how many
 * matches there are in all. Words of many notes are looked for from the newest note on, until there are enough;
 * others are gathered off the index. The newest notes tell which it is, in the statement that gathers; where
 * an author, a client or a status has few notes, it looks through these instead.
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

/** In millionths. */
const scoreOf = (document: AnyColumn) =>
  sql<number>`(1000000 * ts_rank(${document}, ${query}, 1))::int`.as('score');
const noteIdOf = (column: AnyColumn) => sql<number>`${column}`.as('note_id');

type Matches = WithSubqueryWithSelection<
  { noteId: SQL.Aliased<number>; score: SQL.Aliased<number> },
  'matches'
>;

const gathering = prepareQuery((tx, shape: string) => {
  const { parts, found, common } = filterOf(shape) ? foundAmong(tx, shape) : foundInAll(tx);
  const kept = tx
    .select({ noteId: found.noteId })
    .from(found)
    .orderBy(desc(found.noteId))
    .limit(MOST_FOUND)
    .as('kept');
  const matches = tx.$with('matches').as(
    tx
      .select({ noteId: noteIdOf(ownNoteSearch.noteId), score: scoreOf(ownNoteSearch.document) })
      .from(kept)
      .innerJoin(ownNoteSearch, and(ofBusiness, eq(ownNoteSearch.noteId, kept.noteId))),
  );
  return bestOf(tx, shape, { matches, parts: [...parts, matches], common });
});

const walking = prepareQuery((tx, shape: string) => {
  const filter = filterOf(shape);
  const kept = (filter ? newestAmong(tx, filter) : newestOfAll(tx)).limit(MOST_FOUND).as('kept');
  const matches = tx
    .$with('matches')
    .as(tx.select({ noteId: noteIdOf(kept.noteId), score: scoreOf(kept.document) }).from(kept));
  return bestOf(tx, shape, { matches, parts: [matches], common: sql<boolean>`true` });
});

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
      .limit(placeholder<number>('limit')),
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
    .leftJoin(notes, and(eq(notes.businessId, thisBusiness), eq(notes.id, best.noteId)))
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
  sql`(${score}, ${noteId}) < (${placeholder('lastScore')}, ${placeholder('lastId')})`;
