/** Lists invoices, and describes one as the API returns it. */

import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { subtract } from '#platform/contract/decimals.ts';
import type { RequestOf } from '#platform/contract/endpoint.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { countUpTo } from '#platform/server/counting.ts';
import { newestFirst, pageOf, whereAfterCursor } from '#platform/server/cursor.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { getOwnBusiness } from '#features/businesses/server/reads.ts';
import { selectPayerNamed } from '#features/clients/server/payers/reads.ts';
import { clients } from '#features/clients/server/tables.ts';
import type { invoicesContract } from '#features/invoices/contract.ts';
import type { invoice, invoiceRow } from '#features/invoices/invoiceContract.ts';
import { notes } from '#features/notes/server/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { parseContent, readDraft, type DraftContent, type InvoiceRow } from './contentReads.ts';
import { invoiceRights } from './policy.ts';
import { billedNotes, invoicePayments, invoices } from './tables.ts';

type Query = RequestOf<(typeof invoicesContract)['GET /api/invoices']>['query'];

const newest = { at: invoices.createdAt, id: invoices.id };

/** An invoice of the business. */
export const whereInvoice = (tx: BusinessTransaction, invoiceId: number) =>
  and(tx.inTenant(invoices), eq(invoices.id, invoiceId));

/** The day in the business's time zone. */
export const readToday = async (tx: BusinessTransaction, { businessId, now }: MemberContext) =>
  dayInZone(now, (await getOwnBusiness(tx, businessId)).timeZone);

/** Invoices with filters, newest first. */
export function listInvoices(context: MemberContext, { state, clientId, payer, limit, cursor }: Query) {
  return readInBusiness(context, async (tx) => {
    const { timeZone, currency } = await getOwnBusiness(tx, context.businessId);
    const today = dayInZone(context.now, timeZone);
    const matching = and(
      tx.inTenant(invoices),
      state === undefined ? undefined : whereState(state, today),
      // A payer's invoice names the clients that it is for.
      clientId === undefined ? undefined : sql`${clientId} = any (${invoices.clientIds})`,
      payer === undefined ? undefined : await wherePayer(tx, payer),
    );
    const afterCursor = whereAfterCursor(newest, cursor);
    const [total, rows] = await Promise.all([
      countUpTo(tx, invoices, matching),
      tx
        .select({ invoice: invoices, clientName: clients.contactName })
        .from(invoices)
        .leftJoin(clients, and(tx.inTenant(clients), eq(clients.id, invoices.clientId)))
        .where(and(matching, afterCursor))
        .orderBy(...newestFirst(newest))
        .limit(limit + 1),
    ]);
    const page = pageOf({ rows, limit, total }, (row) => ({ at: row.invoice.createdAt, id: row.invoice.id }));
    return {
      ...page,
      rows: page.rows.map(({ invoice: row, clientName }) =>
        toInvoiceRow(row, {
          billToName: row.billToName ?? row.payer ?? clientName ?? '',
          // As on the page of the draft.
          currency: row.state === 'draft' ? currency : row.currency,
          today,
        }),
      ),
    };
  });
}

/** Invoices to the payer with this name now; if there is none, those that were issued under the name. */
async function wherePayer(tx: BusinessTransaction, name: string) {
  const [payer] = await selectPayerNamed(tx, name);
  return payer ? eq(invoices.payerId, payer.id) : eq(invoices.payer, name);
}

const OPEN_STATES = ['issued', 'partly_paid'] as const;

const whereState = (state: NonNullable<Query['state']>, today: string) =>
  state === 'overdue'
    ? and(inArray(invoices.state, [...OPEN_STATES]), lt(invoices.dueOn, today))
    : eq(invoices.state, state);

function toInvoiceRow(
  row: InvoiceRow,
  { billToName, currency, today }: { billToName: string; currency: string; today: string },
): z.output<typeof invoiceRow> {
  const { id, number, state, clientId, payer, total, paid, issuedOn, dueOn, createdAt } = row;
  const isOpen = state === 'issued' || state === 'partly_paid';
  return {
    id,
    number,
    state,
    billToName,
    clientId,
    payer,
    from: row.periodStart,
    to: row.periodEnd,
    currency,
    total,
    paid,
    due: isOpen ? subtract(total, paid) : '0.00',
    issuedOn,
    dueOn,
    isOverdue: isOpen && dueOn !== null && dueOn < today,
    createdAt,
  };
}

/** One invoice. @throws 404 */
export const readInvoice = (context: MemberContext, invoiceId: number) =>
  readInBusiness(context, (tx) => getInvoice(tx, context, invoiceId));

/** One invoice, as the API returns it. @throws 404 */
export async function getInvoice(
  tx: BusinessTransaction,
  context: MemberContext,
  invoiceId: number,
): Promise<z.output<typeof invoice>> {
  const [row] = await tx.select().from(invoices).where(whereInvoice(tx, invoiceId));
  if (!row) throw notFound('This invoice does not exist.');
  const content = row.state === 'draft' ? readDraft(tx, context, row) : null;
  return describeInvoice(tx, context, { row, content });
}

interface WrittenInvoice {
  row: InvoiceRow;
  /** Null for one that was issued. */
  content: DraftContent | Promise<DraftContent> | null;
}

/** An invoice that was read or written just now, as the API returns it. */
export async function describeInvoice(
  tx: BusinessTransaction,
  context: MemberContext,
  { row, content }: WrittenInvoice,
): Promise<z.output<typeof invoice>> {
  const [draft, payments, disputedNotes, issuer, today] = await Promise.all([
    content,
    listPayments(tx, row.id),
    listDisputed(tx, row),
    row.issuedBy === null ? undefined : readName(tx, row.issuedBy),
    readToday(tx, context),
  ]);
  const printed = draft?.content ?? parseContent(row);
  const listed = toInvoiceRow(row, { billToName: printed.billTo.name, currency: printed.currency, today });
  return {
    ...listed,
    ...printed,
    clientIds: row.clientIds,
    grouping: row.grouping,
    otherLines: row.otherLines,
    excludedNoteIds: row.excludedNoteIds,
    notIncluded: draft?.omitted ?? [],
    hasMoreNotIncluded: draft?.hasMoreOmitted ?? false,
    changedNoteIds: draft?.changedNoteIds ?? [],
    disputedNotes,
    payments,
    digest: row.digest,
    issuedByName: issuer ?? null,
    voidedAt: row.voidedAt,
    voidReason: row.voidReason,
    updatedAt: row.updatedAt,
    can: invoiceRights(context.session, row),
  };
}

async function listPayments(tx: BusinessTransaction, invoiceId: number) {
  const rows = await tx
    .select({
      id: invoicePayments.id,
      amount: invoicePayments.amount,
      date: invoicePayments.paidOn,
      note: invoicePayments.note,
      createdAt: invoicePayments.createdAt,
      recorder: { username: users.username, firstName: users.firstName, lastName: users.lastName },
    })
    .from(invoicePayments)
    .innerJoin(users, and(tx.inTenant(users), eq(users.id, invoicePayments.recordedBy)))
    .where(and(tx.inTenant(invoicePayments), eq(invoicePayments.invoiceId, invoiceId)))
    .orderBy(asc(invoicePayments.id));
  return rows.map(({ recorder, ...row }) => ({ ...row, recordedByName: fullNameOf(recorder) }));
}

/** Notes of an invoice whose dispute has no answer; a draft leaves such notes out. */
async function listDisputed(tx: BusinessTransaction, { id, state }: InvoiceRow) {
  if (state === 'draft') return [];
  return tx
    .select({
      noteId: notes.id,
      title: notes.title,
      clientName: notes.clientContactName,
      workDate: notes.workDate,
    })
    .from(billedNotes)
    .innerJoin(notes, and(tx.inTenant(notes), eq(notes.id, billedNotes.noteId)))
    .where(and(tx.inTenant(billedNotes), eq(billedNotes.invoiceId, id), notes.isDisputed))
    .orderBy(asc(notes.workDate), asc(notes.id));
}

async function readName(tx: BusinessTransaction, userId: number): Promise<string | undefined> {
  const [row] = await tx
    .select({ username: users.username, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(tx.inTenant(users), eq(users.id, userId)));
  return row && fullNameOf(row);
}
