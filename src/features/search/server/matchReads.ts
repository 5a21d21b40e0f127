/** Finds notes with all search terms, newest first: in the newest notes by key, otherwise by the search index. */
import { and, eq, sql, type SQL } from 'drizzle-orm';
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

/** Maximum matches read from the search index and sorted; above it, the newest notes are tested by key. */
const INDEXED_MATCHES = 500;
/** The number of newest notes that are tested by key for common terms before the search index is used. */
const RECENT_NOTES = 5000;
/** More than any business has. */
const ALL_MATCHES = 100_000_000;

const columns = {
  note: noteRowColumns,
  texts: {
    title: notes.title,
    clientName: notes.clientName,
    clientContactName: notes.clientContactName,
    authorName: notes.authorName,
    content: notes.content,
    research: notes.research,
    summary: notes.summary,
  },
};

/**
 * Reads up to `limit + 1` matching notes after the cursor, and counts all matches up to `COUNT_CAP`.
 * @throws 400 at `cursor`
 */
export async function listMatches(tx: BusinessTransaction, search: NoteSearch) {
  const where = and(whereNotes(tx, search.filters), whereAfterCursor(newestNotes, search.cursor));
  const total = await countMatches(tx, search);
  if (total > INDEXED_MATCHES) {
    const recent = await listRecentMatches(tx, search, where);
    if (recent.length > search.limit) return { total, rows: recent };
  }
  // For the planner; more than were counted, because notes may be added in between.
  const limit = total === COUNT_CAP ? ALL_MATCHES : total + INDEXED_MATCHES;
  return { total, rows: await listIndexedMatches(tx, { search, limit }, where) };
}

/** Matches among the newest notes; common terms fill a page from them. */
function listRecentMatches(tx: BusinessTransaction, search: NoteSearch, where: SQL | undefined) {
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
  return tx
    .select(columns)
    .from(recent)
    .crossJoinLateral(indexed)
    .where(sql`${indexed.document} @@ ${toQuery(search)}`)
    .orderBy(...newestFirst(newestNotes))
    .limit(search.limit + 1);
}

/**
 * The ids of matches, for a join with `notes`. Without filters the limit keeps PostgreSQL from testing each note of the
 * business; with filters it may test the notes that meet them, by primary key.
 */
function matchingIds(tx: BusinessTransaction, search: NoteSearch, limit: number) {
  const ids = tx.select({ noteId: ownNoteSearch.noteId }).from(ownNoteSearch);
  return hasFilters(search)
    ? ids.where(and(isOfBusiness(search), matches(search))).as('matching')
    : ids
        .where(and(isOfBusinessUnindexed(search), matches(search)))
        .limit(limit)
        .as('matching');
}

/** Matches by the search index, for rare terms. */
function listIndexedMatches(
  tx: BusinessTransaction,
  { search, limit }: { search: NoteSearch; limit: number },
  where: SQL | undefined,
) {
  const matching = matchingIds(tx, search, limit);
  return tx
    .select(columns)
    .from(matching)
    .innerJoin(notes, eq(notes.id, matching.noteId))
    .where(where)
    .orderBy(...newestFirst(newestNotes))
    .limit(search.limit + 1);
}

async function countMatches(tx: BusinessTransaction, search: NoteSearch): Promise<number> {
  const matching = matchingIds(tx, search, COUNT_CAP);
  const limited = hasFilters(search)
    ? tx
        .select({ noteId: notes.id })
        .from(matching)
        .innerJoin(notes, eq(notes.id, matching.noteId))
        .where(whereNotes(tx, search.filters))
        .limit(COUNT_CAP)
        .as('limited')
    : matching;
  const [row] = await tx.select({ total: sql<number>`count(*)::int` }).from(limited);
  return row?.total ?? 0;
}

const hasFilters = ({ filters }: NoteSearch) => Object.values(filters).some((value) => value !== undefined);

const matches = (search: NoteSearch) => sql`${ownNoteSearch.document} @@ ${toQuery(search)}`;

/** Each term as a prefix, with the business in front as in the index. */
const toQuery = ({ businessId, terms }: NoteSearch) =>
  sql`${terms.map((term) => `'${businessId}.${term}':*`).join(' & ')}::tsquery`;

/** Not `=`: PostgreSQL would merge it with the policy of `notes` and not use the index (docs/decisions/010). */
const isOfBusiness = ({ businessId }: NoteSearch) =>
  sql`${ownNoteSearch.businessId} = any (array[${businessId}]::bigint[])`;

/** `coalesce`, as in the view: PostgreSQL would combine the search index with the whole primary key. */
const isOfBusinessUnindexed = ({ businessId }: NoteSearch) =>
  sql`coalesce(${ownNoteSearch.businessId} = ${businessId}, false)`;
