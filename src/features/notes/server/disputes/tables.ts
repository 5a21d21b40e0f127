import { index, snakeCase, text } from 'drizzle-orm/pg-core';
import {
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { DISPUTE_REASONS } from '#features/notes/disputeRules.ts';
import { notes } from '#features/notes/server/tables.ts';
import { users } from '#features/people/server/tables.ts';

/** Reports of clients that a note is not right. `notes.is_disputed` is set while one has no answer. */
export const noteDisputes = snakeCase.table(
  'note_disputes',
  {
    ...tenantColumns,
    noteId: reference().notNull(),
    reason: text({ enum: DISPUTE_REASONS }).notNull(),
    text: text(),
    answer: text(),
    answeredAt: instant(),
    answeredBy: reference(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness('note_disputes_note', { businessId: table.businessId, column: table.noteId }, notes),
    withinBusiness(
      'note_disputes_manager',
      { businessId: table.businessId, column: table.answeredBy },
      users,
    ),
    index('note_disputes_by_note').on(table.businessId, table.noteId),
  ],
);
