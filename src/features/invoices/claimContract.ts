/** Claim batches for a payer, and the payers. */

import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import {
  byId,
  decimal,
  id,
  idInPath,
  instant,
  occurrence,
  pageQuery,
  partQuery,
  requiredText,
  wholeListQuery,
} from '#platform/contract/fields.ts';
import { claimColumn, payer } from '#features/clients/payerContract.ts';
import { PAYER_NAME_MAX } from '#features/clients/rules.ts';
import { payerClientIds, billingPeriod, MAX_VISITS, refuseReversed } from './contract.ts';
import { omittedNote } from './invoiceContract.ts';

export const CLAIM_STATES = ['exported', 'accepted', 'rejected'] as const;
export const claimState = z.enum(CLAIM_STATES, { error: 'Choose a state' });
export type ClaimState = z.infer<typeof claimState>;

/** A visit as it is claimed. */
const claimContent = z.object({
  client: z.string(),
  /** The client's number at the payer. */
  payerClientId: z.string().nullable(),
  serviceName: z.string(),
  serviceCode: z.string().nullable(),
  modifiers: z.string().nullable(),
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  /** Not in lines that were claimed by an earlier release. */
  startOccurrence: occurrence.optional(),
  endOccurrence: occurrence.optional(),
  /** True minutes. */
  minutes: z.int(),
  units: decimal,
  rate: decimal,
  amount: decimal,
  /** The payer's number of the authorization. */
  authorization: z.string().nullable(),
  employee: z.string(),
});
export type ClaimContent = z.infer<typeof claimContent>;

const claimLine = claimContent.extend({ noteId: id, state: claimState, disputed: z.boolean() });

export const claimBatchRow = z.object({
  id,
  payerId: id,
  payerName: z.string(),
  from: z.string(),
  to: z.string(),
  currency: z.string(),
  total: decimal,
  /** The number of lines by state. */
  exported: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  createdByName: z.string(),
  createdAt: instant,
});

export const claimBatch = claimBatchRow.extend({
  columns: z.array(claimColumn),
  /** SHA-256 of the CSV file, hex. */
  digest: z.string(),
  lines: z.array(claimLine),
  can: z.object({ decide: z.boolean() }),
});

export const claimBatchInput = z
  .object({
    payerId: id,
    /** All clients of the payer by default. */
    clientIds: payerClientIds.optional(),
    ...billingPeriod,
  })
  .superRefine(refuseReversed);

const columns = z
  .array(claimColumn)
  .min(1, { error: 'Choose at least one column' })
  .refine((names) => new Set(names).size === names.length, { error: 'Choose each column once' });
const payerName = requiredText(PAYER_NAME_MAX, 'Name is required');

export const payerInput = z.object({ name: payerName, columns: columns.optional() });

/** The most visits that a new batch names as left out. */
export const MAX_NOT_INCLUDED = 200;

/** A batch may have 5,000 visits. */
const parts = { fields: ['lines'], address: '/api/claim-batches/:id' } as const;

export const claimsContract = contract({
  'GET /api/payers': {
    access: 'manager',
    summary: 'The payers by name',
    query: wholeListQuery,
    paged: 'whole',
    response: z.array(payer),
  },
  'POST /api/payers': {
    access: 'manager',
    summary: 'Add a payer',
    body: payerInput,
    status: 201,
    response: payer,
  },
  'PUT /api/payers/:id': {
    access: 'manager',
    summary: 'Change the name or the columns of a payer; batches made before keep theirs',
    params: byId,
    example: () => ({ columns: ['date', 'noteId'] }),
    body: payerInput.partial(),
    response: payer,
  },
  'GET /api/claim-batches': {
    access: 'manager',
    summary: 'Claim batches, newest first',
    query: pageQuery.extend({ payerId: idInPath.optional() }),
    paged: true,
    response: z.array(claimBatchRow),
  },
  'POST /api/claim-batches': {
    access: 'manager',
    summary: 'Put the approved and unbilled visits of a payer in a period on a claim batch',
    example: (ids) => ({ payerId: ids['payer'], from: '2026-03-01', to: '2026-03-31' }),
    body: claimBatchInput,
    status: 201,
    parts,
    response: claimBatch.extend({
      /** The first ones, with whether there are more. */
      notIncluded: z.array(omittedNote),
      hasMoreNotIncluded: z.boolean(),
    }),
  },
  'GET /api/claim-batches/:id': {
    access: 'manager',
    summary: 'A claim batch with its lines',
    params: byId,
    query: partQuery,
    parts,
    response: claimBatch,
  },
  'GET /api/claim-batches/:id/csv': {
    access: 'manager',
    summary: 'The batch as CSV, a line for each visit; it is not an 837P file',
    params: byId,
    response: z.string(),
    raw: true,
  },
  'PATCH /api/claim-batches/:id/lines': {
    access: 'manager',
    summary: 'Record what the payer decided; the visit of a rejected line can be billed again',
    params: byId,
    example: (ids) => [{ noteId: ids['claimedNote'], state: 'accepted' }],
    body: z
      .array(z.object({ noteId: id, state: claimState }))
      .min(1, { error: 'Choose a line' })
      .max(MAX_VISITS),
    parts,
    response: claimBatch,
  },
});
