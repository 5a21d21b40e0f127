/** The visits that a change of rates affects: approved, and on no issued invoice and in no claim. */

import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { getOwnBusiness } from '#features/businesses/server/reads.ts';
import { authorizations, clients } from '#features/clients/server/tables.ts';
import { billedNotes } from '#features/invoices/server/tables.ts';
import { notes } from '#features/notes/server/tables.ts';
import type { Rate, RateEffect } from '#features/services/rateContract.ts';
import type { RateChange } from '#features/services/server/rates/actions.ts';
import { rateOn } from '#features/services/server/rates/reads.ts';
import { services } from '#features/services/server/tables.ts';

/** The rate of a visit by service and authorization, with the rates before or after a change. */
function ratedBy(change: RateChange, rates: readonly Rate[]) {
  const changed = rateOn(sql`${JSON.stringify(rates)}::jsonb`, notes.workDate);
  return 'serviceKey' in change
    ? sql`coalesce(${rateOn(authorizations.rates, notes.workDate)}, ${changed})`
    : sql`coalesce(${changed}, ${rateOn(services.rates, notes.workDate)})`;
}

const selectWhere = (tx: BusinessTransaction, change: RateChange) =>
  and(
    tx.inTenant(notes),
    'serviceKey' in change
      ? eq(notes.category, change.serviceKey)
      : eq(notes.authorizationId, change.authorizationId),
    eq(notes.isBilled, false),
    isNull(notes.deletedAt),
    sql`${ratedBy(change, change.before)} is distinct from ${ratedBy(change, change.after)}`,
  );

const toNewRate = (change: RateChange) =>
  sql<string | null>`coalesce(${ratedBy(change, change.after)}, ${clients.unitRate})`;
const toOldRate = (change: RateChange) =>
  sql<
    string | null
  >`coalesce(${notes.unitRate}, ${notes.draftRate}, ${ratedBy(change, change.before)}, ${clients.unitRate})`;

/** Previews the effect of the change. */
export async function previewRates(
  tx: BusinessTransaction,
  { businessId }: MemberContext,
  change: RateChange,
): Promise<RateEffect> {
  const { currency } = await getOwnBusiness(tx, businessId);
  const [oldRate, newRate] = [toOldRate(change), toNewRate(change)];
  const amount = (rate: typeof oldRate) =>
    sql<string>`round(coalesce(sum(round(${notes.timeUnitsUsed} * ${rate}, 2)), 0), 2)::text`;
  const [row] = await tx
    .select({
      visits: sql<number>`count(*)::int`,
      onDrafts: sql<number>`count(${billedNotes.noteId})::int`,
      firstDay: sql<string | null>`min(${notes.workDate})::text`,
      lastDay: sql<string | null>`max(${notes.workDate})::text`,
      before: amount(oldRate),
      after: amount(newRate),
    })
    .from(notes)
    .innerJoin(clients, and(eq(clients.businessId, notes.businessId), eq(clients.id, notes.clientId)))
    .innerJoin(services, and(eq(services.businessId, notes.businessId), eq(services.key, notes.category)))
    .leftJoin(
      authorizations,
      and(eq(authorizations.businessId, notes.businessId), eq(authorizations.id, notes.authorizationId)),
    )
    .leftJoin(
      billedNotes,
      and(eq(billedNotes.businessId, notes.businessId), eq(billedNotes.noteId, notes.id)),
    )
    .where(
      and(selectWhere(tx, change), eq(notes.status, 'resolved'), sql`${oldRate} is distinct from ${newRate}`),
    );
  if (!row) throw new Error('A count has no row');
  return { ...row, currency };
}

/** Locks the approved visits that the change affects, so that none is billed meanwhile. @returns them with their new rates */
export async function lockRatedVisits(tx: BusinessTransaction, change: RateChange) {
  const rows = await tx
    .select({
      noteId: notes.id,
      updatedAt: notes.updatedAt,
      clientId: notes.clientId,
      title: notes.title,
      oldRate: toOldRate(change),
      unitRate: toNewRate(change),
      isFrozen: sql<boolean>`${notes.unitRate} is not null`,
    })
    .from(notes)
    .innerJoin(clients, and(eq(clients.businessId, notes.businessId), eq(clients.id, notes.clientId)))
    .innerJoin(services, and(eq(services.businessId, notes.businessId), eq(services.key, notes.category)))
    .leftJoin(
      authorizations,
      and(eq(authorizations.businessId, notes.businessId), eq(authorizations.id, notes.authorizationId)),
    )
    .where(and(selectWhere(tx, change), eq(notes.status, 'resolved')))
    .orderBy(asc(notes.id))
    .for('no key update', { of: notes });
  return rows.filter(({ oldRate, unitRate }) => oldRate !== unitRate);
}
