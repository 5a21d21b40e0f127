import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Page, RequestOf } from '../../../platform/contract/endpoint.ts';
import { isManager } from '../../../platform/server/context.ts';
import type { MemberContext } from '../../../platform/server/context.ts';
import { countUpTo } from '../../../platform/server/counting.ts';
import {
  behindCursor,
  decodeNumbers,
  encodeNumbers,
  newestFirst,
  pageOf,
} from '../../../platform/server/cursor.ts';
import { readInBusiness } from '../../../platform/server/tenancy.ts';
import type { BusinessTransaction } from '../../../platform/server/tenancy.ts';
import { newestNotes, noteRowColumns, shownRow, wantedNotes } from '../../notes/server/reads.ts';
import { notes } from '../../notes/server/tables.ts';
import type { foundNote, searchContract } from '../contract.ts';
import { MOST_FOUND, wordsToFind } from '../rules.ts';
import { highlightsOf } from './highlights.ts';
import { ownNoteWords } from './tables.ts';

type Query = RequestOf<(typeof searchContract)['GET /api/notes/search']>['query'];
type FoundPage = Page<z.output<typeof foundNote>>;
type Paging = Pick<Query, 'limit' | 'cursor'>;
type Wanted = ReturnType<typeof wantedNotes>;

/**
 * Finds notes: the business's for managers, the own ones for others. With words the best matches among the
 * newest `MOST_FOUND` come first; without, the newest.
 */
export function searchNotes(context: MemberContext, query: Query): Promise<FoundPage> {
  const { q, limit, cursor, ...filters } = query;
  const { businessId, session } = context;
  const authorId = isManager(session) ? undefined : session.userId;
  const wanted = wantedNotes(businessId, { ...filters, authorId });
  if (q === '') return listNewest(context, wanted, { limit, cursor });
  const words = wordsToFind(q);
  // Signs alone: no note has a word of them.
  if (words.length === 0) return Promise.resolve({ rows: [], total: 0, next: null });
  return readInBusiness(context, (tx) =>
    bestMatches(tx, context, { words, wanted, paging: { limit, cursor } }),
  );
}

function listNewest(context: MemberContext, wanted: Wanted, { limit, cursor }: Paging): Promise<FoundPage> {
  return readInBusiness(context, async (tx) => {
    const [total, rows] = await Promise.all([
      countUpTo(tx, notes, wanted),
      tx
        .select(noteRowColumns)
        .from(notes)
        .where(and(wanted, behindCursor(newestNotes, cursor)))
        .orderBy(...newestFirst(newestNotes))
        .limit(limit + 1),
    ]);
    const page = pageOf({ rows, limit, total }, (row) => ({ at: row.createdAt, id: row.id }));
    const shown = page.rows.map((row) => ({ ...shownRow(context.session, row), highlights: [] }));
    return { ...page, rows: shown };
  });
}

type Search = { words: string[]; wanted: Wanted; paging: Paging };

/** Words that more notes have are common: the newest notes are walked instead of all that have them gathered. */
const COMMON = 10_000;

async function bestMatches(
  tx: BusinessTransaction,
  context: MemberContext,
  { words, wanted, paging: { limit, cursor } }: Search,
): Promise<FoundPage> {
  const found = foundBy(context.businessId, words);
  const common = await areCommon(tx, found);
  // Not awaited by itself: it travels with the search.
  const walking = common ? walkOnly(tx) : undefined;
  const matches = matchesOf(tx, found, { wanted, common });
  const best = bestOf(tx, matches, { limit, cursor });
  const reading = tx
    .with(matches, best)
    .select({ ...noteRowColumns, score: best.score, texts, total: best.total })
    .from(best)
    .innerJoin(notes, and(eq(notes.businessId, context.businessId), eq(notes.id, best.noteId)))
    .orderBy(desc(best.score), desc(best.noteId))
    .execute();
  const [rows] = await Promise.all([reading, walking]);
  const total = rows[0]?.total ?? (cursor === undefined ? 0 : await countMatches(tx, matches));
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    rows: rows.slice(0, limit).map(({ texts: written, score: _score, total: _total, ...row }) => ({
      ...shownRow(context.session, row),
      highlights: highlightsOf(written, words),
    })),
    total,
    next: last ? encodeNumbers([last.score, last.id]) : null,
  };
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

interface Found {
  /** What the database looks for: `'12.kit':* & '12.clean':*`. */
  query: string;
  /** Which rows of `own_note_words` have all of it. */
  condition: SQL | undefined;
}

function foundBy(businessId: number, words: string[]): Found {
  const query = words.map((word) => `'${businessId}.${word}':*`).join(' & ');
  const condition = and(
    // Not `=`: an equality would be shared with the notes, whose policy would then come before the index.
    sql`${ownNoteWords.businessId} = any (array[${businessId}]::bigint[])`,
    sql`${ownNoteWords.document} @@ ${query}::tsquery`,
  );
  return { query, condition };
}

/** Counted, because the planner's guess about several words at once may be wrong by orders of magnitude. */
async function areCommon(tx: BusinessTransaction, { condition }: Found): Promise<boolean> {
  const some = tx
    .select({ noteId: ownNoteWords.noteId })
    .from(ownNoteWords)
    .where(condition)
    .limit(COMMON + 1)
    .as('some');
  const [row] = await tx.select({ total: count() }).from(some);
  return (row?.total ?? 0) > COMMON;
}

/** For the rest of the transaction the planner has one way: from row to row of a key, until it is enough. */
const walkOnly = (tx: BusinessTransaction) =>
  tx
    .execute(
      sql`select set_config(name, 'off', true) from unnest(array['enable_bitmapscan', 'enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_sort']) name`,
    )
    .execute();

/**
 * The newest notes that have all the words, with how well they match, in millionths. The conditions on the
 * note stand in here, so that the limit counts those alone that are wanted.
 */
function matchesOf(
  tx: BusinessTransaction,
  { query, condition }: Found,
  { wanted, common }: { wanted: Wanted; common: boolean },
) {
  const { businessId, document, noteId } = ownNoteWords;
  // The key's order for a walk. The other is no key's, so that nobody walks far for a few.
  const newest = common ? [desc(businessId), desc(noteId)] : [sql`${noteId} + 0 desc`];
  return tx.$with('matches').as(
    tx
      .select({
        noteId: sql<number>`${noteId}`.as('note_id'),
        score: sql<number>`(1000000 * ts_rank(${document}, ${query}::tsquery, 1))::int`.as('score'),
      })
      .from(ownNoteWords)
      .innerJoin(notes, eq(notes.id, noteId))
      .where(and(condition, wanted))
      .orderBy(...newest)
      .limit(MOST_FOUND),
  );
}

type Matches = ReturnType<typeof matchesOf>;

/** The best of them behind the cursor, one more than the page holds. Their notes are read after that alone. */
function bestOf(tx: BusinessTransaction, matches: Matches, { limit, cursor }: Paging) {
  const total = sql<number>`(select count(*) from ${matches})`.mapWith(Number).as('total');
  return tx.$with('best').as(
    tx
      .select({ noteId: matches.noteId, score: matches.score, total })
      .from(matches)
      .where(behind(matches, cursor))
      .orderBy(desc(matches.score), desc(matches.noteId))
      .limit(limit + 1),
  );
}

/** @throws 400 at `cursor` for a cursor that is none */
function behind({ score, noteId }: Matches, cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const [lastScore, lastId] = decodeNumbers(cursor, 2);
  return sql`(${score}, ${noteId}) < (${lastScore}, ${lastId})`;
}

async function countMatches(tx: BusinessTransaction, matches: Matches): Promise<number> {
  const [row] = await tx.with(matches).select({ total: count() }).from(matches);
  return row?.total ?? 0;
}
