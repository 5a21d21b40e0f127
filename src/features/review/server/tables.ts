import { index, integer, jsonb, snakeCase, text } from 'drizzle-orm/pg-core';
import {
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { REVIEW_ACTIONS, REVIEW_REASONS, type FieldComments } from '#features/notes/contract.ts';
import { notes } from '#features/notes/server/tables.ts';
import { users } from '#features/people/server/tables.ts';

/** Each decision on a note, with the version that was reviewed; append-only. */
export const noteReviews = snakeCase.table(
  'note_reviews',
  {
    ...tenantColumns,
    noteId: reference().notNull(),
    version: integer().notNull(),
    authorId: reference().notNull(),
    reviewerId: reference().notNull(),
    action: text({ enum: REVIEW_ACTIONS }).notNull(),
    reasonCode: text({ enum: REVIEW_REASONS }),
    comment: text(),
    fieldComments: jsonb().$type<FieldComments>(),
    /** The end of the work, for the hours until the decision. */
    workEndedAt: instant(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness('note_reviews_note', { businessId: table.businessId, column: table.noteId }, notes),
    withinBusiness('note_reviews_author', { businessId: table.businessId, column: table.authorId }, users),
    withinBusiness(
      'note_reviews_reviewer',
      { businessId: table.businessId, column: table.reviewerId },
      users,
    ),
    index('note_reviews_by_note').on(table.businessId, table.noteId),
    index('note_reviews_by_time').on(table.businessId, table.createdAt),
  ],
);
