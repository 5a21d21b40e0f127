import { index, snakeCase } from 'drizzle-orm/pg-core';
import {
  bytes,
  compositeKey,
  instant,
  reference,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { notes } from '#features/notes/server/tables.ts';
import { users } from '#features/people/server/tables.ts';

/** Receipt links of notes: global, looked up by the hash of the token. At most one of a note is not revoked. */
export const noteReceipts = snakeCase.table(
  'note_receipts',
  {
    tokenHash: bytes().notNull(),
    businessId: reference().notNull(),
    noteId: reference().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    revokedBy: reference(),
  },
  (table) => [
    compositeKey(table.tokenHash, table.businessId),
    withinBusiness('note_receipts_note', { businessId: table.businessId, column: table.noteId }, notes),
    withinBusiness('note_receipts_revoker', { businessId: table.businessId, column: table.revokedBy }, users),
    index('note_receipts_by_note').on(table.businessId, table.noteId, table.createdAt),
  ],
);
