/** Accounts of units: a client's general account, and one for each authorization with units. */

import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { add, subtract } from '#platform/contract/decimals.ts';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { todayOf } from '#platform/server/today.ts';
import type { Account, Forecast } from '#features/clients/authorizationContract.ts';
import { hasLapsed, toAvailable, toLapsed, toLevel } from '#features/clients/forecastRules.ts';
import { authorizations } from './tables.ts';

/** An account; lapsed ones included. Units are decimals as text. */
export interface ClientAccount {
  clientId: number;
  /** Null for the general account, as `serviceKey`, `reference` and the dates. */
  authorizationId: number | null;
  serviceKey: string | null;
  reference: string | null;
  startDate: string | null;
  expiryDate: string | null;
  /** Used by notes within its dates. */
  isApproved: boolean;
  /** When the general account was opened; earlier weeks do not count toward its pace. Null for authorizations. */
  openedAt: Date | null;
  total: string;
  used: string;
}

/** Reads what the forecasts of accounts need; implemented in `forecast` and injected by `app`. */
export type ForecastReader = (
  tx: BusinessTransaction,
  context: MemberContext,
  clientId?: number,
) => Promise<(account: ClientAccount) => Forecast>;

/** Alerts managers when an account has run low or out; implemented in `forecast` and injected by `app`. */
export type UsageAlerts = (
  tx: BusinessTransaction,
  context: MemberContext,
  account: Pick<ClientAccount, 'clientId' | 'authorizationId' | 'total' | 'used'>,
) => Promise<void>;

/** Statuses of authorizations that notes can use during their period. */
export const STATUSES_IN_FORCE: (typeof authorizations.$inferSelect)['status'][] = ['approved', 'expired'];

/** The authorizations with units, of one client or of all, as accounts by id. */
export async function listAuthorizedAccounts(
  tx: BusinessTransaction,
  clientId?: number,
): Promise<ClientAccount[]> {
  const rows = await tx
    .select({
      clientId: authorizations.clientId,
      authorizationId: authorizations.id,
      serviceKey: authorizations.category,
      reference: authorizations.reference,
      startDate: authorizations.startDate,
      expiryDate: authorizations.expiryDate,
      isApproved: sql<boolean>`${inArray(authorizations.status, STATUSES_IN_FORCE)}`,
      total: authorizations.unitsAuthorized,
      used: authorizations.unitsUsed,
    })
    .from(authorizations)
    .where(
      and(
        tx.inTenant(authorizations),
        clientId === undefined ? undefined : eq(authorizations.clientId, clientId),
        isNotNull(authorizations.unitsAuthorized),
      ),
    )
    .orderBy(asc(authorizations.id));
  return rows.map(({ total, ...row }) => ({ ...row, openedAt: null, total: total ?? '0.00' }));
}

/** The client's general account: what its stored totals have beside the authorizations. */
export function toGeneralAccount(
  client: { id: number; createdAt: Date; totalTimeUnits: string; usedTimeUnits: string },
  authorized: readonly ClientAccount[],
): ClientAccount {
  return {
    clientId: client.id,
    authorizationId: null,
    serviceKey: null,
    reference: null,
    startDate: null,
    expiryDate: null,
    isApproved: true,
    openedAt: client.createdAt,
    total: subtract(client.totalTimeUnits, sum(authorized, 'total')),
    used: subtract(client.usedTimeUnits, sum(authorized, 'used')),
  };
}

/**
 * The totals and accounts of a client's answer: the totals omit lapsed accounts.
 * @param authorized the accounts of this client's authorizations
 * @param toForecast null for employees, who see a level only
 */
export function toClientUnits(
  today: string,
  general: ClientAccount,
  {
    authorized,
    toForecast,
  }: {
    authorized: readonly ClientAccount[];
    toForecast: ((account: ClientAccount) => Forecast) | null;
  },
) {
  const current = [general, ...authorized.filter((account) => !hasLapsed(account, today))];
  const [total, used] = [sum(current, 'total'), sum(current, 'used')];
  return {
    totalTimeUnits: total,
    usedTimeUnits: used,
    availableTimeUnits: subtract(total, used),
    generalTotalUnits: general.total,
    lapsedTimeUnits: add(...authorized.map((account) => toLapsed(account, today))),
    accounts: toForecast
      ? [general, ...authorized].map((account) => toManagerAccount(account, today, toForecast))
      : current.map(toEmployeeAccount),
  };
}

/** An account as managers see it. */
export const toManagerAccount = (
  account: ClientAccount,
  today: string,
  toForecast: (account: ClientAccount) => Forecast,
): Account => {
  const { clientId: _client, openedAt: _opened, isApproved: _isApproved, ...fields } = account;
  return {
    ...fields,
    available: toAvailable(account),
    lapsed: toLapsed(account, today),
    forecast: toForecast(account),
  };
};

const toEmployeeAccount = (account: ClientAccount): Account => ({
  serviceKey: account.serviceKey,
  available: toAvailable(account),
  level: toLevel(account.total, toAvailable(account)),
  inForce: account.isApproved ? { from: account.startDate, to: account.expiryDate } : null,
});

const sum = (accounts: readonly ClientAccount[], column: 'total' | 'used'): string =>
  add(...accounts.map((account) => account[column]));

/** The accounts of clients, which the caller's answer needs; employees get no forecast. */
export async function readAccounts(
  tx: BusinessTransaction,
  context: MemberContext,
  { readForecasts, clientId }: { readForecasts: ForecastReader; clientId?: number },
) {
  const [authorized, toForecast] = await Promise.all([
    listAuthorizedAccounts(tx, clientId),
    isManager(context.session) ? readForecasts(tx, context, clientId) : null,
  ]);
  return {
    byClient: Map.groupBy(authorized, (account) => account.clientId),
    toForecast,
    today: todayOf(context),
  };
}
