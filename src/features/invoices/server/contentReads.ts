/** The content of drafts and issued invoices. */

import { and, eq } from 'drizzle-orm';
import { parseObject } from '#platform/server/canonicalJson.ts';
import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { getOwnBusiness } from '#features/businesses/server/reads.ts';
import { clients } from '#features/clients/server/tables.ts';
import type { InvoiceContent } from '#features/invoices/invoiceContract.ts';
import { toLines, toTotals } from './invoiceLines.ts';
import type { invoices } from './tables.ts';
import { readDraftVisits, type DraftChoice, type DraftVisits, type OmittedVisit } from './visitReads.ts';

export type InvoiceRow = typeof invoices.$inferSelect;

/** Selects the criteria by which a draft collects visits. */
export const toChoice = (draft: InvoiceRow): DraftChoice => ({
  payer: draft.payer,
  clientIds: draft.clientIds,
  from: draft.periodStart,
  to: draft.periodEnd,
  excludedNoteIds: draft.excludedNoteIds,
  invoiceId: draft.id,
});

export interface DraftContent {
  content: InvoiceContent;
  omitted: OmittedVisit[];
  /** Set when the period has more visits than `omitted` can list. */
  hasMoreOmitted: boolean;
  /** Notes that the draft has taken and that can no longer be billed as they were. */
  changedNoteIds: number[];
}

/** Reads what a draft would bill now: the visits that it has taken, except those that were changed since then. */
export const readDraft = (tx: BusinessTransaction, context: MemberContext, draft: InvoiceRow) =>
  describeDraft(tx, context, { draft, visits: readDraftVisits(tx, toChoice(draft)) });

/** The same with visits that were read just now. */
export async function describeDraft(
  tx: BusinessTransaction,
  context: MemberContext,
  { draft, visits }: { draft: InvoiceRow; visits: DraftVisits | Promise<DraftVisits> },
): Promise<DraftContent> {
  const [{ held, omitted, hasMoreOmitted }, business, billTo] = await Promise.all([
    visits,
    getOwnBusiness(tx, context.businessId),
    readBillTo(tx, draft),
  ]);
  const unchanged = held.filter(({ isUnchanged }) => isUnchanged);
  const lines = toLines(unchanged, draft);
  return {
    content: {
      seller: {
        name: business.name,
        address: business.invoiceAddress ?? business.address,
        email: business.email,
        phone: business.phone,
        taxId: business.taxId,
      },
      billTo,
      from: draft.periodStart,
      to: draft.periodEnd,
      currency: business.currency,
      lines,
      taxRate: business.taxRate,
      ...toTotals(lines, business.taxRate),
    },
    omitted,
    hasMoreOmitted,
    changedNoteIds: held.filter(({ isUnchanged }) => !isUnchanged).map(({ noteId }) => noteId),
  };
}

/** Name and address of who pays. */
export async function readBillTo(
  tx: BusinessTransaction,
  { clientId, payer }: Pick<InvoiceRow, 'clientId' | 'payer'>,
): Promise<InvoiceContent['billTo']> {
  if (clientId === null) return { name: payer ?? '', address: null };
  const [client] = await tx
    .select({ name: clients.contactName, address: clients.address })
    .from(clients)
    .where(and(tx.inTenant(clients), eq(clients.id, clientId)));
  if (!client) throw new Error('The client of an invoice is missing');
  return client;
}

/** Parses the content that was frozen when the invoice was issued. */
export function parseContent({ document }: InvoiceRow): InvoiceContent & { number: string } {
  const content = parseObject(document ?? '');
  if (!content) throw new Error('The document of an issued invoice cannot be read');
  return content as unknown as ReturnType<typeof parseContent>;
}
