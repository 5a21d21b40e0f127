import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import {
  listAuthorizedAccounts,
  toGeneralAccount,
  type ClientAccount,
} from '#features/clients/server/accounts/reads.ts';
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
  { businessId, session }: MemberContext,
  { clientId, authorizationId }: Pick<ClientAccount, 'clientId' | 'authorizationId'>,
): Promise<BurnDown['points']> {
  const { rows } = await tx.execute<BurnDown['points'][number]>(sql`
    select distinct on (1) (created_at at time zone ${session.timeZone})::date::text as day, balance_after as available
    from ${unitLedger} where business_id = ${businessId} and client_id = ${clientId}
      and authorization_id is not distinct from ${authorizationId}::bigint
    order by 1, id desc`);
  return rows;
}
