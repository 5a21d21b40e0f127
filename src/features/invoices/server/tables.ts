/** Tables of invoices, their series and payments, claim batches, and the notes on them. */

import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  snakeCase,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import {
  compositeKey,
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { CLAIM_COLUMNS } from '#features/clients/payerContract.ts';
import { authorizations, clients, payers } from '#features/clients/server/tables.ts';
import { CLAIM_STATES, type ClaimContent } from '#features/invoices/claimContract.ts';
import type { OtherLine } from '#features/invoices/contract.ts';
import { GROUPINGS, INVOICE_STATES } from '#features/invoices/invoiceContract.ts';
import { notes } from '#features/notes/server/tables.ts';
import { users } from '#features/people/server/tables.ts';

const money = () => numeric({ precision: 12, scale: 2 });

/** Invoices; an issued one is frozen in `document`. */
export const invoices = snakeCase.table(
  'invoices',
  {
    ...tenantColumns,
    state: text({ enum: INVOICE_STATES }).notNull().default('draft'),
    /** Null for a draft. */
    number: text(),
    /** The client who pays; null when a payer does. */
    clientId: reference(),
    payerId: reference(),
    /** The payer's name; of an issued invoice, its name at that time. */
    payer: text(),
    /** Who pays, as on the issued invoice; null for a draft. */
    billToName: text(),
    /** The clients whose visits are billed. */
    clientIds: bigint({ mode: 'number' }).array().notNull(),
    periodStart: date({ mode: 'string' }).notNull(),
    periodEnd: date({ mode: 'string' }).notNull(),
    grouping: text({ enum: GROUPINGS }).notNull(),
    otherLines: jsonb().$type<OtherLine[]>().notNull().default([]),
    excludedNoteIds: bigint({ mode: 'number' }).array().notNull().default([]),
    /** Of a draft, when it was last saved. */
    total: money().notNull().default('0.00'),
    paid: money().notNull().default('0.00'),
    /** Drafts are displayed and issued in the currency of the business; this is the one when a draft was last saved. */
    currency: text().notNull(),
    issuedOn: date({ mode: 'string' }),
    dueOn: date({ mode: 'string' }),
    issuedAt: instant(),
    issuedBy: reference(),
    /** Content of the issued invoice, as canonical JSON. */
    document: text(),
    /** SHA-256 of `document`, hex; also in the audit log. */
    digest: text(),
    voidedAt: instant(),
    voidReason: text(),
    createdBy: reference().notNull(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    tenantKey(table),
    unique('invoices_number').on(table.businessId, table.number),
    withinBusiness('invoices_client', { businessId: table.businessId, column: table.clientId }, clients),
    withinBusiness('invoices_payer', { businessId: table.businessId, column: table.payerId }, payers),
    withinBusiness('invoices_creator', { businessId: table.businessId, column: table.createdBy }, users),
    withinBusiness('invoices_issuer', { businessId: table.businessId, column: table.issuedBy }, users),
    index('invoices_newest').on(table.businessId, table.createdAt, table.id),
    index('invoices_by_client').on(table.businessId, table.clientId, table.createdAt, table.id),
  ],
);

/**
 * The notes on drafts, valid invoices and claim batches, with what was billed. The key keeps a note from being billed
 * twice; deleting a draft, voiding an invoice and rejecting a claim remove the rows.
 */
export const billedNotes = snakeCase.table(
  'billed_notes',
  {
    businessId: reference().notNull(),
    noteId: reference().notNull(),
    /** Of the two, one is set. */
    invoiceId: reference(),
    claimBatchId: reference(),
    version: integer().notNull(),
    units: numeric({ precision: 5, scale: 2 }).notNull(),
    /** The rate of the approval; for a note that was approved before rates were stored, that of its first draft. */
    /** With two to four decimal places. */
    unitRate: numeric().notNull(),
    authorizationId: reference(),
  },
  (table) => [
    compositeKey(table.businessId, table.noteId),
    withinBusiness('billed_notes_note', { businessId: table.businessId, column: table.noteId }, notes),
    withinBusiness(
      'billed_notes_invoice',
      { businessId: table.businessId, column: table.invoiceId },
      invoices,
    ),
    withinBusiness(
      'billed_notes_claim_batch',
      { businessId: table.businessId, column: table.claimBatchId },
      claimBatches,
    ),
    check('billed_notes_holder', sql`(${table.invoiceId} is null) <> (${table.claimBatchId} is null)`),
    withinBusiness(
      'billed_notes_authorization',
      { businessId: table.businessId, column: table.authorizationId },
      authorizations,
    ),
    index('billed_notes_by_invoice').on(table.businessId, table.invoiceId, table.noteId),
  ],
);

/** Claim batches for a payer, made once and never changed but for the states of their lines. */
export const claimBatches = snakeCase.table(
  'claim_batches',
  {
    ...tenantColumns,
    payerId: reference().notNull(),
    /** The payer's name at that time. */
    payerName: text().notNull(),
    periodStart: date({ mode: 'string' }).notNull(),
    periodEnd: date({ mode: 'string' }).notNull(),
    currency: text().notNull(),
    /** The columns of the payer at that time. */
    columns: text({ enum: CLAIM_COLUMNS }).array().notNull(),
    total: money().notNull(),
    /** SHA-256 of the CSV file, hex; also in the audit log. */
    digest: text().notNull(),
    createdBy: reference().notNull(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness('claim_batches_payer', { businessId: table.businessId, column: table.payerId }, payers),
    withinBusiness('claim_batches_creator', { businessId: table.businessId, column: table.createdBy }, users),
    index('claim_batches_newest').on(table.businessId, table.createdAt, table.id),
  ],
);

/** The CSV files of claim batches, as they are sent to the payer. Batches of earlier releases have none. */
export const claimFiles = snakeCase.table(
  'claim_files',
  {
    businessId: reference().notNull(),
    claimBatchId: reference().notNull(),
    /** Of the digest in `claim_batches`. */
    csv: text().notNull(),
  },
  (table) => [
    compositeKey(table.businessId, table.claimBatchId),
    withinBusiness(
      'claim_files_batch',
      { businessId: table.businessId, column: table.claimBatchId },
      claimBatches,
    ),
  ],
);

/** The visits of a claim batch as they were billed, and what the payer decided. */
export const claimLines = snakeCase.table(
  'claim_lines',
  {
    businessId: reference().notNull(),
    claimBatchId: reference().notNull(),
    noteId: reference().notNull(),
    state: text({ enum: CLAIM_STATES }).notNull().default('exported'),
    content: jsonb().$type<ClaimContent>().notNull(),
  },
  (table) => [
    compositeKey(table.businessId, table.claimBatchId, table.noteId),
    withinBusiness(
      'claim_lines_batch',
      { businessId: table.businessId, column: table.claimBatchId },
      claimBatches,
    ),
    withinBusiness('claim_lines_note', { businessId: table.businessId, column: table.noteId }, notes),
  ],
);

/** The last number of each series. The transaction that issues an invoice raises it, so that no number is missing. */
export const invoiceSeries = snakeCase.table(
  'invoice_series',
  {
    businessId: reference().notNull(),
    series: text().notNull(),
    lastNumber: integer().notNull(),
  },
  (table) => [compositeKey(table.businessId, table.series)],
);

/** Payments that managers recorded; a correction is a negative one. */
export const invoicePayments = snakeCase.table(
  'invoice_payments',
  {
    ...tenantColumns,
    invoiceId: reference().notNull(),
    amount: money().notNull(),
    paidOn: date({ mode: 'string' }).notNull(),
    note: text(),
    recordedBy: reference().notNull(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness(
      'invoice_payments_invoice',
      { businessId: table.businessId, column: table.invoiceId },
      invoices,
    ),
    withinBusiness(
      'invoice_payments_recorder',
      { businessId: table.businessId, column: table.recordedBy },
      users,
    ),
    index('invoice_payments_by_invoice').on(table.businessId, table.invoiceId, table.id),
  ],
);
