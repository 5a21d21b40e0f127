/** Invoices as the API returns them, and their value lists. */

import { z } from 'zod';
import { decimal, id, instant, occurrence } from '#platform/contract/fields.ts';

export const INVOICE_STATES = ['draft', 'issued', 'partly_paid', 'paid', 'void'] as const;
export const invoiceState = z.enum(INVOICE_STATES);
export type InvoiceState = z.infer<typeof invoiceState>;

/** One line for each visit, or for each client, service, rate and authorization. */
export const GROUPINGS = ['visit', 'service'] as const;
export const grouping = z.enum(GROUPINGS, { error: 'Choose how visits are listed' });
export type Grouping = z.infer<typeof grouping>;

/** Why a note of the period is not on a draft. */
export const OMISSIONS = [
  'other_payer',
  'pending',
  'on_hold',
  'sent_back',
  'denied',
  'disputed',
  'no_units',
  'no_rate',
  'no_authorization',
  'billed',
  'excluded',
] as const;
export const omission = z.enum(OMISSIONS);
export type Omission = z.infer<typeof omission>;

/** Why approved work that is not billed is on no draft until someone corrects it. */
export const BLOCKING_REASONS = ['no_authorization', 'no_rate', 'disputed'] as const satisfies Omission[];
const blockingReason = z.enum(BLOCKING_REASONS);
export type BlockingReason = z.infer<typeof blockingReason>;

const invoiceLine = z.object({
  kind: z.enum(['work', 'other']),
  description: z.string(),
  clientName: z.string().nullable(),
  /** The days of the first and last visit; null for a free line. */
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  /** The times of a line for one visit. */
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  /** Not in lines that were issued by an earlier release. */
  startOccurrence: occurrence.optional(),
  endOccurrence: occurrence.optional(),
  authorization: z.string().nullable(),
  quantity: decimal,
  rate: decimal,
  amount: decimal,
  noteIds: z.array(id),
});
export type InvoiceLine = z.infer<typeof invoiceLine>;

const party = z.object({ name: z.string(), address: z.string().nullable() });

/** Content that is frozen when an invoice is issued. */
export const invoiceContent = z.object({
  seller: party.extend({ email: z.string(), phone: z.string(), taxId: z.string().nullable() }),
  billTo: party,
  from: z.string(),
  to: z.string(),
  currency: z.string(),
  lines: z.array(invoiceLine),
  subtotal: decimal,
  /** Percent; null without tax. */
  taxRate: z.string().nullable(),
  tax: decimal,
  total: decimal,
});
export type InvoiceContent = z.infer<typeof invoiceContent>;

/** A visit of the period that is not billed. */
export const omittedNote = z.object({
  noteId: id,
  why: omission,
  clientId: id,
  clientName: z.string(),
  workDate: z.string(),
  title: z.string(),
  units: decimal,
  /** The draft, invoice or claim batch that has billed it. */
  invoiceId: id.nullable(),
  claimBatchId: id.nullable(),
});

const payment = z.object({
  id,
  amount: decimal,
  date: z.string(),
  note: z.string().nullable(),
  recordedByName: z.string(),
  createdAt: instant,
});

/** An invoice in a list. */
export const invoiceRow = z.object({
  id,
  /** Null for a draft. */
  number: z.string().nullable(),
  state: invoiceState,
  billToName: z.string(),
  clientId: id.nullable(),
  payer: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  currency: z.string(),
  total: decimal,
  paid: decimal,
  due: decimal,
  issuedOn: z.string().nullable(),
  dueOn: z.string().nullable(),
  isOverdue: z.boolean(),
  createdAt: instant,
});

export const invoice = invoiceRow.extend({
  clientIds: z.array(id),
  grouping,
  ...invoiceContent.shape,
  otherLines: z.array(z.object({ description: z.string(), quantity: decimal, rate: decimal })),
  excludedNoteIds: z.array(id),
  /** Visits of the period that are not on this draft; empty for an issued invoice. */
  notIncluded: z.array(omittedNote),
  /** Set when the period has more visits than `notIncluded` can list. */
  hasMoreNotIncluded: z.boolean(),
  /** Notes that this draft had taken and that were changed or decided otherwise since then. */
  changedNoteIds: z.array(id),
  /** Notes of this invoice whose dispute has no answer. */
  disputedNotes: z.array(
    z.object({ noteId: id, title: z.string(), clientName: z.string(), workDate: z.string() }),
  ),
  payments: z.array(payment),
  /** SHA-256 of the frozen content, hex; null for a draft. */
  digest: z.string().nullable(),
  issuedByName: z.string().nullable(),
  voidedAt: instant.nullable(),
  voidReason: z.string().nullable(),
  updatedAt: instant,
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    issue: z.boolean(),
    void: z.boolean(),
    recordPayment: z.boolean(),
  }),
});

const unbilledWork = z.object({
  clientId: id,
  clientName: z.string(),
  payer: z.string().nullable(),
  visits: z.int(),
  /** The days of the first and last visit. */
  firstDay: z.string(),
  lastDay: z.string(),
});

/** Approved and unbilled work of a client, for a payer or for the client. */
export const openWork = unbilledWork.extend({
  units: decimal,
  amount: decimal,
  /** Days since the first visit. */
  days: z.int(),
});

/** Approved and unbilled work of a client that cannot be billed for the same reason. */
export const notBillableWork = unbilledWork.extend({ why: blockingReason });
