import { useMemo } from 'react';
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
  // Takes some hundred formatters.
  const options = useMemo(() => zoneOptions(business.timeZone), [business.timeZone]);
  return (
    <Card title="Time zone" description="Days and weeks start at midnight in this time zone.">
      <FormCombobox
        name="timeZone"
        label="Time zone"
        options={options}
        emptyText="No matching time zone. Search for a large city or a name such as Eastern Time."
        hint={describeChange(business, String(timeZone))}
        required
      />
    </Card>
  );
}

/** All time zones of this browser by today's names, and the current one even if the browser lacks it. */
function zoneOptions(current: string) {
  const zones = new Set([...listZoneNames(), current]);
  const today = now();
  return [...zones].sort().map((value) => {
    const hint = nameOfZone(value, today);
    return { value, label: toLabel(value), ...(hint && { hint }) };
  });
}

/** 'Eastern Time', by which people search; undefined in a browser that lacks the zone. */
function nameOfZone(timeZone: string, at: Date): string | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' });
    return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  } catch {
    return undefined;
  }
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
