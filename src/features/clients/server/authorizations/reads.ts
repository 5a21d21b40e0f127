/** Reads authorizations, and the conditions under which one is in force. */

import { and, eq, gte, inArray, isNotNull, isNull, lte, or, type SQLWrapper } from 'drizzle-orm';
import { awaitAll } from '#platform/server/awaitAll.ts';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import {
  byCreation,
  newestFirst,
  whereAfterCursor,
  wholePageOf,
  type PageQuery,
} from '#platform/server/cursor.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { todayOf } from '#platform/server/today.ts';
import { toAvailable, toLapsed } from '#features/clients/forecastRules.ts';
import {
  STATUSES_IN_FORCE,
  type ClientAccount,
  type ForecastReader,
} from '#features/clients/server/accountReads.ts';
import { getVisibleClient } from '#features/clients/server/reads.ts';
import { authorizations, payers } from '#features/clients/server/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { findRate } from '#features/services/rateRules.ts';
import { services } from '#features/services/server/tables.ts';

/**
 * For a query that reads authorizations: those in force on a day. Their period includes it, and their status is approved
 * or expired.
 */
export const isInForceOn = (day: string | SQLWrapper) =>
  and(inArray(authorizations.status, STATUSES_IN_FORCE), isWithinPeriod(day));

/** Requires the period of an authorization to include a day; false for none, in a left join. */
export const isWithinPeriod = (day: string | SQLWrapper) =>
  and(
    isNotNull(authorizations.id),
    or(isNull(authorizations.startDate), lte(authorizations.startDate, day)),
    or(isNull(authorizations.expiryDate), gte(authorizations.expiryDate, day)),
  );

const selectAuthorizations = (tx: BusinessTransaction) =>
  tx
    .select({
      row: authorizations,
      service: { id: services.id, name: services.name },
      payer: payers.name,
      approver: { username: users.username, firstName: users.firstName, lastName: users.lastName },
    })
    .from(authorizations)
    .leftJoin(services, and(tx.inTenant(services), eq(services.key, authorizations.category)))
    .leftJoin(payers, and(tx.inTenant(payers), eq(payers.id, authorizations.payerId)))
    .leftJoin(users, and(tx.inTenant(users), eq(users.id, authorizations.approvedBy)));

type Row = Awaited<ReturnType<typeof selectAuthorizations>>[number];

const order = { at: authorizations.createdAt, id: authorizations.id };

/** A page of the authorizations of a client that the caller can see, newest first. @throws 404 */
export function listAuthorizations(
  context: MemberContext,
  { clientId, limit, cursor }: PageQuery & { clientId: number },
  readForecasts: ForecastReader,
) {
  const afterCursor = whereAfterCursor(order, cursor);
  return readInBusiness(context, async (tx) => {
    const matching = and(tx.inTenant(authorizations), eq(authorizations.clientId, clientId));
    const { rows, toForecast } = await awaitAll({
      client: getVisibleClient(tx, context, clientId),
      rows: selectAuthorizations(tx)
        .where(and(matching, afterCursor))
        .orderBy(...newestFirst(order))
        .limit(limit + 1),
      toForecast: isManager(context.session) ? readForecasts(tx, context, clientId) : null,
    });
    const page = wholePageOf({ rows, limit }, ({ row }) => byCreation(row));
    return { ...page, rows: page.rows.map((row) => toAuthorization(context, row, toForecast)) };
  });
}

/** One authorization of the business for a manager. @throws 404 */
export async function getAuthorization(
  tx: BusinessTransaction,
  context: MemberContext,
  { authorizationId, readForecasts }: { authorizationId: number; readForecasts: ForecastReader },
) {
  const [row] = await selectAuthorizations(tx).where(
    and(tx.inTenant(authorizations), eq(authorizations.id, authorizationId)),
  );
  if (!row) throw notFound('This authorization does not exist.');
  return toAuthorization(context, row, await readForecasts(tx, context, row.row.clientId));
}

/** The authorization as the caller may see it: employees get no payer, reference, rate or forecast. */
function toAuthorization(
  context: MemberContext,
  { row, service, payer, approver }: Row,
  toForecast: ((account: ClientAccount) => ReturnType<Awaited<ReturnType<ForecastReader>>>) | null,
) {
  const { businessId: _, payerId, payerClientId, reference, rates, ...fields } = row;
  const account = toAccount(row);
  return {
    ...fields,
    serviceId: service?.id ?? null,
    serviceName: service?.name ?? row.serviceName,
    approvedByName: approver && fullNameOf(approver),
    unitsAvailable: account && toAvailable(account),
    unitsLapsed: account && toLapsed(account, todayOf(context)),
    ...(toForecast && {
      payer,
      payerId,
      payerClientId,
      reference,
      unitRate: findRate(rates, todayOf(context)),
      rates,
      forecast: account && toForecast(account),
    }),
  };
}

/** The account of an authorization; null without units. */
function toAccount({
  id,
  category,
  unitsAuthorized,
  unitsUsed,
  ...row
}: typeof authorizations.$inferSelect): ClientAccount | null {
  if (unitsAuthorized === null) return null;
  const { clientId, reference, startDate, expiryDate, status } = row;
  return {
    clientId,
    authorizationId: id,
    serviceKey: category,
    reference,
    startDate,
    expiryDate,
    isApproved: STATUSES_IN_FORCE.includes(status),
    openedAt: null,
    total: unitsAuthorized,
    used: unitsUsed,
  };
}
