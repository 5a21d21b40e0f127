/** Guarded: drafts of invoices, and the visits that they take. */

import { and, count, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict, invalidField, notFound } from '#platform/server/errors.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { getOwnBusiness } from '#features/businesses/server/reads.ts';
import { lockPayerName } from '#features/clients/server/payers/reads.ts';
import { clients } from '#features/clients/server/tables.ts';
import type { draftInput, invoiceInput } from '#features/invoices/contract.ts';
import { keepDraftRates } from '#features/notes/server/billing/actions.ts';
import { describeDraft, readDraft, toChoice, type InvoiceRow } from './contentReads.ts';
import { exceedsMaximum } from './invoiceLines.ts';
import { describeInvoice, whereInvoice } from './reads.ts';
import { billedNotes, invoices } from './tables.ts';
import { readVisits, type Visits } from './visitReads.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'invoice.drafted': DraftDetails;
    'invoice.changed': DraftDetails;
    'invoice.deleted': DraftDetails;
  }
}

type DraftDetails = Pick<InvoiceRow, 'clientId' | 'payer' | 'grouping' | 'total'> & {
  from: string;
  to: string;
};

/** Topics that open pages refetch when an invoice changes. */
export const INVOICE_TOPICS = ['invoices', 'audit'];

/**
 * Collects the approved and unbilled visits of a period in a draft.
 * @throws 404 for a client of another business; 400 at `payer` for an unknown one, at `to` for too many visits
 */
export function createDraft(context: MemberContext, input: z.output<typeof invoiceInput>) {
  const { businessId, session, now } = context;
  return writeInBusiness(context, async (tx) => {
    const clientIds = [...new Set(input.clientIds ?? (input.clientId === undefined ? [] : [input.clientId]))];
    await refuseUnknownClients(tx, clientIds);
    const payer = input.payer === undefined ? null : await lockPayerName(tx, input.payer);
    const { currency } = await getOwnBusiness(tx, businessId);
    const [draft] = await tx
      .insert(invoices)
      .values({
        businessId,
        clientId: input.clientId ?? null,
        payerId: payer?.id ?? null,
        payer: payer?.name ?? null,
        clientIds,
        periodStart: input.from,
        periodEnd: input.to,
        grouping: input.grouping,
        currency,
        createdBy: session.userId,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!draft) throw new Error('A draft was not stored');
    return collect(tx, context, { draft, type: 'invoice.drafted' });
  });
}

/**
 * Replaces the choices of a draft, and collects its visits again.
 * @throws 404; 409 `invoice_not_draft`; 409 `invoice_changed` when the draft was changed after `updatedAt`; 400 at `to`
 * for too many visits or too large a total
 */
export function changeDraft(
  context: MemberContext,
  invoiceId: number,
  { from, to, updatedAt, ...choices }: z.output<typeof draftInput>,
) {
  return writeInBusiness(context, async (tx) => {
    const before = await lockDraft(tx, invoiceId);
    if (updatedAt !== undefined && Date.parse(updatedAt) !== before.updatedAt.getTime())
      throw conflict(
        'invoice_changed',
        'This draft has changed since you opened it. Review it, then make your change again.',
      );
    const { currency } = await getOwnBusiness(tx, context.businessId);
    const [draft] = await tx
      .update(invoices)
      .set({ periodStart: from, periodEnd: to, ...choices, currency, updatedAt: context.now })
      .where(whereInvoice(tx, invoiceId))
      .returning();
    if (!draft) throw new Error('A locked draft is gone');
    await releaseNotes(tx, invoiceId);
    return collect(tx, context, { draft, type: 'invoice.changed' });
  });
}

/** Deletes a draft; its visits can be billed again. @throws 404; 409 `invoice_not_draft` */
export function deleteDraft(context: MemberContext, invoiceId: number): Promise<undefined> {
  return writeInBusiness<undefined>(context, async (tx) => {
    const draft = await lockDraft(tx, invoiceId);
    await releaseNotes(tx, invoiceId);
    await tx.delete(invoices).where(whereInvoice(tx, invoiceId));
    recordAudit(tx, context, { type: 'invoice.deleted', id: invoiceId, details: toDetails(draft) });
    publishChange(tx, INVOICE_TOPICS);
  });
}

/** Locks a draft until the transaction ends. @throws 404; 409 `invoice_not_draft` */
export async function lockDraft(tx: BusinessTransaction, invoiceId: number): Promise<InvoiceRow> {
  const row = await lockInvoice(tx, invoiceId);
  if (row.state !== 'draft')
    throw conflict('invoice_not_draft', 'This invoice was issued, so it can no longer be changed.');
  return row;
}

/** Locks an invoice until the transaction ends. @throws 404 */
export async function lockInvoice(tx: BusinessTransaction, invoiceId: number): Promise<InvoiceRow> {
  const [row] = await tx.select().from(invoices).where(whereInvoice(tx, invoiceId)).for('no key update');
  if (!row) throw notFound('This invoice does not exist.');
  return row;
}

/** Its notes can be billed again. */
export const releaseNotes = (tx: BusinessTransaction, invoiceId: number) =>
  tx
    .delete(billedNotes)
    .where(and(tx.inTenant(billedNotes), eq(billedNotes.invoiceId, invoiceId)))
    .execute();

/** Archived clients have visits to bill too. @throws 404 for a client of another business */
export async function refuseUnknownClients(
  tx: BusinessTransaction,
  clientIds: readonly number[],
): Promise<void> {
  const [row] = await tx
    .select({ clients: count() })
    .from(clients)
    .where(and(tx.inTenant(clients), inArray(clients.id, [...clientIds])));
  if (row?.clients !== clientIds.length) throw notFound('This client does not exist.');
}

/** Takes the visits that can be billed; those that another draft takes at this moment are left out. */
async function collect(
  tx: BusinessTransaction,
  context: MemberContext,
  { draft, type }: { draft: InvoiceRow; type: 'invoice.drafted' | 'invoice.changed' },
) {
  const { included, omitted } = await readVisits(tx, toChoice(draft));
  const heldCount = await takeVisits(tx, draft, included);
  const held = included.map((visit) => ({ ...visit, isUnchanged: true }));
  // Read again when another draft has taken some at this moment, to name it.
  const content = await (heldCount === included.length
    ? describeDraft(tx, context, { draft, visits: { held, omitted, hasMoreOmitted: false } })
    : readDraft(tx, context, draft));
  const { total } = content.content;
  if (exceedsMaximum(total)) throw invalidField('to', 'The total is too large for one invoice');
  const [stored] = await tx.update(invoices).set({ total }).where(whereInvoice(tx, draft.id)).returning();
  if (!stored) throw new Error('A draft is gone');
  recordAudit(tx, context, { type, id: draft.id, details: toDetails(stored) });
  publishChange(tx, INVOICE_TOPICS);
  return describeInvoice(tx, context, { row: stored, content });
}

/** Puts visits on a draft, with their rates. @returns how many; the others are on another draft */
async function takeVisits(
  tx: BusinessTransaction,
  { businessId, id: invoiceId }: InvoiceRow,
  visits: Visits['included'],
): Promise<number> {
  if (visits.length === 0) return 0;
  const rows = visits.map(({ noteId, version, units, unitRate, authorizationId }) => ({
    businessId,
    noteId,
    invoiceId,
    version,
    units,
    unitRate,
    authorizationId,
  }));
  const columns = { noteId: billedNotes.noteId, unitRate: billedNotes.unitRate };
  const rates = await tx.insert(billedNotes).values(rows).onConflictDoNothing().returning(columns);
  await keepDraftRates(tx, businessId, rates);
  return rates.length;
}

const toDetails = ({
  clientId,
  payer,
  grouping,
  total,
  periodStart,
  periodEnd,
}: InvoiceRow): DraftDetails => ({
  clientId,
  payer,
  grouping,
  total,
  from: periodStart,
  to: periodEnd,
});
