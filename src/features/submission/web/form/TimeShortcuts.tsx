import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { getZoneOn, type BusinessZones } from '#platform/contract/zoneDays.ts';
import { now } from '#platform/web/clock.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { toEnd, toEndAfter, toStart, toWork } from '#features/submission/web/entry/clockTimes.ts';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';
import type { NoteForm } from '#features/submission/web/entry/useNoteForm.ts';
import { changeVisit } from '#features/submission/web/entry/useVoidSignatures.ts';
import { ownHoursQuery } from '#features/time/web/queries.ts';
import { formatMinutes } from '#features/units/rules.ts';

/** Buttons that fill in start or end: the current time, and the length of the user's last visit. */
export function TimeShortcuts({ zones }: { zones: BusinessZones }) {
  const form = useFormContext() as unknown as NoteForm;
  const startTime = useWatch<NoteValues, 'startTime'>({ name: 'startTime' });
  const length = useQuery(ownHoursQuery()).data?.rows[0]?.minutes;
  const zoneOfForm = () => getZoneOn(form.getValues('workDate'), zones);
  function endAfter(minutes: number) {
    changeVisit(form, toEndAfter(toWork(form.getValues(), zoneOfForm()), minutes));
  }
  return (
    <div className="flex flex-wrap gap-2 sm:col-start-2">
      <Button size="sm" onClick={() => changeVisit(form, toStart(now(), zones))}>
        Set start to now
      </Button>
      <Button size="sm" onClick={() => changeVisit(form, toEnd(now(), zoneOfForm()))}>
        Set end to now
      </Button>
      {length !== undefined && startTime !== '' && (
        <Button size="sm" onClick={() => endAfter(length)}>
          Same length as last visit ({formatMinutes(length)})
        </Button>
      )}
    </div>
  );
}
