/** Searches the texts of notes. */

import { and } from 'drizzle-orm';
import type { z } from 'zod';
import type { Page, RequestOf } from '#platform/contract/endpoint.ts';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { countUpTo } from '#platform/server/counting.ts';
import { whereAfterCursor, newestFirst, pageOf } from '#platform/server/cursor.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import {
  newestNotes,
  noteRowColumns,
  readViewer,
  refuseUnknownService,
  toNoteRow,
  whereNotes,
} from '#features/notes/server/reads.ts';
import type { SearchableTexts } from '#features/notes/server/searchIndex/actions.ts';
import { notes } from '#features/notes/server/tables.ts';
import type { noteSearchResult, searchContract } from '#features/search/contract.ts';
import { toSearchTerms } from '#features/search/rules.ts';
import { findHighlights } from './highlights.ts';
import { listMatches, type NoteSearch } from './matchReads.ts';

type Query = RequestOf<(typeof searchContract)['GET /api/notes/search']>['query'];
type Results = { rows: { note: Note; texts: SearchableTexts | null }[]; total: number };
type Note = Awaited<ReturnType<typeof listMatches>>['rows'][number]['note'];
type ResultPage = Page<z.output<typeof noteSearchResult>>;

/** Searches the business's notes for managers, the caller's own for employees; newest first. */
export async function searchNotes(context: MemberContext, query: Query): Promise<ResultPage> {
  const { q, limit, cursor, ...filters } = query;
  const { businessId, session } = context;
  const search: NoteSearch = {
    businessId,
    terms: toSearchTerms(q),
    filters: isManager(session) ? filters : { ...filters, authorId: session.userId },
    limit,
    cursor,
  };
  // Only punctuation: nothing can match.
  if (q !== '' && search.terms.length === 0) return { rows: [], total: 0, next: null };
  return readInBusiness(context, async (tx) => {
    const [{ rows, total }] = await Promise.all([
      q === '' ? listFiltered(tx, search) : (listMatches(tx, search) as Promise<Results>),
      refuseUnknownService(tx, filters),
    ]);
    const page = pageOf({ rows, limit, total }, ({ note }) => ({ at: note.createdAt, id: note.id }));
    const viewer = await readViewer(
      tx,
      context,
      page.rows.map(({ note }) => note),
    );
    const results = page.rows.map(({ note, texts }) => ({
      ...toNoteRow(viewer, note),
      highlights: texts ? findHighlights(texts, search.terms) : [],
    }));
    return { ...page, rows: results };
  });
}

async function listFiltered(tx: BusinessTransaction, { filters, limit, cursor }: NoteSearch) {
  const where = whereNotes(tx, filters);
  // Before the first statement, because an invalid cursor throws.
  const afterCursor = whereAfterCursor(newestNotes, cursor);
  const [total, rows] = await Promise.all([
    countUpTo(tx, notes, where),
    tx
      .select(noteRowColumns(tx))
      .from(notes)
      .where(and(where, afterCursor))
      .orderBy(...newestFirst(newestNotes))
      .limit(limit + 1),
  ]);
  return { total, rows: rows.map((note) => ({ note, texts: null })) };
}
