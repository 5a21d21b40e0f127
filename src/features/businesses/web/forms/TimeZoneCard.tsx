import { useWatch } from 'react-hook-form';
import { dayInZone } from '#platform/contract/zone.ts';
import { listZoneNames } from '#platform/contract/zoneNames.ts';
import { now } from '#platform/web/clock.ts';
import { formatDay } from '#platform/web/format.ts';
import { FormCombobox } from '#platform/web/forms/FormCombobox.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import type { Business } from '#features/businesses/web/queries.ts';

/** The time zone of the business, with what a change does. */
export function TimeZoneCard({ business }: { business: Business }) {
  const timeZone: unknown = useWatch({ name: 'timeZone' });
  return (
    <Card title="Time zone" description="Days and weeks start at midnight in this time zone.">
      <FormCombobox
        name="timeZone"
        label="Time zone"
        options={zoneOptions(business.timeZone)}
        hint={describeChange(business, String(timeZone))}
        required
      />
    </Card>
  );
}

/** All time zones of this browser by today's names, and the current one even if the browser lacks it. */
function zoneOptions(current: string) {
  const zones = new Set([...listZoneNames(), current]);
  return [...zones].sort().map((value) => ({ value, label: toLabel(value) }));
}

const toLabel = (timeZone: string) => timeZone.replaceAll('_', ' ');

function describeChange({ timeZone, timeZones }: Business, chosen: string): string {
  const last = timeZones.at(-1);
  if (chosen === timeZone)
    return last && timeZones.length > 1 && last.from <= dayInZone(now(), timeZone)
      ? `In effect since ${formatDay(last.from)}. Earlier days are in ${toLabel(timeZones.at(-2)?.timeZone ?? '')}.`
      : "A change takes effect today. Signed notes, their hours and earlier days won't change.";
  return [
    `Takes effect today, ${formatDay(dayInZone(now(), chosen))}.`,
    `Earlier days stay in ${toLabel(timeZone)}: signed notes, hours, closed weeks and invoices won't change.`,
    'Notes that are being written may need to be signed again.',
    'If there are no notes yet, it applies to all days.',
  ].join(' ');
}
