import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import {
  byId,
  day,
  decimal,
  filter,
  id,
  idInQuery,
  instant,
  occurrence,
  pageQuery,
  partQuery,
  wholeListQuery,
} from '#platform/contract/fields.ts';
import { message as mailMessage } from '#features/mail/contract.ts';
import { roundingRule, serviceKey } from '#features/services/contract.ts';
import { overlap } from '#features/time/contract.ts';
import { storedClock } from '#features/time/visitClockContract.ts';
import { capture, signer } from './captureContract.ts';
import { listedChecks, noteCheck, noteCheckCode } from './checkContract.ts';
import { noteDispute } from './disputeContract.ts';
import { noteInput, notePriority } from './inputContract.ts';
import { receiptLink } from './receiptLinkContract.ts';
import { noteUnits, noteVersion } from './versionContract.ts';

export { NOTE_PRIORITIES } from './inputContract.ts';
export const NOTE_STATUSES = ['pending', 'in-review', 'in-progress', 'resolved', 'denied'] as const;

export const REVIEW_ACTIONS = ['approve', 'deny', 'hold', 'resume', 'return', 'reopen'] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];
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

export type NotePriority = z.infer<typeof notePriority>;

export const noteStatus = z.enum(NOTE_STATUSES);
export type NoteStatus = z.infer<typeof noteStatus>;

/** A field of the form that a reviewer may comment on. */
export const noteField = noteInput.omit({ clock: true, startOccurrence: true, endOccurrence: true }).keyof();
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
  /** Dollars for one unit, set at the approval; null before it, without a rate and for older approvals; omitted for employees. */
  unitRate: decimal.nullable().optional(),
  /** The rounding rule when the note was signed. */
  rounding: roundingRule,
  /** The authorization in force when the note was signed; null when there was none. */
  authorizationId: id.nullable(),
  minutes: z.int(),
  workDate: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  startOccurrence: occurrence,
  endOccurrence: occurrence,
  isClientSigned: z.boolean(),
  /** Disputed by the client, without an answer from a manager. */
  disputed: z.boolean(),
  /** Part of an issued invoice or a claim batch. */
  isBilled: z.boolean(),
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
  /** The reason for the denial, or what the manager asks to change. */
  reviewComment: z.string().nullable(),
  reviewReasonCode: reviewReason.nullable(),
  /** Why the note was sent back when it arrived, with what to do about each reason; none for a manager's decision. */
  sentBackFor: z.array(z.object({ code: noteCheckCode, message: z.string(), remedy: z.string().nullable() })),
  /** Changes that the manager asks for, by field of the form. */
  fieldComments: z.partialRecord(noteField, z.string()).nullable(),
  can,
});

/** A row of the lists for managers. */
export const managedNoteRow = noteRow.extend(listedChecks.shape);

export const note = noteRow.extend({
  tags: z.array(z.string()),
  /** In which the times were signed. */
  timeZone: z.string(),
  research: z.string(),
  summary: z.string(),
  employeeSignedAt: instant,
  /** Null when the client did not sign. */
  clientSignedAt: instant.nullable(),
  /** Metadata that the device recorded of the current version. */
  capture: capture.nullable(),
  /** Who signed the current version for the client. */
  signer: signer.nullable(),
  clock: storedClock.nullable(),
  reviewedById: id.nullable(),
  reviewedByName: z.string().nullable(),
  reviewedAt: instant.nullable(),
  /** Possible problems of the note; for its author only those that they can correct. */
  checks: z.array(noteCheck),
  /** The client's receipt link: for managers, and for the author who just submitted the note. */
  receipt: receiptLink.nullable(),
});

export const noteWithSignatures = note.extend({
  // Null when the rows are missing.
  workEndedAt: instant.nullable(),
  /** Dollars for one unit on the work date, and the rate that would hold today; null without one, omitted for employees. */
  workDateRate: decimal.nullable().optional(),
  todayRate: decimal.nullable().optional(),
  employeeSignature: z.string().nullable(),
  clientSignature: z.string().nullable(),
  /** Other work of its author at the same time. */
  overlaps: z.array(overlap),
  disputes: z.array(noteDispute),
});

export const noteFilters = z.object({
  status: noteStatus.optional(),
  category: serviceKey.optional(),
  clientId: idInQuery.optional(),
  authorId: idInQuery.optional(),
});
const list = pageQuery.extend(noteFilters.shape);

const workDate = filter(day('Please enter a date'), 'Please enter a date');
/** The first and last work date of a list, both included. */
export const workDates = z.object({ dateFrom: workDate, dateTo: workDate });

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
  'GET /api/notes/:id': {
    access: 'member',
    summary: 'The whole note with signatures (author or manager)',
    params: byId,
    response: noteWithSignatures,
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
    query: partQuery,
    parts: { fields: ['movements'] },
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
    query: partQuery,
    parts: { fields: [] },
    response: z.array(noteVersion),
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
    summary: 'The day of the latest visit of each client',
    query: wholeListQuery,
    paged: 'whole',
    response: z.array(z.object({ clientId: id, day: z.string() })),
  },
});
