/** Reads when the accounts of clients run out or expire at their pace. */

import { sql } from 'drizzle-orm';
import { addDays } from '#platform/contract/days.ts';
import { add } from '#platform/contract/decimals.ts';
import { startOfZoneDay } from '#platform/contract/zoneDays.ts';
import { todayOf } from '#platform/server/today.ts';
import { listWeekStarts } from '#features/businesses/server/reads.ts';
import { listPaceWeeks, toForecast } from '#features/clients/forecastRules.ts';
import type { ForecastReader } from '#features/clients/server/accountReads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { unitLedger } from '#features/units/server/tables.ts';

interface NoteUnits {
  [column: string]: unknown;
  clientId: number;
  authorizationId: number | null;
  workDate: string;
  units: string;
}

/** Reads the units used lately of the accounts of one client or of all, and returns the forecast of each account. */
export const readForecasts: ForecastReader = async (tx, context, clientId) => {
  const { businessId } = context;
  const today = todayOf(context);
  const weekStarts = await listWeekStarts(tx);
  const weeks = listPaceWeeks(today, weekStarts).map((week) => ({
    ...week,
    firstDayEnds: startOfZoneDay(addDays(week.from, 1), context.session),
  }));
  const [from, to] = [weeks.at(-1)?.from ?? today, weeks[0]?.to ?? today];
  const { rows } = await tx.execute<NoteUnits>(sql`
    select note.client_id as "clientId", note.work_date::text as "workDate", note.time_units_used as units,
      -- Without an authorization, the account is the general one; otherwise the ledger has it.
      case when note.authorization_id is not null then (
        select entry.authorization_id from ${unitLedger} as entry
        where entry.business_id = ${businessId} and entry.note_id = note.id
          and entry.note_version = note.version and entry.kind = 'note'
      ) end as "authorizationId"
    from ${notes} as note
    where note.business_id = ${businessId} and note.work_date between ${from}::date and ${to}::date
      and ${clientId === undefined ? sql`true` : sql`note.client_id = ${clientId}`}
      and note.units_drawn and note.status <> 'denied' and (note.deleted_at is null or note.status = 'resolved')`);
  const unitsOf = sumByWeek(rows, weeks);
  return (account) => {
    const { openedAt } = account;
    const units = unitsOf(account);
    const weeklyUnits = weeks
      .map((week, index) => ({ ...week, units: units[index] ?? '0.00' }))
      .filter(({ firstDayEnds }) => openedAt === null || firstDayEnds > openedAt);
    return toForecast({ ...account, weeklyUnits }, today, weekStarts);
  };
};

/** Sums the units of each account by the index of the week. */
function sumByWeek(rows: NoteUnits[], weeks: readonly { from: string; to: string }[]) {
  const sums = new Map<string, string[]>();
  for (const row of rows) {
    const week = weeks.findIndex(({ from, to }) => from <= row.workDate && row.workDate <= to);
    if (week === -1) continue;
    const units = sums.get(keyOf(row)) ?? weeks.map(() => '0.00');
    units[week] = add(units[week] ?? '0.00', row.units);
    sums.set(keyOf(row), units);
  }
  return (account: AccountKey): readonly string[] => sums.get(keyOf(account)) ?? [];
}

type AccountKey = Pick<NoteUnits, 'clientId' | 'authorizationId'>;

const keyOf = ({ clientId, authorizationId }: AccountKey): string =>
  `${clientId}:${authorizationId ?? 'general'}`;
