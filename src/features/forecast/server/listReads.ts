/** The accounts that need attention, worst first. States depend on the day, so they are computed and sorted here. */

import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { Page } from '#platform/contract/endpoint.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { decodeNumbers, encodeNumbers, pageBy } from '#platform/server/cursor.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { todayOf } from '#platform/server/today.ts';
import { isLongExpired } from '#features/clients/accountStateRules.ts';
import { FORECAST_STATES } from '#features/clients/authorizationContract.ts';
import {
  listAuthorizedAccounts,
  toGeneralAccount,
  toManagerAccount,
} from '#features/clients/server/accountReads.ts';
import { clients, clientUnits } from '#features/clients/server/tables.ts';
import type { forecastContract } from '#features/forecast/contract.ts';
import { services } from '#features/services/server/tables.ts';
import { readForecasts } from './forecastReads.ts';

type Row = z.output<(typeof forecastContract)['GET /api/forecast']['response']>[number];

/** The order of a row: state, nearest day, client, account. All numbers, for the cursor. */
type Position = [state: number, day: number, clientId: number, authorizationId: number];
const POSITION_LENGTH = 4;
/** After every day, which is a number such as 20261231. */
const NO_DAY = 99_999_999;

/** A page of the accounts of active clients that are not on track, worst first. */
export function listForecast(
  context: MemberContext,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Row>> {
  const after = cursor === undefined ? null : (decodeNumbers(cursor, POSITION_LENGTH) as Position);
  return readInBusiness(context, async (tx) => {
    const rows = (await listRows(tx, context)).map((row) => ({ row, position: toPosition(row) }));
    const sorted = rows.toSorted((one, other) => comparePositions(one.position, other.position));
    const rest = after ? sorted.filter(({ position }) => comparePositions(position, after) > 0) : sorted;
    const page = pageBy({ rows: rest, limit, total: rows.length }, ({ position }) => encodeNumbers(position));
    return { ...page, rows: page.rows.map(({ row }) => row) };
  });
}

async function listRows(tx: BusinessTransaction, context: MemberContext): Promise<Row[]> {
  const today = todayOf(context);
  const [active, authorized, serviceRows, toForecast] = await Promise.all([
    selectActiveClients(tx),
    listAuthorizedAccounts(tx),
    tx
      .select({ key: services.key, name: services.name })
      .from(services)
      .where(tx.inTenant(services))
      .execute(),
    readForecasts(tx, context),
  ]);
  const serviceNames = new Map(serviceRows.map(({ key, name }) => [key, name]));
  const byClient = Map.groupBy(authorized, ({ clientId }) => clientId);
  return active.flatMap((client) => {
    const accounts = byClient.get(client.id) ?? [];
    return [toGeneralAccount(client, accounts), ...accounts].flatMap((account): Row[] => {
      const forecast = toForecast(account);
      if (!needsAttention(forecast)) return [];
      return [
        {
          ...toManagerAccount(account, today, () => forecast),
          forecast,
          clientId: client.id,
          clientName: client.companyName,
          clientContactName: client.contactName,
          serviceName: account.serviceKey === null ? null : (serviceNames.get(account.serviceKey) ?? null),
        },
      ];
    });
  });
}

const selectActiveClients = (tx: BusinessTransaction) =>
  tx
    .select({
      id: clients.id,
      companyName: clients.companyName,
      contactName: clients.contactName,
      createdAt: clients.createdAt,
      totalTimeUnits: clientUnits.totalTimeUnits,
      usedTimeUnits: clientUnits.usedTimeUnits,
    })
    .from(clients)
    .innerJoin(clientUnits, and(tx.inTenant(clientUnits), eq(clientUnits.clientId, clients.id)))
    .where(and(tx.inTenant(clients), eq(clients.status, 'active'), isNull(clients.archivedAt)))
    .execute();

const needsAttention = (forecast: Row['forecast']): boolean =>
  forecast.state !== 'on-track' && !isLongExpired(forecast);

/** Worst state first, then the day on which units run out or lapse. */
function toPosition({ clientId, authorizationId, expiryDate, forecast }: Row): Position {
  const [day] = [forecast.runsOutOn, expiryDate].filter((one) => typeof one === 'string').toSorted();
  return [
    FORECAST_STATES.indexOf(forecast.state),
    day === undefined ? NO_DAY : Number(day.replaceAll('-', '')),
    clientId,
    authorizationId ?? 0,
  ];
}

function comparePositions(one: Position, other: Position): number {
  const index = one.findIndex((number, at) => number !== other[at]);
  return index === -1 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
}
