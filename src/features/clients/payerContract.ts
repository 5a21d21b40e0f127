/** Payers of authorizations, and the columns of their claim batches. */

import { z } from 'zod';
import { id, instant } from '#platform/contract/fields.ts';

/** Columns of a claim batch, in the default order. */
export const CLAIM_COLUMNS = [
  'client',
  'payerClientId',
  'serviceCode',
  'modifiers',
  'date',
  'startTime',
  'endTime',
  'minutes',
  'units',
  'rate',
  'amount',
  'authorization',
  'employee',
  'noteId',
] as const;
export const claimColumn = z.enum(CLAIM_COLUMNS, { error: 'Choose the columns' });
export type ClaimColumn = z.infer<typeof claimColumn>;

export const payer = z.object({
  id,
  name: z.string(),
  /** The columns of its claim batches, in their order. */
  columns: z.array(claimColumn),
  createdAt: instant,
});
