/** Reads the visits, used units and balances of a client's statement. */

import { and, asc, eq, gte, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { addDays } from '#platform/contract/days.ts';
import { subtract } from '#platform/contract/decimals.ts';
import { startOfZoneDay } from '#platform/contract/zoneDays.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { invalidField } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { todayOf } from '#platform/server/today.ts';
import { getOwnBusiness } from '#features/businesses/server/reads.ts';
import { hasLapsed, toLapsed } from '#features/clients/forecastRules.ts';
import { getStoredClient } from '#features/clients/server/reads.ts';
import { authorizations } from '#features/clients/server/tables.ts';
import { selectDeductedUnits } from '#features/notes/server/accounts/reads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { toShortServiceName } from '#features/services/rules.ts';
import { services } from '#features/services/server/tables.ts';
import { MAX_VISITS } from '#features/statements/contract.ts';
import { unitLedger } from '#features/units/server/tables.ts';

export interface StatementPeriod {
  clientId: number;
  /** First and last day. */
  from: string;
  to: string;
}

export type Statement = Awaited<ReturnType<typeof readStatement>>;

/** Reads a statement, also of an archived client. @throws 404, 400 at `to` for more than `MAX_VISITS` visits */
export function readStatement(context: MemberContext, period: StatementPeriod) {
  return readInBusiness(context, async (tx) => {
    const [client, business, visits, accounts] = await Promise.all([
      getStoredClient(tx, context, period.clientId),
      getOwnBusiness(tx, context.businessId),
      readVisits(tx, period),
      readAccounts(tx, context, period),
    ]);
    return { period, client, business, visits, accounts };
  });
}

/** The visits of the period by day, without denied ones, which use no units. */
async function readVisits(tx: BusinessTransaction, { clientId, from, to }: StatementPeriod) {
  const rows = await tx
    .select({
      workDate: notes.workDate,
      startTime: notes.startTime,
      endTime: notes.endTime,
      startOccurrence: notes.startOccurrence,
      endOccurrence: notes.endOccurrence,
      serviceName: services.name,
      author: { username: users.username, firstName: users.firstName, lastName: users.lastName },
      // None for a visit that was sent back when it arrived, until it is signed again.
      units: selectDeductedUnits(),
      status: notes.status,
      isDisputed: notes.isDisputed,
    })
    .from(notes)
    .innerJoin(services, and(tx.inTenant(services), eq(services.key, notes.category)))
    .innerJoin(users, and(tx.inTenant(users), eq(users.id, notes.authorId)))
    .where(
      and(
        tx.inTenant(notes),
        eq(notes.clientId, clientId),
        gte(notes.workDate, from),
        lte(notes.workDate, to),
        ne(notes.status, 'denied'),
        isNull(notes.deletedAt),
      ),
    )
    .orderBy(asc(notes.workDate), asc(notes.startTime), asc(notes.id))
    .limit(MAX_VISITS + 1);
  if (rows.length > MAX_VISITS)
    throw invalidField(
      'to',
      `That’s more than ${MAX_VISITS.toLocaleString('en-US')} visits. Choose a shorter period.`,
    );
  return rows.map(({ author, serviceName, ...row }) => ({
    ...row,
    serviceName: toShortServiceName(serviceName),
    employeeName: fullNameOf(author),
  }));
}

/**
 * The balance of each account before and after the period, in units, and what changed it; from the unit history.
 * Units that have lapsed are no balance: their account has `lapsed` instead. Balances with the lapsed units add up.
 */
async function readAccounts(
  tx: BusinessTransaction,
  context: MemberContext,
  { clientId, from, to }: StatementPeriod,
) {
  const start = startOfZoneDay(from, context.session);
  const end = startOfZoneDay(addDays(to, 1), context.session);
  const sum = (condition: ReturnType<typeof sql>) =>
    sql<string>`coalesce(sum(${unitLedger.delta}) filter (where ${condition}), 0)::numeric(12, 2)::text`;
  const isBefore = sql`${unitLedger.createdAt} < ${start.toISOString()}`;
  const isOfVisit = sql`${unitLedger.kind} in ('note', 'reversal')`;
  const rows = await tx
    .select({
      authorizationId: unitLedger.authorizationId,
      serviceName: authorizations.serviceName,
      reference: authorizations.reference,
      expiryDate: authorizations.expiryDate,
      opening: sum(isBefore),
      added: sum(sql`not ${isBefore} and not ${isOfVisit}`),
      used: sum(sql`not ${isBefore} and ${isOfVisit}`),
      closing: sql<string>`sum(${unitLedger.delta})::numeric(12, 2)::text`,
    })
    .from(unitLedger)
    .leftJoin(
      authorizations,
      and(tx.inTenant(authorizations), eq(authorizations.id, unitLedger.authorizationId)),
    )
    .where(and(tx.inTenant(unitLedger), eq(unitLedger.clientId, clientId), lt(unitLedger.createdAt, end)))
    .groupBy(
      unitLedger.authorizationId,
      authorizations.serviceName,
      authorizations.reference,
      authorizations.expiryDate,
    )
    .orderBy(sql`${unitLedger.authorizationId} nulls first`);
  // A day that has not come yet counts as today.
  const today = todayOf(context);
  const [before, last] = [addDays(from, -1), to].map((day) => (day < today ? day : today));
  return rows.map(({ expiryDate, ...row }) => {
    const opening = splitBalance(row.opening, expiryDate, before ?? today);
    const closing = splitBalance(row.closing, expiryDate, last ?? today);
    const lapsed = hasLapsed({ expiryDate }, last ?? today)
      ? { day: expiryDate ?? '', unitsBefore: opening.lapsed, units: closing.lapsed }
      : null;
    return { ...row, opening: opening.balance, closing: closing.balance, lapsed };
  });
}

/** Splits the units of an account on a day: those that lapsed unused are no balance; an overdraft remains one. */
function splitBalance(units: string, expiryDate: string | null, day: string) {
  const lapsed = toLapsed({ total: units, used: '0', startDate: null, expiryDate }, day);
  return { balance: subtract(units, lapsed), lapsed };
}
