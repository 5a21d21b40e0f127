/** Verifies the ledgers of a database: balances and hashes against the ledger rows. */

import { sql } from 'drizzle-orm';
import type { BusinessScope, Services } from '#platform/server/context.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { listBusinessIds } from '#features/businesses/server/reads.ts';
import { authorizations, clients, clientUnits } from '#features/clients/server/tables.ts';
import { hasLedgerHash, unitLedger } from './tables.ts';

export interface LedgerReport {
  businesses: number;
  clients: number;
  entries: number;
  /** Describes the first client whose totals contradict the ledger; null when all match. */
  fault: string | null;
}

/** The batch size, which limits the time of one statement. */
const BATCH_SIZE = 200;

/** Checks every client of every business, archived ones included, stopping at the first fault. */
export async function verifyLedger(services: Services, now: Date): Promise<LedgerReport> {
  const report: LedgerReport = { businesses: 0, clients: 0, entries: 0, fault: null };
  for (const businessId of await listBusinessIds(services)) {
    await verifyBusiness({ services, now, ip: '', businessId }, report);
    if (report.fault !== null) break;
    report.businesses += 1;
  }
  return report;
}

async function verifyBusiness(scope: BusinessScope, report: LedgerReport): Promise<void> {
  let rows: ClientTotals[] = [];
  do {
    const after = rows.at(-1)?.clientId ?? 0;
    rows = await readTotals(scope, after);
    for (const row of rows) {
      const fault = findFault(row);
      if (fault !== null) {
        report.fault = `Business ${scope.businessId}, client ${row.clientId}: ${fault}`;
        return;
      }
      report.clients += 1;
      report.entries += row.entries;
    }
  } while (rows.length === BATCH_SIZE);
}

/** A client's stored totals and those of its ledger; decimals as text. */
interface ClientTotals {
  [column: string]: unknown;
  clientId: number;
  entries: number;
  total: string | null;
  used: string | null;
  bought: string;
  deducted: string;
  totalIsRight: boolean;
  usedIsRight: boolean;
  brokenId: number | null;
  brokenBalance: string | null;
  brokenSum: string | null;
  strayId: number | null;
  changedId: number | null;
  /** The first authorization that contradicts the ledger. */
  authorizationId: number | null;
  authorized: string;
  authorizationUsed: string;
  authorizationBought: string;
  authorizationDeducted: string;
}

function findFault(row: ClientTotals): string | null {
  if (row.total === null || row.used === null) return 'has no units of its own';
  if (row.changedId !== null) return `ledger row ${row.changedId} was changed`;
  if (row.brokenId !== null) {
    return `ledger row ${row.brokenId} has ${row.brokenBalance} available, the rows up to it sum to ${row.brokenSum}`;
  }
  if (row.strayId !== null) return `ledger row ${row.strayId} reverses what was not deducted`;
  if (row.authorizationId !== null) {
    return `authorization ${row.authorizationId} has ${row.authorized} units and ${row.authorizationUsed} used, the ledger ${row.authorizationBought} and ${row.authorizationDeducted}`;
  }
  if (!row.totalIsRight) return `the total is ${row.total}, the sum of the ledger ${row.bought}`;
  if (!row.usedIsRight) return `${row.used} are used, the sum of the ledger is ${row.deducted}`;
  return null;
}

function readTotals(scope: BusinessScope, afterClient: number): Promise<ClientTotals[]> {
  const own = sql`business_id = ${scope.businessId}`;
  return readInBusiness(scope, async (tx) => {
    const { rows } = await tx.execute<ClientTotals>(sql`
      with batch as (
        select id from ${clients} where ${own} and id > ${afterClient} order by id limit ${BATCH_SIZE}
      ), entries as (
        select client_id, authorization_id, id, kind, delta, balance_after, not ${hasLedgerHash('one')} as changed,
          sum(delta) over (partition by client_id, authorization_id order by id) as sum_so_far,
          kind = 'reversal' and not exists (
            select from ${unitLedger} as note
            where note.${own} and note.client_id = one.client_id and note.note_id = one.note_id
              and note.note_version = one.note_version and note.kind = 'note' and note.delta = -one.delta
              and note.authorization_id is not distinct from one.authorization_id
          ) as stray
        from ${unitLedger} as one where ${own} and client_id in (select id from batch)
      ), broken as (
        select distinct on (client_id) client_id, id, balance_after, sum_so_far
        from entries where balance_after <> sum_so_far order by client_id, id
      ), sums as (
        select client_id, count(*) as entries, min(id) filter (where stray) as stray_id,
          min(id) filter (where changed) as changed_id,
          coalesce(sum(delta) filter (where kind in ('purchase', 'adjustment')), 0.00) as bought,
          coalesce(-sum(delta) filter (where kind in ('note', 'reversal')), 0.00) as deducted
        from entries group by client_id
      ), accounts as (
        select authorization_id, coalesce(sum(delta) filter (where kind in ('purchase', 'adjustment')), 0.00) as bought,
          coalesce(-sum(delta) filter (where kind in ('note', 'reversal')), 0.00) as deducted
        from entries where authorization_id is not null group by authorization_id
      ), wrong as (
        select distinct on (client_id) client_id, one.id, coalesce(units_authorized, 0) as authorized, units_used,
          coalesce(bought, 0.00) as bought, coalesce(deducted, 0.00) as deducted
        from ${authorizations} as one left join accounts on authorization_id = one.id
        where ${own} and client_id in (select id from batch)
          and (coalesce(units_authorized, 0) <> coalesce(bought, 0) or units_used <> coalesce(deducted, 0))
        order by client_id, one.id
      )
      select batch.id as "clientId", coalesce(entries, 0) as entries,
        total_time_units as total, used_time_units as used,
        coalesce(sums.bought, 0.00) as bought, coalesce(sums.deducted, 0.00) as deducted,
        total_time_units = coalesce(sums.bought, 0) as "totalIsRight", used_time_units = coalesce(sums.deducted, 0) as "usedIsRight",
        broken.id as "brokenId", broken.balance_after as "brokenBalance", broken.sum_so_far as "brokenSum",
        stray_id as "strayId", changed_id as "changedId", wrong.id as "authorizationId",
        wrong.authorized, wrong.units_used as "authorizationUsed", wrong.bought as "authorizationBought",
        wrong.deducted as "authorizationDeducted"
      from batch
        left join ${clientUnits} as units on units.${own} and units.client_id = batch.id
        left join sums on sums.client_id = batch.id
        left join broken on broken.client_id = batch.id
        left join wrong on wrong.client_id = batch.id
      order by batch.id`);
    return rows;
  });
}
