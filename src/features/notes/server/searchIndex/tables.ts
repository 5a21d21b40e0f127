import { sql } from 'drizzle-orm';
import { bigint, customType, index, snakeCase } from 'drizzle-orm/pg-core';
import { compositeKey, reference, withinBusiness } from '#platform/server/database/columns.ts';
import { notes } from '#features/notes/server/tables.ts';

const searchable = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** The words of each note, prefixed with the business (`12.kitchen`) to keep businesses apart in the index. */
export const noteSearch = snakeCase.table(
  'note_search',
  {
    businessId: reference().notNull(),
    noteId: reference().notNull(),
    document: searchable().notNull(),
  },
  (table) => [
    compositeKey(table.businessId, table.noteId),
    withinBusiness('note_search_note', { businessId: table.businessId, column: table.noteId }, notes),
    // Every search scans the pending list, so it is kept short.
    index('note_search_document').using('gin', table.document).with({ gin_pending_list_limit: 256 }),
  ],
);

/**
 * The rows of the transaction's business without row-level security, under which PostgreSQL can't use the index
 * for words. `coalesce` keeps the planner from estimating the condition twice (docs/decisions/010).
 */
export const ownNoteSearch = snakeCase
  .view('own_note_search', {
    businessId: bigint('business_id', { mode: 'number' }).notNull(),
    noteId: bigint('note_id', { mode: 'number' }).notNull(),
    document: searchable('document').notNull(),
  })
  .as(
    sql`select business_id, note_id, document from note_search where coalesce(business_id = (select nullif(current_setting('app.business_id', true), '')::bigint), false)`,
  );
