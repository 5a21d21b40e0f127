import { sql } from 'drizzle-orm';
import { addDays } from '#platform/contract/days.ts';
import { momentInZone } from '#platform/contract/zone.ts';
import { listWeekStarts } from '#features/businesses/server/reads.ts';
import { listPaceWeeks, toForecast } from '#features/clients/forecastRules.ts';
import { toDecimal, toHundredths } from '#features/clients/decimalRules.ts';
import { todayOf, type ForecastReader } from '#features/clients/server/accounts/reads.ts';
import { clientUnits } from '#features/clients/server/tables.ts';
import { notes } from '#features/notes/server/tables.ts';
import { unitLedger } from '#features/units/server/tables.ts';

interface DayOfAccount {
  [column: string]: unknown;
  clientId: number;
  authorizationId: number | null;
  workDate: string;
  units: string;
}

/** Reads the units that the accounts of one client or of all drew lately, and returns the forecast of each account. */
export const readForecasts: ForecastReader = async (tx, context, clientId) => {
  const { businessId } = context;
  const today = todayOf(context);
  const weekStarts = await listWeekStarts(tx);
  const weeks = listPaceWeeks(today, weekStarts).map((week) => ({
    ...week,
    firstDayEnds: momentInZone(addDays(week.from, 1), '00:00', context.session.timeZone),
  }));
  const [from, to] = [weeks.at(-1)?.from ?? today, weeks[0]?.to ?? today];
  // One index scan for each client, because notes have no index by work date alone.
  const { rows } = await tx.execute<DayOfAccount>(sql`
    select balance.client_id as "clientId", drawn.authorization_id as "authorizationId",
      drawn.work_date::text as "workDate", drawn.units
    from ${clientUnits} as balance cross join lateral (
      select account.id as authorization_id, note.work_date, sum(note.time_units_used)::text as units
      from ${notes} as note cross join lateral (
        -- Without an authorization, the account is the general one; otherwise the ledger has it.
        select case when note.authorization_id is not null then (
          select entry.authorization_id from ${unitLedger} as entry
          where entry.business_id = ${businessId} and entry.note_id = note.id
            and entry.note_version = note.version and entry.kind = 'note'
        ) end as id
      ) as account
      where note.business_id = ${businessId} and note.client_id = balance.client_id
        and note.work_date between ${from}::date and ${to}::date
        and note.status <> 'denied' and (note.deleted_at is null or note.status = 'resolved')
      group by account.id, note.work_date
    ) as drawn
    where balance.business_id = ${businessId}
      and ${clientId === undefined ? sql`true` : sql`balance.client_id = ${clientId}`}`);
  const byAccount = Map.groupBy(rows, keyOf);
  return (account) => {
    const days = byAccount.get(keyOf(account)) ?? [];
    const { openedAt } = account;
    const counted = openedAt === null ? weeks : weeks.filter(({ firstDayEnds }) => firstDayEnds > openedAt);
    const weeklyUnits = counted.map((week) => ({
      from: week.from,
      units: toDecimal(
        days
          .filter(({ workDate }) => week.from <= workDate && workDate <= week.to)
          .reduce((sum, { units }) => sum + toHundredths(units), 0),
      ),
    }));
    return toForecast({ ...account, weeklyUnits }, today, weekStarts);
  };
};

const keyOf = ({ clientId, authorizationId }: { clientId: number; authorizationId: number | null }): string =>
  `${clientId}:${authorizationId ?? 'general'}`;
