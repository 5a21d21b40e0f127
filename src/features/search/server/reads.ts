import { and } from 'drizzle-orm';
import type { z } from 'zod';
import type { Page, RequestOf } from '#platform/contract/endpoint.ts';
import { isManager } from '#platform/server/context.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { countUpTo } from '#platform/server/counting.ts';
import { behindCursor, encodeNumbers, newestFirst, pageOf } from '#platform/server/cursor.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { newestNotes, noteRowColumns, toNoteRow, whereNotes } from '#features/notes/server/reads.ts';
import { notes } from '#features/notes/server/tables.ts';
import type { noteSearchResult, searchContract } from '#features/search/contract.ts';
import { toSearchTerms } from '#features/search/rules.ts';
import { findHighlights } from './highlights.ts';
import { matchesFor } from './matchReads.ts';
import type { Search } from './matchReads.ts';

type Query = RequestOf<(typeof searchContract)['GET /api/notes/search']>['query'];
type FoundPage = Page<z.output<typeof noteSearchResult>>;
type Paging = Pick<Query, 'limit' | 'cursor'>;
type Wanted = ReturnType<typeof whereNotes>;

/**
 * Finds notes: the business's for managers, the own ones for others. With words the best matches among the
 * newest `MOST_FOUND` come first; without, the newest.
 */
export function searchNotes(context: MemberContext, query: Query): Promise<FoundPage> {
  const { q, limit, cursor, ...filters } = query;
  const { businessId, session } = context;
  const own = isManager(session) ? filters : { ...filters, authorId: session.userId };
  if (q === '') return listNewest(context, whereNotes(businessId, own), { limit, cursor });
  const words = toSearchTerms(q);
  // Signs alone: no note has a word of them.
  if (words.length === 0) return Promise.resolve({ rows: [], total: 0, next: null });
  return readInBusiness(context, (tx) =>
    bestMatches(tx, context, { businessId, words, filters: own, limit, cursor }),
  );
}

function listNewest(context: MemberContext, wanted: Wanted, { limit, cursor }: Paging): Promise<FoundPage> {
  return readInBusiness(context, async (tx) => {
    // Read before anything is under way, which nobody would wait for then.
    const behind = behindCursor(newestNotes, cursor);
    const [total, rows] = await Promise.all([
      countUpTo(tx, notes, wanted),
      tx
        .select(noteRowColumns)
        .from(notes)
        .where(and(wanted, behind))
        .orderBy(...newestFirst(newestNotes))
        .limit(limit + 1),
    ]);
    const page = pageOf({ rows, limit, total }, (row) => ({ at: row.createdAt, id: row.id }));
    const shown = page.rows.map((row) => ({ ...toNoteRow(context.session, row), highlights: [] }));
    return { ...page, rows: shown };
  });
}

async function bestMatches(
  tx: BusinessTransaction,
  { session }: MemberContext,
  search: Search,
): Promise<FoundPage> {
  const { total, best } = await matchesFor(tx, search);
  const { limit, words } = search;
  const last = best.length > limit ? best[limit - 1] : undefined;
  return {
    rows: best.slice(0, limit).map(({ note, texts }) => ({
      ...toNoteRow(session, note),
      highlights: findHighlights(texts, words),
    })),
    total,
    next: last ? encodeNumbers([last.score, last.note.id]) : null,
  };
}
