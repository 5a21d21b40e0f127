import { sql } from 'drizzle-orm';
import { bigint, customType, index, pgTable, pgView, primaryKey } from 'drizzle-orm/pg-core';
import { reference, withinBusiness } from '#platform/server/database/columns.ts';
import { notes } from '#features/notes/server/tables.ts';

const searchable = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The words by which a note is found. Each carries its business in front (`12.kitchen`), so that the index
 * holds the words of businesses apart.
 */
export const noteSearch = pgTable(
  'note_search',
  {
    businessId: reference().notNull(),
    noteId: reference().notNull(),
    document: searchable().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.businessId, table.noteId] }),
    withinBusiness('note_search_note', { businessId: table.businessId, column: table.noteId }, notes),
    // Searches read the list of what is not yet sorted in from end to end, so it is kept short.
    index('note_search_document').using('gin', table.document).with({ gin_pending_list_limit: 256 }),
  ],
);

/**
 * The same rows, of the transaction's business alone, without row-level security in between, under which
 * PostgreSQL may not use the index for words. Not as a plain equality, which would be estimated a second time
 * and make every business look small. See docs/decisions/010.
 */
export const ownNoteSearch = pgView('own_note_search', {
  businessId: bigint('business_id', { mode: 'number' }).notNull(),
  noteId: bigint('note_id', { mode: 'number' }).notNull(),
  document: searchable('document').notNull(),
}).as(
  sql`select business_id, note_id, document from note_search where coalesce(business_id = (select nullif(current_setting('app.business_id', true), '')::bigint), false)`,
);
