import { useWatch } from 'react-hook-form';
import { today } from '#platform/web/clock.ts';
import { formatDay } from '#platform/web/format.ts';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { getLimitStart } from '#features/businesses/overtimeLimitRules.ts';
import type { Business } from '#features/businesses/web/queries.ts';

/** When the hours of a week become overtime, with what a change does. */
export function OvertimeCard({ business }: { business: Business }) {
  const hours: unknown = useWatch({ name: 'overtimeAfterHours' });
  return (
    <Card
      title="Overtime"
      description="Payroll shows each employee's regular and overtime hours by week. 1 to 168 hours."
    >
      <FormText
        name="overtimeAfterHours"
        label="Overtime after (hours a week)"
        inputMode="numeric"
        hint={describeChange(business, Number(hours))}
        required
      />
    </Card>
  );
}

function describeChange(business: Business, hours: number): string {
  const { timeZone, overtimeAfterHours, overtimeLimits } = business;
  if (hours !== overtimeAfterHours) {
    const from = getLimitStart({ ...business, today: today(timeZone) });
    return `Takes effect the week of ${formatDay(from)}. Earlier weeks keep ${overtimeAfterHours} hours. If there are no notes yet, it applies to all weeks.`;
  }
  const [before, last] = [overtimeLimits.at(-2), overtimeLimits.at(-1)];
  return before && last
    ? `In effect since the week of ${formatDay(last.from)}. Earlier weeks keep ${before.hours} hours.`
    : "A change takes effect this week, or in the next week without closed days. Earlier weeks won't change.";
}
