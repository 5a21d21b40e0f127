/** Guarded: which units of notes are deducted. */

import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { notes } from '#features/notes/server/tables.ts';

/** Notes whose units are deducted: not those that were denied, deleted before their approval, or sent back on arrival. */
export const whereUnitsDeducted = () =>
  and(
    eq(notes.unitsDrawn, true),
    ne(notes.status, 'denied'),
    or(isNull(notes.deletedAt), eq(notes.status, 'resolved')),
  );

/** The units that are deducted for a note, `'0.00'` for none. */
export const selectDeductedUnits = () =>
  sql<string>`case when ${whereUnitsDeducted()} then ${notes.timeUnitsUsed} else '0.00' end`;
