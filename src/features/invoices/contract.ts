/** Invoices: drafts of approved notes, issued invoices and their payments. */

import { z } from 'zod';
import { decimalInput } from '#platform/contract/decimalFields.ts';
import { contract } from '#platform/contract/endpoint.ts';
import {
  byId,
  calendarDay,
  decimal,
  id,
  idInPath,
  optionalText,
  pageQuery,
  partQuery,
  requiredText,
} from '#platform/contract/fields.ts';
import { PAYER_NAME_MAX } from '#features/clients/rules.ts';
import {
  grouping,
  INVOICE_STATES,
  invoice,
  invoiceRow,
  notBillableWork,
  openWork,
} from './invoiceContract.ts';

/** The largest numbers of visits, clients and other lines of an invoice; each client has a visit. */
export const MAX_VISITS = 5_000;
const MAX_CLIENTS = MAX_VISITS;
export const MAX_OTHER_LINES = 50;
export const REASON_MAX = 500;
const MAX_QUANTITY = 99_999.99;
const MAX_AMOUNT = 9_999_999.99;
/** Of the column of the total. */
export const MAX_TOTAL = 9_999_999_999.99;

const DAY_MESSAGE = 'Choose a date';
const invoiceDay = calendarDay(DAY_MESSAGE);

export const billingPeriod = { from: invoiceDay, to: invoiceDay };

export function refuseReversed(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  check: z.RefinementCtx,
): void {
  if (from !== undefined && to !== undefined && to < from)
    check.addIssue({ code: 'custom', path: ['to'], message: 'The end is before the start' });
}

/** A line that no visit made: mileage, or a credit with a negative price. */
const otherLine = z.object({
  description: requiredText(200, 'Description is required'),
  quantity: decimalInput(MAX_QUANTITY),
  rate: decimalInput(MAX_AMOUNT, { min: -MAX_AMOUNT }),
});
export type OtherLine = z.output<typeof otherLine>;

const CLIENTS_MESSAGE = 'Choose at least one client';

/** The clients that a payer pays for. */
export const payerClientIds = z
  .array(id)
  .min(1, { error: CLIENTS_MESSAGE })
  .max(MAX_CLIENTS, { error: `Choose up to ${MAX_CLIENTS.toLocaleString('en-US')} clients` });

/** A client who pays, or a payer with the clients that it pays for. */
export const invoiceInput = z
  .object({
    clientId: id.optional(),
    payer: requiredText(PAYER_NAME_MAX, 'Choose a payer').optional(),
    clientIds: payerClientIds.optional(),
    ...billingPeriod,
    grouping: grouping.default('visit'),
  })
  .superRefine((input, check) => {
    refuseReversed(input, check);
    if ((input.clientId === undefined) === (input.payer === undefined))
      check.addIssue({ code: 'custom', path: ['clientId'], message: 'Choose a client or payer' });
    else if ((input.payer === undefined) !== (input.clientIds === undefined))
      check.addIssue({ code: 'custom', path: ['clientIds'], message: CLIENTS_MESSAGE });
  });

/** Replaces the choices of a draft, and collects its visits again. */
export const draftInput = z
  .object({
    ...billingPeriod,
    grouping,
    otherLines: z
      .array(otherLine)
      .max(MAX_OTHER_LINES, { error: `Enter at most ${MAX_OTHER_LINES} other lines` })
      .default([]),
    /** Notes of the period that are left out. */
    excludedNoteIds: z.array(id).max(MAX_VISITS).default([]),
    /** Of the draft that the caller has read; one that was changed since then is refused. */
    updatedAt: z.iso.datetime({ offset: true }).optional(),
  })
  .superRefine(refuseReversed);

/** The total and currency that the caller confirmed. The server rejects the request if those of the draft differ. */
export const issueInput = z.object({
  total: decimalInput(MAX_TOTAL, { min: -MAX_TOTAL }).optional(),
  currency: z.string().max(3).optional(),
});

/** Unpaid amounts by how many days they are overdue. */
export const AGES = ['current', 'days30', 'days60', 'days90', 'older'] as const;

const amountsByAge = z.object(
  Object.fromEntries(AGES.map((age) => [age, decimal])) as Record<(typeof AGES)[number], typeof decimal>,
);

/** The lists of an invoice, which may have 5,000 visits. */
const parts = {
  fields: ['lines', 'notIncluded', 'disputedNotes', 'payments'],
  address: '/api/invoices/:id',
} as const;

export const invoicesContract = contract({
  'GET /api/billing/open': {
    access: 'manager',
    summary: 'Approved work that is not billed, by client and payer, and unpaid amounts by their age',
    query: partQuery
      .extend({ from: invoiceDay.optional(), to: invoiceDay.optional() })
      .superRefine(refuseReversed),
    parts: { fields: ['open', 'notBillable'] },
    response: z.object({
      currency: z.string(),
      open: z.array(openWork),
      notBillable: z.array(notBillableWork),
      /** In the currency of the business. */
      aging: amountsByAge,
      /** Of invoices that were issued before the business changed its currency. */
      agingInOtherCurrencies: z.array(amountsByAge.extend({ currency: z.string() })),
    }),
  },
  'GET /api/invoices': {
    access: 'manager',
    summary: 'Invoices with filters, newest first',
    query: pageQuery.extend({
      state: z.enum([...INVOICE_STATES, 'overdue']).optional(),
      clientId: idInPath.optional(),
      /** The current name of a payer, ignoring case: all invoices to it, also those issued under earlier names. */
      payer: z.string().max(PAYER_NAME_MAX).optional(),
    }),
    paged: true,
    response: z.array(invoiceRow),
  },
  'POST /api/invoices': {
    access: 'manager',
    summary: 'Collect the approved and unbilled visits of a period in a draft',
    example: (ids) => ({ clientId: ids['client'], from: '2026-03-01', to: '2026-03-31' }),
    body: invoiceInput,
    status: 201,
    parts,
    response: invoice,
  },
  'GET /api/invoices/:id': {
    access: 'manager',
    summary: 'One invoice with its lines, payments, and what a draft leaves out',
    params: byId,
    query: partQuery,
    parts,
    response: invoice,
  },
  'PUT /api/invoices/:id': {
    access: 'manager',
    summary: 'Change a draft, and collect its visits again',
    params: byId,
    example: () => ({ from: '2026-03-01', to: '2026-03-31', grouping: 'service' }),
    body: draftInput,
    parts,
    response: invoice,
  },
  'DELETE /api/invoices/:id': {
    access: 'manager',
    summary: 'Delete a draft; its visits can be billed again',
    params: byId,
    response: null,
  },
  'POST /api/invoices/:id/issue': {
    access: 'manager',
    summary: 'Issue a draft: it gets its number and is frozen',
    params: byId,
    example: () => ({}),
    body: issueInput,
    parts,
    response: invoice,
  },
  'POST /api/invoices/:id/void': {
    access: 'manager',
    summary: 'Void an issued invoice without payments; its visits can be billed again',
    params: byId,
    example: () => ({ reason: 'Wrong rate' }),
    body: z.object({ reason: requiredText(REASON_MAX, 'A reason is required') }),
    parts,
    response: invoice,
  },
  'POST /api/invoices/:id/payments': {
    access: 'manager',
    summary: 'Record a payment, or a negative amount to correct one',
    params: byId,
    example: () => ({ amount: '5.00', date: '2026-03-31' }),
    body: z.object({
      amount: decimalInput(MAX_AMOUNT, { min: -MAX_AMOUNT }),
      date: invoiceDay,
      note: optionalText(REASON_MAX),
    }),
    status: 201,
    parts,
    response: invoice,
  },
  'GET /api/invoices/:id/pdf': {
    access: 'manager',
    summary: 'The invoice as a PDF to save, or to show in a page; a draft is marked as one',
    params: byId,
    query: z.object({ inline: z.enum(['true', 'false']).default('false') }),
    response: z.string(),
    raw: true,
  },
});
