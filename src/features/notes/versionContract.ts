/** The signed versions of a note, and how its units were computed. */

import { z } from 'zod';
import { decimal, id, instant, occurrence } from '#platform/contract/fields.ts';
import { roundingRule } from '#features/services/contract.ts';
import { ledgerKind } from '#features/units/contract.ts';

/** How the units of a note follow from its times, and what the ledger has for it. */
export const noteUnits = z.object({
  /** Elapsed minutes. */
  minutes: z.int(),
  startTime: z.string(),
  endTime: z.string(),
  startOccurrence: occurrence,
  endOccurrence: occurrence,
  timeZone: z.string(),
  /** Elapsed minutes beyond those on the clock, because clocks changed during the visit; otherwise 0. */
  clockChangeMinutes: z.int(),
  rounding: roundingRule,
  units: decimal,
  /** The calculation in words. */
  steps: z.array(z.string()),
  account: z.object({
    /** Null for the client's general account. */
    authorizationId: id.nullable(),
    reference: z.string().nullable(),
    /** Available units before and after the deduction; for a note of 0 units both are the balance when it was signed. */
    before: decimal,
    after: decimal,
  }),
  /** The ledger entries of the note, oldest first. */
  movements: z.array(z.object({ kind: ledgerKind, delta: decimal, at: instant, actorName: z.string() })),
});

/** Members of a signed text that its author does not read; the forms since the fifth have none of them. */
export const masked = z.array(z.enum(['unitRate', 'account.reference']));

export const noteVersion = z.object({
  version: z.int(),
  digest: z.string(),
  createdAt: instant,
  /** The frozen canonical content of that version, as signed; for its author without the members of `masked`. */
  content: z.string(),
  masked,
});
