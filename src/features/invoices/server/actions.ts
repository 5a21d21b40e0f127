/** Guarded: issued invoices. The invoice is locked first, then its notes by id, the number last. */

import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { addDays } from '#platform/contract/days.ts';
import { add, compare, signOf, subtract } from '#platform/contract/decimals.ts';
import type { RequestOf } from '#platform/contract/endpoint.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { canonicalJson } from '#platform/server/canonicalJson.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict, invalidField } from '#platform/server/errors.ts';
import { sha256Hex } from '#platform/server/secrets.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { toInvoiceNumber, toInvoiceSeries } from '#features/businesses/invoiceNumberRules.ts';
import { getOwnBusiness } from '#features/businesses/server/reads.ts';
import type { invoicesContract, issueInput } from '#features/invoices/contract.ts';
import type { InvoiceContent } from '#features/invoices/invoiceContract.ts';
import { lockNotes, setBilled } from '#features/notes/server/billing/actions.ts';
import { readDraft, type InvoiceRow } from './contentReads.ts';
import { INVOICE_TOPICS, lockDraft, lockInvoice, releaseNotes } from './draftActions.ts';
import { isValid } from './policy.ts';
import { getInvoice, readToday, whereInvoice } from './reads.ts';
import { billedNotes, invoicePayments, invoices, invoiceSeries } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'invoice.issued': IssueDetails;
    'invoice.voided': IssueDetails & { reason: string };
    'invoice.payment_recorded': { number: string | null; amount: string; paid: string; date: string };
  }
}

type IssueDetails = Pick<InvoiceRow, 'number' | 'clientId' | 'payer' | 'total' | 'digest'>;
type ConfirmedTotal = z.output<typeof issueInput>;
type Payment = RequestOf<(typeof invoicesContract)['POST /api/invoices/:id/payments']>['body'];

/**
 * Issues a draft: checks its notes again, gives it the next number and freezes it.
 * @param confirmed the total and currency that the caller confirmed
 * @throws 404; 409 `invoice_not_draft`; 409 `invoice_changed` with the notes that were changed since the draft was
 * saved, or for a different total or currency; 409 `invoice_empty`; 409 `invoice_negative`; 409 `number_taken`
 */
export function issueInvoice(context: MemberContext, invoiceId: number, confirmed: ConfirmedTotal) {
  const { businessId, session, now } = context;
  return writeInBusiness(context, async (tx) => {
    const draft = await lockDraft(tx, invoiceId);
    const noteIds = await lockHeldNotes(tx, invoiceId);
    const [{ content, changedNoteIds }, business] = await Promise.all([
      readDraft(tx, context, draft),
      getOwnBusiness(tx, businessId),
    ]);
    refuseChanged(changedNoteIds);
    refuseChangedTotal(content, confirmed);
    refuseEmptyOrNegative(content);
    const { total, currency } = content;
    const { timeZone, paymentTermDays, invoiceNumberFormat } = business;
    const issuedOn = dayInZone(now, timeZone);
    const dueOn = addDays(issuedOn, paymentTermDays);
    await setBilled(tx, noteIds, 'invoice');
    // The row of the series is locked from here to the commit.
    const series = toInvoiceSeries(invoiceNumberFormat, Number(issuedOn.slice(0, 4)));
    const number = toInvoiceNumber(series, await raiseSeries(tx, businessId, series));
    await refuseTakenNumber(tx, number);
    const document = canonicalJson({ form: 'quarterhour-invoice-1', number, issuedOn, dueOn, ...content });
    const [issued] = await tx
      .update(invoices)
      .set({
        // Nothing is due on a $0 invoice.
        state: signOf(total) === 0 ? 'paid' : 'issued',
        number,
        billToName: content.billTo.name,
        total,
        currency,
        issuedOn,
        dueOn,
        issuedAt: now,
        issuedBy: session.userId,
        document,
        digest: sha256Hex(document),
        updatedAt: now,
      })
      .where(whereInvoice(tx, invoiceId))
      .returning();
    if (!issued) throw new Error('A locked draft is gone');
    recordAudit(tx, context, {
      type: 'invoice.issued',
      id: invoiceId,
      label: number,
      details: detailsOf(issued),
    });
    publishChange(tx, [...INVOICE_TOPICS, 'notes']);
    return getInvoice(tx, context, invoiceId);
  });
}

/** The notes that an invoice has, locked so that none is changed or disputed meanwhile. */
async function lockHeldNotes(tx: BusinessTransaction, invoiceId: number): Promise<number[]> {
  const rows = await tx
    .select({ noteId: billedNotes.noteId })
    .from(billedNotes)
    .where(and(tx.inTenant(billedNotes), eq(billedNotes.invoiceId, invoiceId)));
  const noteIds = rows.map(({ noteId }) => noteId);
  await lockNotes(tx, noteIds);
  return noteIds;
}

/** @throws 409 `invoice_changed`, with an issue for each note */
function refuseChanged(noteIds: readonly number[]): void {
  if (noteIds.length === 0) return;
  throw conflict(
    'invoice_changed',
    'Visits of this draft have changed. Update the draft and check it before you issue it.',
    noteIds.map((noteId) => ({
      path: `notes.${noteId}`,
      message: 'This visit can no longer be billed as it was.',
    })),
  );
}

/** The tax, the currency and free lines may have changed since the caller saw the draft. @throws 409 `invoice_changed` */
function refuseChangedTotal({ total, currency }: InvoiceContent, confirmed: ConfirmedTotal): void {
  const isSameTotal = confirmed.total === undefined || compare(confirmed.total, total) === 0;
  const isSameCurrency = confirmed.currency === undefined || confirmed.currency === currency;
  if (isSameTotal && isSameCurrency) return;
  const message = `The total of this draft is now ${total} ${currency}. Review the draft before you issue it.`;
  throw conflict('invoice_changed', message, [{ path: isSameTotal ? 'currency' : 'total', message }]);
}

/** @throws 409 `invoice_empty`; 409 `invoice_negative` */
function refuseEmptyOrNegative({ lines, total }: InvoiceContent): void {
  if (lines.length === 0) throw conflict('invoice_empty', 'This draft has no lines.');
  if (signOf(total) < 0)
    throw conflict(
      'invoice_negative',
      'The total is negative. Lower the credit to the amount of this invoice.',
    );
}

/** The next number of the series. */
async function raiseSeries(tx: BusinessTransaction, businessId: number, series: string): Promise<number> {
  const [row] = await tx
    .insert(invoiceSeries)
    .values({ businessId, series, lastNumber: 1 })
    .onConflictDoUpdate({
      target: [invoiceSeries.businessId, invoiceSeries.series],
      set: { lastNumber: sql`${invoiceSeries.lastNumber} + 1` },
    })
    .returning({ lastNumber: invoiceSeries.lastNumber });
  if (!row) throw new Error('A series has no number');
  return row.lastNumber;
}

/** @throws 409 `number_taken` when another format has made this number */
async function refuseTakenNumber(tx: BusinessTransaction, number: string): Promise<void> {
  const [other] = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(tx.inTenant(invoices), eq(invoices.number, number)));
  if (other)
    throw conflict(
      'number_taken',
      `There is an invoice ${number} already. Change the number format in the business settings.`,
    );
}

/**
 * Voids an issued invoice; its number stays, and its visits can be billed again.
 * @throws 404; 409 `invoice_not_issued`; 409 `invoice_has_payments`
 */
export function voidInvoice(context: MemberContext, invoiceId: number, reason: string) {
  return writeInBusiness(context, async (tx) => {
    const row = await lockInvoice(tx, invoiceId);
    refuseInvalid(row);
    if (signOf(row.paid) > 0)
      throw conflict(
        'invoice_has_payments',
        'This invoice has payments. Reverse them with a negative payment first.',
      );
    const noteIds = await lockHeldNotes(tx, invoiceId);
    await setBilled(tx, noteIds, null);
    await releaseNotes(tx, invoiceId);
    await tx
      .update(invoices)
      .set({ state: 'void', voidedAt: context.now, voidReason: reason, updatedAt: context.now })
      .where(whereInvoice(tx, invoiceId));
    recordAudit(tx, context, {
      type: 'invoice.voided',
      id: invoiceId,
      label: row.number,
      details: { ...detailsOf(row), reason },
    });
    publishChange(tx, [...INVOICE_TOPICS, 'notes']);
    return getInvoice(tx, context, invoiceId);
  });
}

/**
 * Records a payment; a negative amount corrects one.
 * @throws 404; 409 `invoice_not_issued`; 400 at `amount` for more than is due or less than was paid, at `date` for a
 * day after today
 */
export function recordPayment(context: MemberContext, invoiceId: number, { amount, date, note }: Payment) {
  const { businessId, session, now } = context;
  return writeInBusiness(context, async (tx) => {
    const [row, today] = await Promise.all([lockInvoice(tx, invoiceId), readToday(tx, context)]);
    refuseInvalid(row);
    const paid = add(row.paid, amount);
    if (signOf(amount) === 0) throw invalidField('amount', 'Enter an amount');
    if (compare(paid, row.total) > 0)
      throw invalidField('amount', `Only ${subtract(row.total, row.paid)} ${row.currency} is due`);
    if (signOf(paid) < 0) throw invalidField('amount', `Only ${row.paid} ${row.currency} was paid`);
    if (date > today) throw invalidField('date', 'This day is in the future');
    await tx.insert(invoicePayments).values({
      businessId,
      invoiceId,
      amount,
      paidOn: date,
      note,
      recordedBy: session.userId,
      createdAt: now,
    });
    await tx
      .update(invoices)
      .set({ paid, state: toState(paid, row.total), updatedAt: now })
      .where(whereInvoice(tx, invoiceId));
    recordAudit(tx, context, {
      type: 'invoice.payment_recorded',
      id: invoiceId,
      label: row.number,
      details: { number: row.number, amount, paid, date },
    });
    publishChange(tx, INVOICE_TOPICS);
    return getInvoice(tx, context, invoiceId);
  });
}

/** @throws 409 `invoice_not_issued` for a draft and a void invoice */
function refuseInvalid({ state }: InvoiceRow): void {
  if (isValid(state)) return;
  throw conflict(
    'invoice_not_issued',
    state === 'void' ? 'This invoice is void.' : 'This invoice is a draft. Issue it first.',
  );
}

function toState(paid: string, total: string): InvoiceRow['state'] {
  if (compare(paid, total) === 0) return 'paid';
  return signOf(paid) === 0 ? 'issued' : 'partly_paid';
}

const detailsOf = ({ number, clientId, payer, total, digest }: InvoiceRow): IssueDetails => ({
  number,
  clientId,
  payer,
  total,
  digest,
});
