/** Reads the balance of an account by day, with its forecast. */

import { and, asc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { nextDay } from '#platform/contract/zone.ts';
import { getDayAt, startOfZoneDay, type BusinessZones } from '#platform/contract/zoneDays.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import {
  listAuthorizedAccounts,
  toGeneralAccount,
  type ClientAccount,
} from '#features/clients/server/accountReads.ts';
import { getVisibleClient } from '#features/clients/server/reads.ts';
import type { forecastContract } from '#features/forecast/contract.ts';
import { unitLedger } from '#features/units/server/tables.ts';
import { readForecasts } from './forecastReads.ts';

type BurnDown = z.output<(typeof forecastContract)['GET /api/clients/:id/burn-down']['response']>;

/**
 * The available units of an account at the end of each day on which they changed, with its forecast.
 * @throws 404 for an unknown client, and for an authorization without units or of another client
 */
export function readBurnDown(
  context: MemberContext,
  clientId: number,
  authorizationId: number | 'general',
): Promise<BurnDown> {
  const isGeneral = authorizationId === 'general';
  return readInBusiness(context, async (tx) => {
    const [client, authorized, points, toForecast] = await Promise.all([
      getVisibleClient(tx, context, clientId),
      listAuthorizedAccounts(tx, clientId),
      listPoints(tx, context, { clientId, authorizationId: isGeneral ? null : authorizationId }),
      readForecasts(tx, context, clientId),
    ]);
    const account = isGeneral
      ? toGeneralAccount(client, authorized)
      : authorized.find((one) => one.authorizationId === authorizationId);
    if (!account) throw notFound('This authorization does not exist.');
    const { startDate, expiryDate, total } = account;
    return { points, startDate, expiryDate, total, forecast: toForecast(account) };
  });
}

/** The balance after the last ledger entry of each day of the business, oldest first. */
async function listPoints(
  tx: BusinessTransaction,
  { session }: MemberContext,
  { clientId, authorizationId }: Pick<ClientAccount, 'clientId' | 'authorizationId'>,
): Promise<BurnDown['points']> {
  const entries = await tx
    .select({ createdAt: unitLedger.createdAt, balanceAfter: unitLedger.balanceAfter })
    .from(unitLedger)
    .where(
      and(
        tx.inTenant(unitLedger),
        eq(unitLedger.clientId, clientId),
        authorizationId === null
          ? isNull(unitLedger.authorizationId)
          : eq(unitLedger.authorizationId, authorizationId),
      ),
    )
    .orderBy(asc(unitLedger.id));
  return lastOfEachDay(entries, session);
}

type Entry = Pick<typeof unitLedger.$inferSelect, 'createdAt' | 'balanceAfter'>;

/** The days are not those of SQL, because a database may lack the zone of a business or have older data about it. */
function lastOfEachDay(entries: Entry[], zones: BusinessZones): BurnDown['points'] {
  const available = new Map<string, string>();
  let day = { name: '', from: new Date(0), until: new Date(0) };
  for (const { createdAt, balanceAfter } of entries) {
    if (createdAt < day.from || createdAt >= day.until) {
      const name = getDayAt(createdAt, zones);
      day = { name, from: startOfZoneDay(name, zones), until: startOfZoneDay(nextDay(name), zones) };
    }
    available.set(day.name, balanceAfter);
  }
  return [...available]
    .map(([name, balance]) => ({ day: name, available: balance }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}
