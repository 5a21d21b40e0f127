import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { clockInZone } from '#platform/contract/zone.ts';
import { now } from '#platform/web/clock.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { removeEnded, useClockState, type Ended } from '#features/time/web/public.tsx';
import { ownHoursQuery } from '#features/notes/web/queries.ts';
import { findLastEnd, toClockedValues } from './clockTimes.ts';
import type { NoteForm } from './useNoteForm.ts';
import { changeVisit } from './useVoidSignatures.ts';

/** Fills the times of a new note: from the visit clock, or the end of the last visit of today as its start. */
export function useClockedVisit(form: NoteForm, timeZone: string): void {
  const { running, ended } = useClockState();
  const hours = useQuery(ownHoursQuery());
  const lastEnd = findLastEnd(hours.data?.rows ?? [], now(), timeZone);
  const startedAt = running?.startedAt;

  useEffect(() => {
    const { startTime, employeeSignature } = form.getValues();
    // What was signed does not change by itself.
    if (lastEnd === '' || startedAt !== undefined || startTime !== '' || employeeSignature !== '') return;
    if (form.getValues('workDate') !== clockInZone(now(), timeZone).day) return;
    // A default, which is not saved and not worth a question before it is replaced.
    form.resetField('startTime', { defaultValue: lastEnd });
  }, [form, lastEnd, startedAt, timeZone]);

  useEffect(() => {
    const { startTime, endTime, clientId } = form.getValues();
    const isTyped = startTime !== '' && startTime !== form.formState.defaultValues?.startTime;
    if (startedAt === undefined || isTyped || endTime !== '') return;
    const { day: workDate, time } = clockInZone(new Date(startedAt), timeZone);
    const client = clientId === '' && running?.clientId ? { clientId: String(running.clientId) } : {};
    changeVisit(form, { workDate, startTime: time, ...client });
    // Once for each visit.
    // eslint-disable-next-line react/exhaustive-deps
  }, [form, startedAt, timeZone]);

  const isFilling = useRef(false);
  useEffect(() => {
    if (!ended || isFilling.current) return;
    isFilling.current = true;
    // Removed only afterwards, so that a reload during the question asks it again.
    void fillVisit(form, ended, timeZone).then(() => {
      isFilling.current = false;
      removeEnded();
    });
  }, [form, ended, timeZone]);
}

/** Fills in an ended visit; times that the user entered are replaced only after a confirmation. */
async function fillVisit(form: NoteForm, visit: Ended, timeZone: string): Promise<void> {
  const { clock, ...times } = toClockedValues(visit, timeZone);
  const values = form.getValues();
  const isOtherStart =
    values.startTime !== times.startTime && values.startTime !== form.formState.defaultValues?.startTime;
  const isTyped = values.endTime !== '' || (values.startTime !== '' && isOtherStart);
  const isReplaced =
    !isTyped ||
    (await confirm({
      title: 'Replace the times in this note?',
      body: 'Date and times are taken from the visit clock.',
      confirmLabel: 'Replace',
      cancelLabel: 'Keep mine',
    }));
  const client = values.clientId === '' && visit.clientId ? { clientId: String(visit.clientId) } : {};
  if (isReplaced) changeVisit(form, { ...times, ...client });
  const isSameClient = visit.clientId === null || form.getValues('clientId') === String(visit.clientId);
  form.setValue('clock', isReplaced || isSameClient ? clock : null);
}
