/** Fields of a note that its author enters. */

import { z } from 'zod';
import { decimalInput } from '#platform/contract/decimalFields.ts';
import { clockTime, day, id, occurrence, optionalText, timeZone } from '#platform/contract/fields.ts';
import { language } from '#features/clients/contract.ts';
import { roundingRule, serviceKey } from '#features/services/contract.ts';
import { clockedTimes } from '#features/time/visitClockContract.ts';
import { captureFields, listSignerIssues, signerInput } from './captureContract.ts';
import { disputeInput } from './disputeContract.ts';
import { DESCRIPTION_MAX, RESEARCH_MAX, SIGNATURE_MAX, SUMMARY_MAX } from './rules.ts';

export const NOTE_PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
export const notePriority = z.enum(NOTE_PRIORITIES);

type Limits = { min: number; max: number; tooLong: string };
const trimmed = (error: string, { min, max, tooLong }: Limits) =>
  z.string({ error }).trim().min(min, { error }).max(max, { error: tooLong });
/** Trimmed text of at least 10 characters. */
const text = (name: string, max: number) =>
  trimmed(`${name} must be at least 10 characters`, { min: 10, max, tooLong: `${name} too long` });

/** A data URL; the server checks that it decodes to a PNG that is not blank. */
const signature = (message: string) =>
  z
    .string({ error: message })
    .min(101, { error: message })
    .max(SIGNATURE_MAX, { error: 'Signature too large' })
    .startsWith('data:image/png;base64,', { error: message });

/** Beyond any visit: a device that computes wrong may show more than a day. */
const SIGNED_MINUTES_MAX = 10_000;
const SIGNED_UNITS_MAX = 999;

const CODE_MESSAGE = 'Client verification code must be at least 4 characters';
const SIGNATURE_MESSAGE = "Please obtain the client's signature before submitting the note.";

/** The author's input; the form and the server validate it with the same rules. */
export const noteFields = z.object({
  clientId: z.int({ error: 'Please select a client' }).positive({ error: 'Please select a client' }),
  category: serviceKey,
  workDate: day('Work date is required'),
  startTime: clockTime('Start time is required'),
  endTime: clockTime('End time is required'),
  startOccurrence: occurrence.optional(),
  endOccurrence: occurrence.optional(),
  description: text('Description', DESCRIPTION_MAX),
  research: text('Research', RESEARCH_MAX),
  summary: text('Summary', SUMMARY_MAX),
  clientSignatureCode: z
    .string({ error: CODE_MESSAGE })
    .trim()
    .min(4, { error: CODE_MESSAGE })
    .max(20, { error: 'At most 20 characters' }),
});

export const noteInput = noteFields.extend({
  employeeSignature: signature('Please provide your signature before submitting the note.'),
  clientSignature: signature(SIGNATURE_MESSAGE),
  /** The rounding rule that the signed units follow from; without it, that of the service applies. */
  rounding: roundingRule.optional(),
  title: optionalText(255),
  priority: notePriority.default('medium'),
  tags: z
    .array(z.string().trim().min(1).max(50).meta({ pattern: '\\S' }))
    .max(20)
    .default([]),
  /** The draft that this note was written from; submitting deletes it. */
  draftId: id.nullish(),
  clock: clockedTimes.nullish(),
});

const { clientSignature, clientSignatureCode } = noteInput.shape;
const signedInput = noteInput.extend({
  /** The time zone of the times that were signed; without it, that of the business. */
  timeZone: timeZone.optional(),
  /** The elapsed minutes and the units on the screen that was signed; without them, those of the server count. */
  signedMinutes: z.int().min(0).max(SIGNED_MINUTES_MAX).optional(),
  signedUnits: decimalInput(SIGNED_UNITS_MAX).optional(),
  clientSignature: clientSignature.optional(),
  clientSignatureCode: clientSignatureCode.optional(),
  signer: signerInput.optional(),
  /** Dispute that the client reports instead of signing. */
  dispute: disputeInput.optional(),
  /** The language that was chosen for the client, who reads it from now on. */
  language: language.optional(),
});

/** A new version of a note. */
export const resubmissionInput = refineSigner(signedInput);
/** A new note, perhaps written without a connection. */
export const submissionInput = refineSigner(signedInput.extend(captureFields.shape));
export type SubmissionInput = z.output<typeof submissionInput>;

function refineSigner<Schema extends typeof signedInput>(schema: Schema): Schema {
  return schema.superRefine(
    (input, context) => {
      const issues = listSignerIssues(input, { code: CODE_MESSAGE, picture: SIGNATURE_MESSAGE });
      for (const issue of issues) context.addIssue({ code: 'custom', ...issue });
    },
    // Also when other fields are invalid.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
}
