import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import {
  byId,
  clockTime,
  day,
  decimal,
  id,
  instant,
  optionalText,
  pageQuery,
} from '#platform/contract/fields.ts';
import { message as mailMessage } from '#features/mail/contract.ts';
import { roundingRule, serviceKey } from '#features/services/contract.ts';
import { overlap } from '#features/time/contract.ts';
import { listedChecks, noteCheck } from './checkContract.ts';
import { noteDispute } from './disputeContract.ts';
import { noteEvidence, noteUnits, noteVersion } from './evidenceContract.ts';
import { signature, text } from './noteFieldContract.ts';
import { receiptLink, receiptToken } from './receiptLinkContract.ts';
import { unitsPreview, unitsPreviewInput } from './unitsPreviewContract.ts';
import { DESCRIPTION_MAX, RESEARCH_MAX, SUMMARY_MAX } from './rules.ts';

export const NOTE_PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
export const NOTE_STATUSES = ['pending', 'in-review', 'in-progress', 'resolved', 'denied'] as const;

export const REVIEW_ACTIONS = ['approve', 'deny', 'hold', 'resume', 'return', 'reopen'] as const;
/** Why a note was denied or sent back. */
export const REVIEW_REASONS = [
  'times',
  'description',
  'signature',
  'wrong_client',
  'wrong_service',
  'duplicate',
  'other',
] as const;
export const reviewReason = z.enum(REVIEW_REASONS);
export type ReviewReason = z.infer<typeof reviewReason>;

export const notePriority = z.enum(NOTE_PRIORITIES);
export type NotePriority = z.infer<typeof notePriority>;

export const noteStatus = z.enum(NOTE_STATUSES);
export type NoteStatus = z.infer<typeof noteStatus>;

/** The author's input; the form and the server validate it with the same rules. */
export const noteFields = z.object({
  clientId: z.int({ error: 'Please select a client' }).positive({ error: 'Please select a client' }),
  category: serviceKey,
  workDate: day('Work date is required'),
  startTime: clockTime('Start time is required'),
  endTime: clockTime('End time is required'),
  description: text('Description', DESCRIPTION_MAX),
  research: text('Research', RESEARCH_MAX),
  summary: text('Summary', SUMMARY_MAX),
  clientSignatureCode: z
    .string({ error: 'Client verification code must be at least 4 characters' })
    .trim()
    .min(4, { error: 'Client verification code must be at least 4 characters' })
    .max(20, { error: 'At most 20 characters' }),
});

export const noteInput = noteFields.extend({
  employeeSignature: signature('Please provide your signature before submitting the note.'),
  clientSignature: signature("Please obtain the client's signature before submitting the note."),
  /** The rounding rule that the signed units follow from; without it, that of the service applies. */
  rounding: roundingRule.optional(),
  title: optionalText(255),
  priority: notePriority.default('medium'),
  tags: z.array(z.string().trim().min(1).max(50)).max(20).default([]),
  /** The draft that this note was written from; submitting deletes it. */
  draftId: id.nullish(),
});
export type NoteInput = z.output<typeof noteInput>;

/** A new note, with the token of the receipt link that the phone made and shows to the client. */
export const newNoteInput = noteInput.extend({ receiptToken: receiptToken.optional() });
export type NewNoteInput = z.output<typeof newNoteInput>;

/** A field of the form that a reviewer may comment on. */
export const noteField = noteInput.keyof();
export type NoteField = z.infer<typeof noteField>;
export type FieldComments = Partial<Record<NoteField, string>>;

const can = z.object({
  approve: z.boolean(),
  deny: z.boolean(),
  hold: z.boolean(),
  resume: z.boolean(),
  return: z.boolean(),
  reopen: z.boolean(),
  edit: z.boolean(),
  delete: z.boolean(),
});

/** A row of a list: short fields, no signature, `content` cut to an excerpt. */
export const noteRow = z.object({
  id,
  title: z.string(),
  content: z.string(),
  /** The key of the service. */
  category: z.string(),
  /** The current name of the service. */
  serviceName: z.string(),
  priority: notePriority,
  status: noteStatus,
  clientId: id,
  clientName: z.string(),
  clientContactName: z.string(),
  authorId: id,
  authorName: z.string(),
  authorDepartment: z.string().nullable(),
  timeUnitsUsed: decimal,
  /** Dollars for one unit, set at the approval; null before it and for older approvals; omitted for employees. */
  unitRate: decimal.nullable().optional(),
  /** The rounding rule when the note was signed. */
  rounding: roundingRule,
  /** The authorization in force when the note was signed; null when there was none. */
  authorizationId: id.nullable(),
  minutes: z.int(),
  workDate: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  isClientSigned: z.boolean(),
  /** Whether the client reported something that no manager has answered. */
  disputed: z.boolean(),
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
  /** The reason for the denial, or what the manager asks to change. */
  reviewComment: z.string().nullable(),
  reviewReasonCode: reviewReason.nullable(),
  /** What the manager asks to change, by field of the form. */
  fieldComments: z.partialRecord(noteField, z.string()).nullable(),
  can,
});

/** A row of the lists for managers. */
export const managedNoteRow = noteRow.extend(listedChecks.shape);

export const note = noteRow.extend({
  tags: z.array(z.string()),
  research: z.string(),
  summary: z.string(),
  employeeSignedAt: instant,
  clientSignedAt: instant,
  reviewedById: id.nullable(),
  reviewedByName: z.string().nullable(),
  reviewedAt: instant.nullable(),
  /** What may be wrong with the note; for its author only what they can correct. */
  checks: z.array(noteCheck),
  /** The client's receipt link: for managers, and for the author who just submitted the note. */
  receipt: receiptLink.nullable(),
});

export const noteWithSignatures = note.extend({
  // Null when the rows are missing. The end is computed in the time zone of the signing.
  workEndedAt: instant.nullable(),
  employeeSignature: z.string().nullable(),
  clientSignature: z.string().nullable(),
  /** Other work of its author at the same time. */
  overlaps: z.array(overlap),
  disputes: z.array(noteDispute),
});

export const noteFilters = z.object({
  status: noteStatus.optional(),
  category: serviceKey.optional(),
  clientId: z.coerce.number<string | number>().pipe(id).optional(),
  authorId: z.coerce.number<string | number>().pipe(id).optional(),
});
const list = pageQuery.extend(noteFilters.shape);

/** A note in the record of its client, with the beginning of its summary. */
export const clientNoteRow = noteRow.extend({ summary: z.string() });

const stats = z.object({
  pending: z.int(),
  approved: z.int(),
  denied: z.int(),
  inReview: z.int(),
  inProgress: z.int(),
  total: z.int(),
});

export const notesContract = contract({
  'POST /api/units/preview': {
    access: 'member',
    summary: 'Preview the units a note would use and their account',
    body: unitsPreviewInput,
    response: unitsPreview,
  },
  'GET /api/notes': {
    access: 'member',
    summary: 'All notes for managers, your own for others; newest first',
    query: list,
    paged: true,
    response: z.array(noteRow),
  },
  'GET /api/notes/my': {
    access: 'member',
    summary: 'Your own notes, newest first',
    query: list,
    paged: true,
    response: z.array(noteRow),
  },
  'GET /api/clients/:id/notes': {
    access: 'member',
    summary:
      'Notes for a client, latest visit first. Managers get all notes; employees get their own notes for assigned clients.',
    params: byId,
    query: list.omit({ clientId: true }),
    paged: true,
    response: z.array(clientNoteRow),
  },
  'GET /api/notes/my/stats': { access: 'member', summary: 'Your own notes by status', response: stats },
  'POST /api/notes': {
    access: 'member',
    summary: 'Submit a signed note: deducts the units, writes the time entry and the evidence',
    body: newNoteInput,
    status: 201,
    response: note,
  },
  'GET /api/notes/:id': {
    access: 'member',
    summary: 'The whole note with signatures (author or manager)',
    params: byId,
    response: noteWithSignatures,
  },
  'PUT /api/notes/:id': {
    access: 'member',
    summary: 'Resubmit one of your notes that is pending or was sent back; both sign again',
    params: byId,
    body: noteInput,
    response: note,
  },
  'DELETE /api/notes/:id': {
    access: 'member',
    summary: 'Delete a note (author or manager); units of one not approved return to the client',
    params: byId,
    response: null,
  },
  'GET /api/notes/:id/units': {
    access: 'member',
    summary: 'How the units of a note were computed and deducted (author or manager)',
    params: byId,
    response: noteUnits,
  },
  'GET /api/notes/:id/messages': {
    access: 'member',
    summary: "The caller's messages about a note, newest first (author or manager)",
    params: byId,
    query: pageQuery,
    paged: true,
    response: z.array(mailMessage),
  },
  'GET /api/notes/:id/versions': {
    access: 'member',
    summary: 'Every version of a note as it was signed, newest first',
    params: byId,
    response: z.array(noteVersion),
  },
  'GET /api/notes/:id/evidence': {
    access: 'member',
    summary: 'What was signed, its digest and its position in the audit chain',
    params: byId,
    response: noteEvidence,
  },
  'GET /api/notes/:id/pdf': {
    access: 'member',
    summary: 'The last signed version as a PDF, with signatures and evidence (author or manager)',
    params: byId,
    recorded: true,
    response: z.string(),
    raw: true,
  },
  'GET /api/management/notes': {
    access: 'manager',
    summary: 'The notes of the business with filters and their checks, newest first',
    query: list,
    paged: true,
    response: z.array(managedNoteRow),
  },
  'GET /api/management/stats': {
    access: 'manager',
    summary: 'The number of notes of the business by status',
    response: stats,
  },
  'GET /api/management/last-visits': {
    access: 'manager',
    summary: 'Latest visits',
    response: z.array(z.object({ clientId: id, day: z.string() })),
  },
});
