/** Preview of the units of the visit in the form, before it is signed. */

import { z } from 'zod';
import { clockTime, day, decimal, id, occurrence } from '#platform/contract/fields.ts';
import { unitLevel } from '#features/clients/authorizationContract.ts';
import { serviceKey } from '#features/services/contract.ts';
import { UNIT_REFUSALS, unitCheck } from '#features/units/contract.ts';

/** The visit of a form, before it is signed. */
export const unitsPreviewInput = z.object({
  clientId: id,
  category: serviceKey,
  workDate: day('Work date is required'),
  startTime: clockTime('Start time is required'),
  endTime: clockTime('End time is required'),
  startOccurrence: occurrence.optional(),
  endOccurrence: occurrence.optional(),
  /** The note that is edited: its own units return first. */
  noteId: id.nullish(),
});
export type UnitsPreviewInput = z.output<typeof unitsPreviewInput>;

/** Units of a note, their account, and what is left in it afterwards. */
export const unitsPreview = z.object({
  /** Elapsed minutes. */
  minutes: z.int(),
  units: decimal,
  account: z.object({
    /** Null for the general account. */
    authorizationId: id.nullable(),
    /** Omitted for employees. */
    reference: z.string().nullable().optional(),
    expiryDate: z.string().nullable(),
    total: decimal,
    available: decimal,
    level: unitLevel,
  }),
  /** Available units of the account after the note. */
  after: decimal,
  /** Why the note would be refused; null when it would be stored. */
  code: z.enum(UNIT_REFUSALS).nullable(),
  /** The refusal in words. */
  message: z.string().nullable(),
  checks: z.array(unitCheck),
});
