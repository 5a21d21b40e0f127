/** Finds notes with all search terms, newest first: in the newest notes by key, otherwise by the search index. */

import { and, count, eq, sql, type SQL } from 'drizzle-orm';
import { COUNT_CAP } from '#platform/contract/counting.ts';
import { whereAfterCursor, newestFirst } from '#platform/server/cursor.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { newestNotes, noteRowColumns, whereNotes, type NoteFilters } from '#features/notes/server/reads.ts';
import { ownNoteSearch } from '#features/notes/server/searchIndex/tables.ts';
import { notes } from '#features/notes/server/tables.ts';

export interface NoteSearch {
  businessId: number;
  terms: string[];
  filters: NoteFilters;
  limit: number;
  cursor: string | undefined;
}

/** Maximum matches in a business that are read from the search index; above it, the newest notes are tested by key. */
const INDEXED_MATCHES = 500;
/** The number of newest notes that are tested by key for common terms before the search index is used. */
const RECENT_NOTES = 5000;
/** More than any business has. */
const NO_LIMIT = 100_000_000;

const columns = (tx: BusinessTransaction) => ({
  note: noteRowColumns(tx),
  texts: {
    title: notes.title,
    clientName: notes.clientName,
    clientContactName: notes.clientContactName,
    authorName: notes.authorName,
    content: notes.content,
    research: notes.research,
    summary: notes.summary,
  },
});

interface Matches {
  total: number;
  rows: Awaited<ReturnType<typeof listIndexedMatches>>;
}

/**
 * Reads up to `limit + 1` matching notes after the cursor, and counts all matches up to `COUNT_CAP`.
 * @throws 400 at `cursor`
 */
export async function listMatches(tx: BusinessTransaction, search: NoteSearch): Promise<Matches> {
  const where = and(whereNotes(tx, search.filters), whereAfterCursor(newestNotes, search.cursor));
  const total = await countInBusiness(tx, search, hasFilters(search) ? INDEXED_MATCHES + 1 : COUNT_CAP);
  if (total > INDEXED_MATCHES) return listCommonMatches(tx, { search, total }, where);
  // For the planner; more than were counted, because notes may be added in between.
  return listFilteredMatches(tx, { search, total, limit: total + INDEXED_MATCHES }, where);
}

/** Tests the newest notes by key; the index is used if these are not all that meet the filters and don't fill a page. */
async function listCommonMatches(
  tx: BusinessTransaction,
  { search, total }: { search: NoteSearch; total: number },
  where: SQL | undefined,
): Promise<Matches> {
  const [recent, tested] = await Promise.all([
    listRecentMatches(tx, search, where),
    hasFilters(search) ? countRecentMatches(tx, search) : null,
  ]);
  if (tested && tested.notes < RECENT_NOTES) return { total: tested.matches, rows: recent };
  const limit = NO_LIMIT;
  if (recent.length <= search.limit) return listFilteredMatches(tx, { search, total, limit }, where);
  return { total: tested ? await countFilteredMatches(tx, { search, limit }) : total, rows: recent };
}

async function listFilteredMatches(
  tx: BusinessTransaction,
  { search, total, limit }: { search: NoteSearch; total: number; limit: number },
  where: SQL | undefined,
): Promise<Matches> {
  const [filtered, rows] = await Promise.all([
    hasFilters(search) ? countFilteredMatches(tx, { search, limit }) : total,
    listIndexedMatches(tx, { search, limit }, where),
  ]);
  return { total: filtered, rows };
}

/** The newest notes that meet the condition, each with its row of the search index, looked up by key. */
function selectRecent(tx: BusinessTransaction, search: NoteSearch, where: SQL | undefined) {
  const recent = tx
    .select()
    .from(notes)
    .where(where)
    .orderBy(...newestFirst(newestNotes))
    .limit(RECENT_NOTES)
    // Named as the table, so that the columns of `notes` refer to the subquery.
    .as('notes');
  // The limit makes PostgreSQL look up each note by key.
  const indexed = tx
    .select({ document: ownNoteSearch.document })
    .from(ownNoteSearch)
    .where(and(isOfBusiness(search), eq(ownNoteSearch.noteId, notes.id)))
    .limit(1)
    .as('indexed');
  return { recent, indexed, isMatch: sql`${indexed.document} @@ ${toQuery(search)}` };
}

/** Matches among the newest notes; common terms fill a page from them. */
function listRecentMatches(tx: BusinessTransaction, search: NoteSearch, where: SQL | undefined) {
  const { recent, indexed, isMatch } = selectRecent(tx, search, where);
  return tx
    .select(columns(tx))
    .from(recent)
    .crossJoinLateral(indexed)
    .where(isMatch)
    .orderBy(...newestFirst(newestNotes))
    .limit(search.limit + 1);
}

/** How many of the newest notes that meet the filters were tested, and how many match. */
async function countRecentMatches(tx: BusinessTransaction, search: NoteSearch) {
  const { recent, indexed, isMatch } = selectRecent(tx, search, whereNotes(tx, search.filters));
  const [row] = await tx
    .select({ notes: count(), matches: sql<number>`(count(*) filter (where ${isMatch}))::int` })
    .from(recent)
    .crossJoinLateral(indexed);
  return row ?? { notes: 0, matches: 0 };
}

/** The ids of matches in the business. The limit keeps PostgreSQL from testing each note instead of using the index. */
const matchingIds = (tx: BusinessTransaction, search: NoteSearch, limit: number) =>
  tx
    .select({ noteId: ownNoteSearch.noteId })
    .from(ownNoteSearch)
    .where(sql`${tx.inTenantWithoutKey(ownNoteSearch)} and ${ownNoteSearch.document} @@ ${toQuery(search)}`)
    .limit(limit)
    .as('matching');

/** Matches by the search index, for rare terms. */
function listIndexedMatches(
  tx: BusinessTransaction,
  { search, limit }: { search: NoteSearch; limit: number },
  where: SQL | undefined,
) {
  const matching = matchingIds(tx, search, limit);
  return tx
    .select(columns(tx))
    .from(matching)
    .innerJoin(notes, eq(notes.id, matching.noteId))
    .where(where)
    .orderBy(...newestFirst(newestNotes))
    .limit(search.limit + 1);
}

/** The matches of the business, ignoring filters, up to a limit. */
async function countInBusiness(tx: BusinessTransaction, search: NoteSearch, limit: number): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(matchingIds(tx, search, limit));
  return row?.total ?? 0;
}

/** The matches that meet the filters, up to `COUNT_CAP`. */
async function countFilteredMatches(
  tx: BusinessTransaction,
  { search, limit }: { search: NoteSearch; limit: number },
): Promise<number> {
  const matching = matchingIds(tx, search, limit);
  const filtered = tx
    .select({ noteId: notes.id })
    .from(matching)
    .innerJoin(notes, eq(notes.id, matching.noteId))
    .where(whereNotes(tx, search.filters))
    .limit(COUNT_CAP)
    .as('filtered');
  const [row] = await tx.select({ total: count() }).from(filtered);
  return row?.total ?? 0;
}

const hasFilters = ({ filters }: NoteSearch) => Object.values(filters).some((value) => value !== undefined);

/** Each term as a prefix, with the business in front as in the index. */
const toQuery = ({ businessId, terms }: NoteSearch) =>
  sql`${terms.map((term) => `'${businessId}.${term}':*`).join(' & ')}::tsquery`;

/** Not `=`: PostgreSQL would merge it with the policy of `notes` and not use the index (docs/decisions/010). */
const isOfBusiness = ({ businessId }: NoteSearch) =>
  sql`${ownNoteSearch.businessId} = any (array[${businessId}]::bigint[])`;
