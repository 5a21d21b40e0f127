/** Reviews: the queue, decisions on notes, differences between versions, and the report. */

import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import {
  byId,
  calendarDay,
  id,
  instant,
  pageQuery,
  partQuery,
  requiredText,
} from '#platform/contract/fields.ts';
import {
  managedNoteRow,
  note,
  noteField,
  noteFilters,
  reviewReason,
  workDates,
} from '#features/notes/contract.ts';
import { FIELD_COMMENT_MAX, REASON_MAX } from '#features/notes/rules.ts';

const reason = (error: string) => requiredText(REASON_MAX, error);
const denialReason = reason('A reason for denial is required');

/** The version on screen; a decision on any other is refused with 409 `version_changed`. */
const viewed = { version: z.int().positive().optional() };

const approval = z.object({
  /** Required to approve one's own note. */
  reason: reason('A reason for the approval is required').optional(),
  ...viewed,
});
const denial = z.object({ reason: denialReason, reasonCode: reviewReason.optional(), ...viewed });

const fieldComments = z.partialRecord(noteField, requiredText(FIELD_COMMENT_MAX, 'A comment is required'));

export const reviewInput = z.discriminatedUnion('action', [
  approval.extend({ action: z.literal('approve') }),
  denial.extend({ action: z.literal('deny') }),
  z.object({ action: z.literal('hold'), ...viewed }),
  z.object({ action: z.literal('resume'), ...viewed }),
  z.object({
    action: z.literal('return'),
    comment: reason('Enter what to change'),
    reasonCode: reviewReason.optional(),
    fieldComments: fieldComments.optional(),
    ...viewed,
  }),
  z.object({ action: z.literal('reopen'), reason: reason('A reason is required'), ...viewed }),
]);
export type ReviewInput = z.output<typeof reviewInput>;

/** The most notes that one call may approve. */
const APPROVE_MAX = 200;

export const APPROVE_RESULTS = [
  'approved',
  'not_found',
  'note_not_pending',
  'version_changed',
  'period_locked',
  'note_disputed',
  'own_note',
  'has_warnings',
] as const;
export const approveResult = z.enum(APPROVE_RESULTS);

const approveManyInput = z.object({
  notes: z
    .array(z.object({ id, version: z.int().positive() }))
    .min(1, { error: 'Select at least one note' })
    .max(APPROVE_MAX, { error: `Select at most ${APPROVE_MAX} notes` })
    .refine((notes) => new Set(notes.map((one) => one.id)).size === notes.length, {
      error: 'Each note can be selected only once',
    }),
});

const flag = z.enum(['true', 'false']).default('false');
const { authorId, clientId, category } = noteFilters.shape;
const queueQuery = pageQuery.extend({
  status: z.enum(['pending', 'in-review']).default('pending'),
  authorId,
  clientId,
  category,
  ...workDates.shape,
  /** Only notes with a warning that is not explained. */
  warnings: flag,
  /** Only notes that were signed again. */
  resubmitted: flag,
});

const versionNumber = z.coerce.number<string | number>().int().positive();

export const noteChange = z.object({
  field: z.enum([...noteField.options, 'timeUnitsUsed']),
  /** The old text is same and removed parts in order, the new text same and added parts. */
  parts: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })),
});

const reportDay = calendarDay('Enter a date between 2000 and 2099, such as 2026-03-31');
const period = partQuery.extend({ from: reportDay.optional(), to: reportDay.optional() });

/** The decisions of one month of the business's time zone on the notes of one author. */
export const reviewReportRow = z.object({
  authorId: id,
  authorName: z.string(),
  /** `YYYY-MM`. */
  month: z.string(),
  /** Notes submitted, without later versions. */
  submitted: z.int(),
  approved: z.int(),
  sentBack: z.int(),
  denied: z.int(),
  /** Denials and notes sent back, by reason code. */
  reasons: z.record(reviewReason, z.int()),
  /** From the end of the work to the decision; null without decisions. */
  medianHours: z.number().nullable(),
});

/** The decisions of a period by author, and by month of all authors. */
export const reviewSummary = z.object({
  authors: z.array(reviewReportRow.omit({ month: true })),
  months: z.array(reviewReportRow.omit({ authorId: true, authorName: true })),
});

/** Authors with notes that are late, the most notes first. */
const lateNotes = z.object({
  /** The hours after which a note or a correction is late. */
  lateEntryHours: z.int(),
  authors: z.array(
    z.object({
      authorId: id,
      authorName: z.string(),
      /** Notes sent back longer ago than that and not signed again. */
      sentBack: z.int(),
      /** When the first of them was sent back. */
      sentBackSince: instant.nullable(),
      /** Notes of the last seven days submitted later than that after the work. */
      lateEntries: z.int(),
    }),
  ),
});

export const reviewContract = contract({
  'GET /api/review/queue': {
    access: 'manager',
    summary: 'Notes to review, oldest work date first',
    query: queueQuery,
    paged: true,
    response: z.array(
      managedNoteRow.extend({
        /** The beginning of the summary, up to 200 characters. */
        summary: z.string(),
        /** Submitted again after an earlier version was sent back. */
        resubmitted: z.boolean(),
      }),
    ),
  },
  'PATCH /api/notes/:id/review': {
    access: 'manager',
    summary: 'Approve, deny, put on hold, resume, send back or reopen a note',
    params: byId,
    example: () => ({ action: 'deny', reason: 'No' }),
    body: reviewInput,
    response: note,
  },
  'PATCH /api/management/notes/:id/approve': {
    access: 'manager',
    summary: 'Approve a pending note',
    params: byId,
    example: () => ({ version: 1 }),
    body: approval,
    response: note,
  },
  'PATCH /api/management/notes/:id/deny': {
    access: 'manager',
    summary: 'Deny a pending note with a reason',
    params: byId,
    example: () => ({ reason: 'No' }),
    body: denial,
    response: note,
  },
  'POST /api/management/notes/approve-many': {
    access: 'manager',
    summary: 'Approve pending notes without warnings; each succeeds or fails on its own',
    example: (ids) => ({ notes: [{ id: ids['note'], version: 1 }] }),
    body: approveManyInput,
    response: z.array(z.object({ id, result: approveResult })),
  },
  'GET /api/notes/:id/changes': {
    access: 'member',
    summary: 'What changed between two signed versions, by default the last two (author or manager)',
    params: byId,
    query: z.object({ from: versionNumber.optional(), to: versionNumber.optional() }),
    response: z.array(noteChange),
  },
  'GET /api/reports/review': {
    access: 'manager',
    summary: 'Reviews by author and month; by default the last three months',
    query: period,
    heavy: true,
    parts: { fields: [] },
    response: z.array(reviewReportRow),
  },
  'GET /api/reports/review/summary': {
    access: 'manager',
    summary: 'Reviews by author and by month; by default of the last three months',
    query: period,
    heavy: true,
    parts: { fields: ['authors'] },
    response: reviewSummary,
  },
  'GET /api/reports/late-notes': {
    access: 'manager',
    summary: 'Authors who have not corrected a note in time, or who submitted notes late',
    query: partQuery,
    parts: { fields: ['authors'] },
    response: lateNotes,
  },
});
