import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, id, instant, requiredText } from '#platform/contract/fields.ts';
import { UNIT_CHECKS } from '#features/units/contract.ts';
import { EXPLANATION_MAX } from './rules.ts';

/** Possible problems of a note; checks inform and deny nothing. */
export const NOTE_CHECKS = [
  'author_overlap',
  'client_overlap',
  'author_long_day',
  'late_entry',
  'signed_early',
  'clock_differs',
  ...UNIT_CHECKS,
  'signature_reused',
  'text_repeated',
  'batch_entry',
  'not_assigned_then',
  'client_inactive_then',
  'device_clock',
  'code_wrong_offline',
  'period_closed',
  'service_archived',
  'rounding_changed',
  'units_changed',
  'unsigned',
  'own_note',
] as const;
export const noteCheckCode = z.enum(NOTE_CHECKS);
export type NoteCheckCode = z.infer<typeof noteCheckCode>;

export const CHECK_LEVELS = ['info', 'warning'] as const;
export type CheckLevel = (typeof CHECK_LEVELS)[number];

/** The highest level of a note's checks; those that are explained do not count. */
export const noteLevel = z.enum(['clear', ...CHECK_LEVELS]);

export const noteCheck = z.object({
  code: noteCheckCode,
  level: z.enum(CHECK_LEVELS),
  /** Problem in one sentence. */
  message: z.string(),
  /** The notes that cause the check. */
  relatedNoteIds: z.array(id),
  /** The values and names in the message. */
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
  /** A manager's reason why the check no longer counts, for this version and these related notes. */
  explanation: z.object({ reason: z.string(), byName: z.string(), at: instant }).nullable(),
});

/** The checks in a list of notes, for managers: codes and level of those that are not explained. */
export const listedChecks = z.object({ checks: z.array(noteCheckCode), level: noteLevel });

/** Any code, because an unknown one answers 404 like one that the note does not have. */
const explained = byId.extend({ code: z.string() });

export const checksContract = contract({
  'POST /api/notes/:id/checks/:code/explain': {
    access: 'manager',
    summary: "Mark a check of another user's note as explained, so that it no longer counts",
    params: explained,
    example: () => ({ reason: 'Checked by phone' }),
    body: z.object({
      reason: requiredText(EXPLANATION_MAX, 'A reason is required'),
      /** The version on screen; with any other it is refused with 409 `version_changed`. */
      version: z.int().positive().optional(),
      /** The related notes on screen; with others it is refused with 409 `check_changed`. */
      relatedNoteIds: z.array(id).optional(),
    }),
    status: 201,
    response: noteCheck,
  },
  'DELETE /api/notes/:id/checks/:code/explain': {
    access: 'manager',
    summary: 'Remove the explanation of a check',
    params: explained,
    response: null,
  },
});
