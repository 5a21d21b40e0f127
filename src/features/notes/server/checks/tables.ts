/** Guarded: tables of checks and of the fingerprints that they compare. */

import { date, index, integer, jsonb, snakeCase, text } from 'drizzle-orm/pg-core';
import {
  bytes,
  compositeKey,
  instant,
  reference,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { CHECK_LEVELS, NOTE_CHECKS } from '#features/notes/checkContract.ts';
import type { CheckDetail } from '#features/notes/checkRules.ts';
import { notes } from '#features/notes/server/tables.ts';
import { users } from '#features/people/server/tables.ts';

/** The checks of the current version of each note; a decision leaves them as they are. */
export const noteChecks = snakeCase.table(
  'note_checks',
  {
    businessId: reference().notNull(),
    noteId: reference().notNull(),
    code: text({ enum: NOTE_CHECKS }).notNull(),
    level: text({ enum: CHECK_LEVELS }).notNull(),
    /** The notes that cause the check, ascending. */
    relatedNoteIds: reference().array().notNull().default([]),
    /** The values and names of the message. */
    detail: jsonb().$type<CheckDetail>().notNull().default({}),
    createdAt: instant().notNull().defaultNow(),
    /** A manager's explanation, for this version and these related notes; with it the check no longer counts. */
    explanation: text(),
    explainedBy: reference(),
    explainedAt: instant(),
  },
  (table) => [
    compositeKey(table.businessId, table.noteId, table.code),
    withinBusiness('note_checks_note', { businessId: table.businessId, column: table.noteId }, notes),
    withinBusiness(
      'note_checks_explainer',
      { businessId: table.businessId, column: table.explainedBy },
      users,
    ),
  ],
);

/** Compared values of the current version of each note, unless it was denied or deleted before its approval. */
export const noteFingerprints = snakeCase.table(
  'note_fingerprints',
  {
    businessId: reference().notNull(),
    noteId: reference().notNull(),
    authorId: reference().notNull(),
    workDate: date({ mode: 'string' }).notNull(),
    /** Of the first version; for a note that was written offline, on the device. */
    submittedAt: instant().notNull(),
    /** SHA-256 of the decoded ink of the client's signature; null without one, and for a typed name. */
    clientInk: bytes(),
    /** Hashes of word trigrams of the description: one of them is in each text that is nearly the same. */
    trigrams: integer().array().notNull(),
  },
  (table) => [
    compositeKey(table.businessId, table.noteId),
    withinBusiness('note_fingerprints_note', { businessId: table.businessId, column: table.noteId }, notes),
    index('note_fingerprints_by_author').on(table.businessId, table.authorId, table.submittedAt),
    index('note_fingerprints_by_ink').on(table.businessId, table.clientInk),
  ],
);
