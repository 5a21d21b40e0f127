import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { dayInZone } from '#platform/contract/zone.ts';
import { getZoneOn, type BusinessZones } from '#platform/contract/zoneDays.ts';
import { now } from '#platform/web/clock.ts';
import { ownKey, waitForPersistedForm } from '#platform/web/forms/persistedForm.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import {
  findLastEnd,
  isVisitOfNote,
  toClockedValues,
  toStart,
  toWork,
} from '#features/submission/web/entry/clockTimes.ts';
import type { NoteForm } from '#features/submission/web/entry/useNoteForm.ts';
import { changeVisit } from '#features/submission/web/entry/useVoidSignatures.ts';
import { removeEnded, useClockState, useEnding, type Ended } from '#features/time/web/public.tsx';
import { ownHoursQuery } from '#features/time/web/queries.ts';

type ClockedVisitOptions = {
  zones: BusinessZones;
  /** Set while the note is being sent: then its values do not change. */
  isSending: boolean;
};

/** Fills the times of a new note: from the visit clock, or the end of the last visit of today as its start. */
export function useClockedVisit(form: NoteForm, { zones, isSending }: ClockedVisitOptions): void {
  const { id } = useUser();
  const { timeZone } = zones;
  const { running, ended } = useClockState();
  const isEnding = useEnding() !== null;
  // The start that the clock filled in by the device, until the server answers with its own.
  const filledStart = useRef('');
  const hours = useQuery(ownHoursQuery());
  const lastEnd = findLastEnd(hours.data?.rows ?? [], now(), zones);
  const startedAt = running?.startedAt;

  useEffect(() => {
    const { startTime, employeeSignature } = form.getValues();
    // Signed values do not change by themselves.
    if (lastEnd === null || startedAt !== undefined || startTime !== '' || employeeSignature !== '') return;
    if (form.getValues('workDate') !== dayInZone(now(), timeZone)) return;
    // A default, which is not saved and not worth a question before it is replaced.
    form.resetField('startTime', { defaultValue: lastEnd.startTime });
    form.resetField('startOccurrence', { defaultValue: lastEnd.startOccurrence });
  }, [form, lastEnd, startedAt, timeZone]);

  useEffect(() => {
    const { endTime, clientId } = form.getValues();
    const isTyped = isStartTyped(form, filledStart.current);
    if (isSending || startedAt === undefined || isTyped || endTime !== '') return;
    const start = toStart(new Date(startedAt), zones);
    const client = clientId === '' && running?.clientId ? { clientId: String(running.clientId) } : {};
    changeVisit(form, { ...start, ...client });
    filledStart.current = start.startTime;
    // Once for each visit.
    // eslint-disable-next-line react/exhaustive-deps
  }, [form, startedAt, isSending, timeZone]);

  // The keys of the visits that this note was offered. Those before the latest one, and before its own, are for later notes.
  const offered = useRef(new Set<string>());
  useEffect(() => {
    const visit = ended.at(-1);
    // While the end is sent, the server may still answer with its times.
    if (!visit || isEnding || isSending || offered.current.has(visit.endKey)) return;
    const { clock } = form.getValues();
    if (clock && Date.parse(clock.endedAt) > Date.parse(visit.endedAt)) return;
    for (const { endKey } of ended) offered.current.add(endKey);
    // A visit of another note is kept for it.
    void fillVisit(form, { visit, zones, filledStart: filledStart.current }).then(async (isFilled) => {
      if (!isFilled) return;
      // A page that ends before the form is stored asks again.
      await waitForPersistedForm(ownKey(id, 'note'));
      removeEnded(visit.endKey);
    });
  }, [form, id, ended, isEnding, isSending, zones]);
}

/** Recognizes a start that the user entered: neither its default nor one of those that the clock filled in. */
function isStartTyped(form: NoteForm, ...filled: string[]): boolean {
  const { startTime } = form.getValues();
  return !['', form.formState.defaultValues?.startTime, ...filled].includes(startTime);
}

type EndedVisit = { visit: Ended; zones: BusinessZones; filledStart: string };

/**
 * Fills in an ended visit; times that the user entered are replaced only after a confirmation.
 * @returns false when the user keeps the times of another visit, so that the note has nothing of this one
 */
async function fillVisit(form: NoteForm, { visit, zones, filledStart }: EndedVisit): Promise<boolean> {
  // A form that has just been mounted stores no change before its own effects have run.
  await Promise.resolve();
  const { clock, ...times } = toClockedValues(visit, zones);
  const values = form.getValues();
  const isTyped = values.endTime !== '' || isStartTyped(form, times.startTime, filledStart);
  const isOtherClient = visit.clientId !== null && !['', String(visit.clientId)].includes(values.clientId);
  const isReplaced =
    (!isTyped && !isOtherClient) ||
    (await confirm({
      title: 'Replace the times in this note?',
      body: isOtherClient
        ? 'The visit clock measured a visit to another client. Date and times are taken from it.'
        : 'Date and times are taken from the visit clock.',
      confirmLabel: 'Replace',
      cancelLabel: 'Keep mine',
    }));
  if (!isReplaced && !belongsToForm(form, visit, zones)) return false;
  const client = values.clientId === '' && visit.clientId ? { clientId: String(visit.clientId) } : {};
  if (isReplaced) changeVisit(form, { ...times, ...client });
  form.setValue('clock', clock);
  return true;
}

function belongsToForm(form: NoteForm, visit: Ended, zones: BusinessZones): boolean {
  const { clientId, ...times } = form.getValues();
  const isSameClient = visit.clientId === null || clientId === String(visit.clientId);
  return isSameClient && isVisitOfNote(toWork(times, getZoneOn(times.workDate, zones)), visit);
}
