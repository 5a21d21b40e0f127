/** Finds notes with all search terms, newest first: in the newest notes by key, otherwise by the search index. */
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { COUNT_CAP } from '#platform/contract/counting.ts';
import { behindCursor, newestFirst } from '#platform/server/cursor.ts';
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
  const where = and(whereNotes(tx, search.filters), behindCursor(newestNotes, search.cursor));
  const total = await countMatches(tx, search);
  if (total > INDEXED_MATCHES) {
    const recent = await listRecentMatches(tx, search, where);
    if (recent.length > search.limit) return { total, rows: recent };
  }
  return { total, rows: await listIndexedMatches(tx, search, where) };
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

/** Matches by the search index, for rare terms. */
const listIndexedMatches = (tx: BusinessTransaction, search: NoteSearch, where: SQL | undefined) =>
  tx
    .select(columns)
    .from(ownNoteSearch)
    .innerJoin(notes, eq(notes.id, ownNoteSearch.noteId))
    .where(and(where, matches(search)))
    .orderBy(...newestFirst(newestNotes))
    .limit(search.limit + 1);

async function countMatches(tx: BusinessTransaction, search: NoteSearch): Promise<number> {
  const matching = tx
    .select({ one: sql`1`.as('one') })
    .from(ownNoteSearch)
    .$dynamic();
  const isFiltered = Object.values(search.filters).some((value) => value !== undefined);
  const limited = isFiltered
    ? matching
        .innerJoin(notes, eq(notes.id, ownNoteSearch.noteId))
        .where(and(whereNotes(tx, search.filters), matches(search)))
    : matching.where(matches(search));
  const [row] = await tx
    .select({ total: sql<number>`count(*)::int` })
    .from(limited.limit(COUNT_CAP).as('limited'));
  return row?.total ?? 0;
}

/** `coalesce`, as in the view: PostgreSQL would combine a plain condition on the business with the search index. */
const matches = (search: NoteSearch) =>
  sql`coalesce(${ownNoteSearch.businessId} = ${search.businessId}, false) and ${ownNoteSearch.document} @@ ${toQuery(search)}`;

/** Each term as a prefix, with the business in front as in the index. */
const toQuery = ({ businessId, terms }: NoteSearch) =>
  sql`${terms.map((term) => `'${businessId}.${term}':*`).join(' & ')}::tsquery`;

/** Not `=`: PostgreSQL would merge it with the policy of `notes` and not use the index (docs/decisions/010). */
const isOfBusiness = ({ businessId }: NoteSearch) =>
  sql`${ownNoteSearch.businessId} = any (array[${businessId}]::bigint[])`;
