/** Tables of notes, their signatures, signed versions and counts. */

import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  snakeCase,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { OCCURRENCES } from '#platform/contract/zone.ts';
import {
  bytes,
  compositeKey,
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { authorizations, clients } from '#features/clients/server/tables.ts';
import type { Capture, Signer } from '#features/notes/captureContract.ts';
import { NOTE_CHECKS } from '#features/notes/checkContract.ts';
import {
  NOTE_PRIORITIES,
  NOTE_STATUSES,
  REVIEW_REASONS,
  type FieldComments,
} from '#features/notes/contract.ts';
import { users } from '#features/people/server/tables.ts';
import { ROUNDING_RULES } from '#features/services/contract.ts';
import { serviceForeignKey } from '#features/services/server/tables.ts';
import type { ClockedTimes } from '#features/time/visitClockContract.ts';

/** Work notes. The signed content is frozen in `note_versions`. */
export const notes = snakeCase.table(
  'notes',
  {
    ...tenantColumns,
    clientId: reference().notNull(),
    clientName: text().notNull(),
    /** The client's contact data at the time of signing. */
    clientContactName: text().notNull(),
    title: text().notNull(),
    content: text().notNull(),
    /** The beginning of the content, for lists. */
    excerpt: text().notNull(),
    /** The key of the service. */
    category: text().notNull(),
    priority: text({ enum: NOTE_PRIORITIES }).notNull().default('medium'),
    tags: text().array().notNull().default([]),
    status: text({ enum: NOTE_STATUSES }).notNull().default('pending'),
    authorId: reference().notNull(),
    authorName: text().notNull(),
    authorDepartment: text(),
    timeUnitsUsed: numeric({ precision: 5, scale: 2 }).notNull().default('0'),
    minutes: integer().notNull(),
    /** The rounding rule of the service when the note was signed. */
    rounding: text({ enum: ROUNDING_RULES }).notNull().default('up'),
    /** The authorization in force when the note was signed; null when there was none. */
    authorizationId: reference(),
    workDate: date({ mode: 'string' }).notNull(),
    /** The zone under which the times were signed; IANA name. */
    timeZone: text().notNull(),
    startTime: text().notNull(),
    endTime: text().notNull(),
    /** Hour of those that clocks show twice; null for times that they show once. */
    startOccurrence: text({ enum: OCCURRENCES }),
    endOccurrence: text({ enum: OCCURRENCES }),
    /** Elapsed minutes and units that were signed; null when they were not sent. */
    signedMinutes: integer(),
    signedUnits: numeric({ precision: 5, scale: 2 }),
    /** Times that the visit clock measured, beside those that were signed. */
    clock: jsonb().$type<ClockedTimes>(),
    research: text().notNull(),
    summary: text().notNull(),
    employeeSignedAt: instant().notNull(),
    /** Null when the client did not sign. */
    clientSignedAt: instant(),
    isClientSigned: boolean().notNull().default(false),
    /** Identifies the note on the device that it was written on, for ever. */
    captureId: uuid(),
    /** SHA-256 of what arrived first with it. */
    captureDigest: bytes(),
    /** Metadata that the device recorded of this version; null without it. */
    capture: jsonb().$type<Capture>(),
    /** Who signed this version for the client; null for the client in versions of an earlier release. */
    signer: jsonb().$type<Signer>(),
    version: integer().notNull().default(1),
    /** False for a note that was sent back when it arrived; its next version uses units. */
    unitsDrawn: boolean().notNull().default(true),
    /** Why this version was sent back when it arrived. */
    sentBackFor: text({ enum: NOTE_CHECKS }).array().notNull().default([]),
    reviewedBy: reference(),
    reviewedAt: instant(),
    reviewComment: text(),
    /**
     * Dollars for one unit, set at the approval and by later rates for the work date: the rate of the authorization,
     * otherwise of the service, otherwise of the client; null without one.
     */
    unitRate: numeric(),
    /** The rate when a draft or claim batch first took a note that was approved without one; void with the decision. */
    draftRate: numeric(),
    reviewReasonCode: text({ enum: REVIEW_REASONS }),
    /** Changes that the reviewer asks for, by field of the form. */
    fieldComments: jsonb().$type<FieldComments>(),
    /** While a dispute of the client has no answer. */
    isDisputed: boolean().notNull().default(false),
    /** While an issued invoice or a claim batch has the note. */
    isBilled: boolean().notNull().default(false),
    /** While it is a claim batch that has it. */
    isClaimed: boolean().notNull().default(false),
    deletedAt: instant(),
    deletedBy: reference(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness('notes_client', { businessId: table.businessId, column: table.clientId }, clients),
    withinBusiness('notes_author', { businessId: table.businessId, column: table.authorId }, users),
    withinBusiness(
      'notes_authorization',
      { businessId: table.businessId, column: table.authorizationId },
      authorizations,
    ),
    serviceForeignKey('notes_service', { businessId: table.businessId, column: table.category }),
    withinBusiness('notes_reviewer', { businessId: table.businessId, column: table.reviewedBy }, users),
    uniqueIndex('notes_capture').on(table.businessId, table.captureId),
    index('notes_newest').on(table.businessId, table.createdAt, table.id),
    index('notes_by_author').on(table.businessId, table.authorId, table.createdAt, table.id),
    index('notes_by_status').on(table.businessId, table.status, table.createdAt, table.id),
    index('notes_by_client').on(table.businessId, table.clientId, table.createdAt, table.id),
    // Units of an authorization by week or month.
    index('notes_by_authorization')
      .on(table.businessId, table.authorizationId, table.workDate)
      .where(sql`authorization_id is not null`),
    // Units of all clients or of one by week, for the forecast.
    index('notes_by_work_date').on(table.businessId, table.workDate, table.clientId),
    // The record of a client.
    index('notes_by_client_day').on(table.businessId, table.clientId, table.workDate, table.id),
    index('notes_to_review')
      .on(table.businessId, table.status, table.workDate, table.id)
      .where(sql`${table.status} in ('pending', 'in-review') and ${table.deletedAt} is null`),
    // Disputes that managers have to answer.
    index('notes_disputed')
      .on(table.businessId, table.id)
      .where(sql`is_disputed and ${table.deletedAt} is null`),
    // Notes that can be billed.
    index('notes_unbilled')
      .on(table.businessId, table.workDate)
      .where(sql`${table.status} = 'resolved' and not is_billed and ${table.deletedAt} is null`),
    index('notes_approved')
      .on(table.businessId, table.reviewedAt)
      .where(sql`${table.status} = 'resolved'`),
  ],
);

/** The signed columns of the first form, beside the keys, start and end of the work, and both signatures (signing/canonicalNote.ts). */
export const signedColumns = [
  'version',
  'clientId',
  'clientName',
  'clientContactName',
  'authorId',
  'authorName',
  'authorDepartment',
  'title',
  'category',
  'priority',
  'tags',
  'content',
  'research',
  'summary',
  'workDate',
  'startTime',
  'endTime',
  'timeUnitsUsed',
  'minutes',
  'employeeSignedAt',
  'clientSignedAt',
] as const satisfies (keyof typeof notes.$inferSelect)[];
export type SignedColumns = Pick<typeof notes.$inferSelect, (typeof signedColumns)[number]>;

/** Both signatures of each version, as PNG. */
export const noteSignatures = snakeCase.table(
  'note_signatures',
  {
    businessId: reference().notNull(),
    noteId: reference().notNull(),
    version: integer().notNull(),
    employeePng: bytes().notNull(),
    /** Null when the client did not sign. */
    clientPng: bytes(),
  },
  (table) => [
    compositeKey(table.businessId, table.noteId, table.version),
    withinBusiness('note_signatures_note', { businessId: table.businessId, column: table.noteId }, notes),
  ],
);

/** Signed versions, frozen as canonical JSON, with their sequence number in the audit log; append-only. */
export const noteVersions = snakeCase.table(
  'note_versions',
  {
    businessId: reference().notNull(),
    noteId: reference().notNull(),
    version: integer().notNull(),
    canonical: text().notNull(),
    /** SHA-256 of `canonical`, hex. */
    digest: text().notNull(),
    /** Rate and payer's reference, for managers; null in forms before the fifth, which have them in `canonical`. */
    billing: text(),
    auditSeq: reference().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    compositeKey(table.businessId, table.noteId, table.version),
    withinBusiness('note_versions_note', { businessId: table.businessId, column: table.noteId }, notes),
  ],
);

/** The number of notes by author and status, updated by the transaction that changes it. */
export const noteCounts = snakeCase.table(
  'note_counts',
  {
    businessId: reference().notNull(),
    authorId: reference().notNull(),
    status: text({ enum: NOTE_STATUSES }).notNull(),
    count: integer().notNull().default(0),
  },
  (table) => [
    compositeKey(table.businessId, table.authorId, table.status),
    withinBusiness('note_counts_author', { businessId: table.businessId, column: table.authorId }, users),
  ],
);
