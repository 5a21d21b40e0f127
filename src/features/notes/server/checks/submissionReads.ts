/** Guarded: the fingerprint of a note and its first submission, for queries. */

import { and, eq, sql } from 'drizzle-orm';
import type { Tenant } from '#features/notes/server/rowReads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { noteFingerprints } from './tables.ts';

/** Joins the fingerprint of a note; one from before there were checks, and one that was denied, has none. */
export const isFingerprintOfNote = (tenant: Tenant) =>
  and(tenant.inTenant(noteFingerprints), eq(noteFingerprints.noteId, notes.id));

/** When the first version of a note was submitted, by `toSubmissionTime`; needs the join of its fingerprint. */
export const firstSubmittedAt = sql`coalesce(${noteFingerprints.submittedAt}, ${notes.createdAt})`.mapWith(
  notes.createdAt,
);
