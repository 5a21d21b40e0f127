/** Reads of unbilled visits and unpaid invoices. */

import { and, asc, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { countDays } from '#platform/contract/days.ts';
import type { RequestOf } from '#platform/contract/endpoint.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { getOwnBusiness } from '#features/businesses/server/reads.ts';
import { authorizations, clients, payers } from '#features/clients/server/tables.ts';
import type { invoicesContract } from '#features/invoices/contract.ts';
import { BLOCKING_REASONS, type BlockingReason } from '#features/invoices/invoiceContract.ts';
import { notes } from '#features/notes/server/tables.ts';
import { services } from '#features/services/server/tables.ts';
import { billedNotes, invoices } from './tables.ts';
import { omissionOfVisit, payerOfVisit, rateOfVisit } from './visitReads.ts';

type Query = RequestOf<(typeof invoicesContract)['GET /api/billing/open']>['query'];

/** Approved work that no draft, invoice or claim batch has, by client and payer, and unpaid amounts by their age. */
export function readOpen(context: MemberContext, query: Query) {
  return readInBusiness(context, async (tx) => {
    const { timeZone, currency } = await getOwnBusiness(tx, context.businessId);
    const today = dayInZone(context.now, timeZone);
    const [work, amounts] = await Promise.all([listUnbilled(tx, query), readAging(tx, today)]);
    return {
      currency,
      aging: amounts.find((row) => row.currency === currency) ?? NOTHING_UNPAID,
      agingInOtherCurrencies: amounts.filter((row) => row.currency !== currency),
      open: work.flatMap(({ why, ...row }) =>
        // A visit of another time zone may be after today.
        why === null ? { ...row, days: Math.max(0, countDays(row.firstDay, today)) } : [],
      ),
      notBillable: work.flatMap(({ why, ...row }) => (why === null ? [] : { ...row, why })),
    };
  });
}

/** Approved work that nothing has billed: what drafts would take, and what they would leave out until it is corrected. */
const listUnbilled = (tx: BusinessTransaction, { from, to }: Query) =>
  tx
    .select({
      clientId: notes.clientId,
      clientName: sql<string>`${clients.contactName} || ' (' || ${clients.companyName} || ')'`,
      payer: payerOfVisit,
      why: sql<BlockingReason | null>`${omissionOfVisit}`,
      visits: sql<number>`count(*)::int`,
      units: sql<string>`round(sum(${notes.timeUnitsUsed}), 2)::text`,
      amount: sql<string>`round(coalesce(sum(round(${notes.timeUnitsUsed} * ${rateOfVisit}, 2)), 0), 2)::text`,
      firstDay: sql<string>`min(${notes.workDate})::text`,
      lastDay: sql<string>`max(${notes.workDate})::text`,
    })
    .from(notes)
    .innerJoin(clients, and(eq(clients.businessId, notes.businessId), eq(clients.id, notes.clientId)))
    .innerJoin(services, and(eq(services.businessId, notes.businessId), eq(services.key, notes.category)))
    .leftJoin(
      authorizations,
      and(eq(authorizations.businessId, notes.businessId), eq(authorizations.id, notes.authorizationId)),
    )
    .leftJoin(payers, and(eq(payers.businessId, notes.businessId), eq(payers.id, authorizations.payerId)))
    .leftJoin(
      billedNotes,
      and(eq(billedNotes.businessId, notes.businessId), eq(billedNotes.noteId, notes.id)),
    )
    .where(
      and(
        tx.inTenant(notes),
        isNull(notes.deletedAt),
        eq(notes.status, 'resolved'),
        eq(notes.isBilled, false),
        or(isNull(omissionOfVisit), inArray(omissionOfVisit, [...BLOCKING_REASONS])),
        isNull(billedNotes.noteId),
        from === undefined ? undefined : gte(notes.workDate, from),
        to === undefined ? undefined : lte(notes.workDate, to),
      ),
    )
    .groupBy(notes.clientId, clients.contactName, clients.companyName, payerOfVisit, omissionOfVisit)
    .orderBy(asc(sql`min(${notes.workDate})`), asc(notes.clientId), asc(payerOfVisit));

const NOTHING_UNPAID = { current: '0.00', days30: '0.00', days60: '0.00', days90: '0.00', older: '0.00' };

/** Unpaid amounts of issued invoices by their currency and the days since they were due. */
function readAging(tx: BusinessTransaction, today: string) {
  const sum = (from: number | null, to: number | null) => {
    const days = sql`(${today}::date - ${invoices.dueOn})`;
    const isOlder = from === null ? sql`true` : sql`${days} >= ${from}::int`;
    const isYounger = to === null ? sql`true` : sql`${days} <= ${to}::int`;
    return sql<string>`round(coalesce(sum(${invoices.total} - ${invoices.paid}) filter (where ${isOlder} and ${isYounger}), 0), 2)::text`;
  };
  return tx
    .select({
      currency: invoices.currency,
      current: sum(null, 0),
      days30: sum(1, 30),
      days60: sum(31, 60),
      days90: sum(61, 90),
      older: sum(91, null),
    })
    .from(invoices)
    .where(and(tx.inTenant(invoices), sql`${invoices.state} in ('issued', 'partly_paid')`))
    .groupBy(invoices.currency)
    .orderBy(asc(invoices.currency));
}
