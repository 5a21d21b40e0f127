import { useWatch } from 'react-hook-form';
import { addDays, countDays } from '#platform/contract/days.ts';
import { startOfWeek, WEEKDAYS, type WeekStart } from '#platform/contract/weeks.ts';
import { today } from '#platform/web/clock.ts';
import { formatDay, plural } from '#platform/web/format.ts';
import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import type { Business } from '#features/businesses/web/queries.ts';
import { changeWeekStart, findPlannedWeekStart } from '#features/businesses/weekStartRules.ts';

const options = WEEKDAYS.map((label, weekday) => ({ value: String(weekday), label }));

/** The week start of the business, with the date on which a change takes effect. */
export function WeekStartCard({ business }: { business: Business }) {
  const weekStart: unknown = useWatch({ name: 'weekStart' });
  const day = today(business.timeZone);
  const hint = describeChange(changeWeekStart(business.weekStarts, Number(weekStart), day), day);
  return (
    <Card title="Workweek" description="Used for payroll, the dashboard, charts and weekly limits.">
      <FormSelect name="weekStart" label="Week starts on" options={options} hint={hint} required />
    </Card>
  );
}

/** 'Starting Nov 30, 2026, weeks begin on Monday. Earlier weeks won't change. The week before that will be 1 day long.' */
function describeChange(weekStarts: readonly WeekStart[], day: string): string {
  const planned = findPlannedWeekStart(weekStarts, day);
  if (!planned) return "A change takes effect after the current week. Earlier weeks won't change.";
  const { from, weekStart } = planned;
  const days = countDays(startOfWeek(addDays(from, -1), weekStarts), from);
  return [
    `Starting ${formatDay(from)}, weeks begin on ${WEEKDAYS[weekStart]}.`,
    "Earlier weeks won't change.",
    ...(days < 7 ? [`The week before that will be ${plural(days, 'day', 'days')} long.`] : []),
  ].join(' ');
}
