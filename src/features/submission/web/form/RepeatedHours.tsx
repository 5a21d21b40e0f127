import type { Occurrence } from '#platform/contract/zone.ts';
import { FormOccurrence } from '#platform/web/forms/FormOccurrence.tsx';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';
import type { WorkTime } from '#features/units/rules.ts';

type RepeatedHoursProps = {
  work: WorkTime;
  /** The hours that a time can mean; null for a time that clocks show once. */
  hours: Record<'start' | 'end', Occurrence[] | null>;
};

/** Choice of the hours of start and end, for times that clocks show twice. */
export function RepeatedHours({ work, hours }: RepeatedHoursProps) {
  return (
    <div className="grid gap-5 sm:col-span-2 sm:grid-cols-2">
      {hours.start && (
        <FormOccurrence<NoteValues>
          name="startOccurrence"
          label="Start hour"
          time={work.startTime}
          choices={hours.start}
        />
      )}
      {hours.end && (
        <FormOccurrence<NoteValues>
          name="endOccurrence"
          label="End hour"
          time={work.endTime}
          choices={hours.end}
        />
      )}
    </div>
  );
}
