import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import {
  byId,
  id,
  instant,
  occurrence,
  requiredText,
  timeZone,
  wholeListQuery,
} from '#platform/contract/fields.ts';
import { language } from '#features/clients/contract.ts';
import { signer, signerInput } from '#features/notes/captureContract.ts';
import { disputeInput, clientSigningDispute } from '#features/notes/disputeContract.ts';
import { notePriority } from '#features/notes/inputContract.ts';
import { DESCRIPTION_MAX, RESEARCH_MAX, SIGNATURE_MAX, SUMMARY_MAX } from '#features/notes/rules.ts';
import { roundingRule, serviceKey } from '#features/services/contract.ts';
import { clockedTimes, storedClock } from '#features/time/visitClockContract.ts';

const maybe = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((value) => value || null);

/** Any subset of a note's fields; only the name is required. */
export const draftInput = z.object({
  draftName: requiredText(255, 'Draft name required'),
  clientId: id.nullish().transform((value) => value ?? null),
  title: maybe(255),
  content: maybe(DESCRIPTION_MAX),
  category: serviceKey.nullish().transform((value) => value ?? null),
  priority: notePriority.nullish().transform((value) => value ?? null),
  workDate: z
    .union([z.literal(''), z.null(), z.iso.date()])
    .optional()
    .transform((value) => value || null),
  startTime: maybe(5),
  endTime: maybe(5),
  startOccurrence: occurrence.optional().transform((value) => value ?? null),
  endOccurrence: occurrence.optional().transform((value) => value ?? null),
  /** The rounding rule of the units and the time zone of the times that its author signed. */
  rounding: roundingRule.nullish().transform((value) => value ?? null),
  timeZone: timeZone.nullish().transform((value) => value ?? null),
  research: maybe(RESEARCH_MAX),
  summary: maybe(SUMMARY_MAX),
  employeeSignature: maybe(SIGNATURE_MAX),
  clientSignatureCode: maybe(20),
  clock: clockedTimes.nullish().transform((value) => value ?? null),
  signer: signerInput.nullish().transform((value) => value ?? null),
  dispute: disputeInput.nullish().transform((value) => value ?? null),
  language: language.nullish().transform((value) => value ?? null),
});

/** A row of the list of drafts, without the signature image. */
export const draftRow = z.object({
  id,
  draftName: z.string(),
  clientId: id.nullable(),
  clientName: z.string().nullable(),
  title: z.string().nullable(),
  content: z.string().nullable(),
  category: z.string().nullable(),
  priority: notePriority.nullable(),
  workDate: z.string().nullable(),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  startOccurrence: occurrence,
  endOccurrence: occurrence,
  rounding: roundingRule.nullable(),
  timeZone: z.string().nullable(),
  research: z.string().nullable(),
  summary: z.string().nullable(),
  hasEmployeeSignature: z.boolean(),
  clientSignatureCode: z.string().nullable(),
  clock: storedClock.nullable(),
  signer: signer.nullable(),
  dispute: clientSigningDispute.nullable(),
  language: language.nullable(),
  createdAt: instant,
  updatedAt: instant,
});

/** The whole draft, as the form loads it. */
export const draft = draftRow.extend({ employeeSignature: z.string().nullable() });

export const draftsContract = contract({
  'GET /api/drafts': {
    access: 'member',
    summary: 'Your drafts, newest first, without signatures',
    query: wholeListQuery,
    paged: 'whole',
    response: z.array(draftRow),
  },
  'GET /api/drafts/:id': {
    access: 'member',
    summary: 'One of your drafts, with its signature',
    params: byId,
    response: draft,
  },
  'POST /api/drafts': {
    access: 'member',
    summary: 'Save a draft',
    example: (ids) => ({ draftName: 'Draft', clientId: ids['client'] }),
    body: draftInput,
    status: 201,
    response: draft,
  },
  'PUT /api/drafts/:id': {
    access: 'member',
    summary: 'Save over a draft',
    params: byId,
    example: (ids) => ({ draftName: 'Changed', clientId: ids['client'] }),
    body: draftInput,
    response: draft,
  },
  'DELETE /api/drafts/:id': {
    access: 'member',
    summary: 'Delete a draft',
    params: byId,
    response: null,
  },
});
