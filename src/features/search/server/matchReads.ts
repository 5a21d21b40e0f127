/** Which notes have the words that are looked for, and how well they match. */
import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { AnyColumn, SQL, WithSubquery } from 'drizzle-orm';
import type { WithSubqueryWithSelection } from 'drizzle-orm/pg-core';
import { decodeNumbers } from '../../../platform/server/cursor.ts';
import type { BusinessTransaction } from '../../../platform/server/tenancy.ts';
import { noteRowColumns } from '../../notes/server/reads.ts';
import { notes } from '../../notes/server/tables.ts';
import { MOST_FOUND } from '../rules.ts';
import { ownNoteWords } from './tables.ts';

export interface Search {
  businessId: number;
  words: string[];
  /** Conditions on the notes; null when every note of the business is wanted. */
  filter: SQL | null;
  limit: number;
  cursor: string | undefined;
}

/** So many of the newest notes tell whether words are common, and so many of them have common ones. */
const SAMPLE = { notes: 100, common: 15 };
/** What more notes have is common, whatever the newest ones have. */
const GATHERED = 10_000;

/**
 * The best matches behind the cursor among the newest ones, up to one more than the page holds, and how many
 * matches there are in all. Words of many notes are looked for from the newest note on, until there are enough;
 * others are gathered off the index. The newest notes tell which it is, in the statement that gathers.
 * @throws 400 at `cursor` for a cursor that is none
 */
export async function matchesFor(tx: BusinessTransaction, search: Search) {
  // The settings are not awaited by themselves: they travel with the search.
  // Read before anything is under way, which nobody would wait for then.
  if (search.cursor !== undefined) decodeNumbers(search.cursor, 2);
  const [, gathered] = await Promise.all([without(tx, BY_INDEX), gather(tx, search)]);
  const [, outcome] = gathered[0]?.common
    ? await Promise.all([without(tx, WALKING), walk(tx, search)])
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

/** For the rest of the transaction the planner does without. */
const without = (tx: BusinessTransaction, ways: string[]) =>
  tx
    .execute(sql`select set_config(name, 'off', true) from unnest(${`{${ways.join()}}`}::text[]) name`)
    .execute();

const queryFor = ({ businessId, words }: Search): SQL => {
  const query = words.map((word) => `'${businessId}.${word}':*`).join(' & ');
  return sql`${query}::tsquery`;
};

/** Not `=`: an equality would be shared with the notes, whose policy would then come before the index. */
const ofBusiness = (businessId: number) =>
  sql`${ownNoteWords.businessId} = any (array[${businessId}]::bigint[])`;
/** As a number of another kind, for which the key is no index: that of the words finds no other business's. */
const ofBusinessAnyway = (businessId: number) =>
  sql`${ownNoteWords.businessId} = any (array[${businessId}]::numeric[])`;
const has = (query: SQL) => sql`${ownNoteWords.document} @@ ${query}`;
const newestFirst = [desc(ownNoteWords.businessId), desc(ownNoteWords.noteId)];

/** In millionths. */
const scoreOf = (document: AnyColumn, query: SQL) =>
  sql<number>`(1000000 * ts_rank(${document}, ${query}, 1))::int`.as('score');
const noteIdOf = (column: AnyColumn) => sql<number>`${column}`.as('note_id');

type Matches = WithSubqueryWithSelection<
  { noteId: SQL.Aliased<number>; score: SQL.Aliased<number> },
  'matches'
>;

function gather(tx: BusinessTransaction, search: Search) {
  const { businessId, filter } = search;
  const query = queryFor(search);
  const newest = tx
    .select({ document: ownNoteWords.document })
    .from(ownNoteWords)
    .where(ofBusiness(businessId))
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
  // Of those that a filter lets through it tells nothing.
  const isUncommon = filter ? undefined : sql`(select hits from ${sample}) < ${SAMPLE.common}`;
  const found = tx.$with('found').as(
    tx
      .select({ noteId: ownNoteWords.noteId })
      .from(ownNoteWords)
      .where(and(isUncommon, ofBusinessAnyway(businessId), has(query)))
      .limit(GATHERED + 1),
  );
  const wanted = tx.select({ noteId: found.noteId }).from(found).$dynamic();
  if (filter) wanted.innerJoin(notes, and(filter, eq(notes.id, found.noteId)));
  const kept = wanted.orderBy(desc(found.noteId)).limit(MOST_FOUND).as('kept');
  const matches = tx.$with('matches').as(
    tx
      .select({ noteId: noteIdOf(ownNoteWords.noteId), score: scoreOf(ownNoteWords.document, query) })
      .from(kept)
      .innerJoin(ownNoteWords, and(ofBusiness(businessId), eq(ownNoteWords.noteId, kept.noteId))),
  );
  const tooMany = sql`(select count(*) from ${found}) > ${GATHERED}`;
  const common = isUncommon ? sql<boolean>`not ${isUncommon} or ${tooMany}` : sql<boolean>`${tooMany}`;
  const parts = [...(filter ? [] : [sample]), found, matches];
  return bestOf(tx, search, { matches, parts, common });
}

function walk(tx: BusinessTransaction, search: Search) {
  const { businessId, filter } = search;
  const query = queryFor(search);
  const wanted = tx
    .select({ noteId: ownNoteWords.noteId, document: ownNoteWords.document })
    .from(ownNoteWords)
    .$dynamic();
  if (filter) wanted.innerJoin(notes, and(filter, eq(notes.id, ownNoteWords.noteId)));
  const kept = wanted
    .where(and(ofBusiness(businessId), has(query)))
    .orderBy(...newestFirst)
    .limit(MOST_FOUND)
    .as('kept');
  const matches = tx
    .$with('matches')
    .as(tx.select({ noteId: noteIdOf(kept.noteId), score: scoreOf(kept.document, query) }).from(kept));
  return bestOf(tx, search, { matches, parts: [matches], common: sql<boolean>`true` });
}

interface Matched {
  matches: Matches;
  /** The queries in front, the matches last. */
  parts: WithSubquery[];
  common: SQL<boolean>;
}

/** One row for each of the best, or a single one without a note when there is none: what it says besides counts. */
function bestOf(
  tx: BusinessTransaction,
  { businessId, limit, cursor }: Search,
  { matches, parts, common }: Matched,
) {
  const best = tx.$with('best').as(
    tx
      .select({ noteId: matches.noteId, score: matches.score })
      .from(matches)
      .where(behind(matches, cursor))
      .orderBy(desc(matches.score), desc(matches.noteId))
      .limit(limit + 1),
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
    .execute();
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

function behind({ score, noteId }: Matches, cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const [lastScore, lastId] = decodeNumbers(cursor, 2);
  return sql`(${score}, ${noteId}) < (${lastScore}, ${lastId})`;
}
