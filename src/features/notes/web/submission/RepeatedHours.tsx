import { formatTime, occurrenceLabels } from '#platform/contract/dateFormat.ts';
import type { Occurrence } from '#platform/contract/zone.ts';
import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import type { WorkTime } from '#features/units/rules.ts';
import type { NoteValues } from './noteForm.ts';

type RepeatedHoursProps = {
  work: WorkTime;
  /** The hours that a time can mean; null for a time that clocks show once. */
  hours: Record<'start' | 'end', Occurrence[] | null>;
};

/** '1:30 AM, before the clocks change' and 'after', for times of the hour that clocks show twice. */
export function RepeatedHours({ work, hours }: RepeatedHoursProps) {
  const toOptions = (time: string, choices: Occurrence[]) =>
    choices.map((value) => ({ value, label: `${formatTime(time)}, ${occurrenceLabels[value]}` }));
  return (
    <div className="grid gap-5 sm:col-span-2 sm:grid-cols-2">
      {hours.start && (
        <FormSelect<NoteValues>
          name="startOccurrence"
          label="Start hour"
          hint={`Clocks go back, so ${formatTime(work.startTime)} occurs twice.`}
          options={toOptions(work.startTime, hours.start)}
        />
      )}
      {hours.end && (
        <FormSelect<NoteValues>
          name="endOccurrence"
          label="End hour"
          hint={`Clocks go back, so ${formatTime(work.endTime)} occurs twice.`}
          options={toOptions(work.endTime, hours.end)}
        />
      )}
    </div>
  );
}
