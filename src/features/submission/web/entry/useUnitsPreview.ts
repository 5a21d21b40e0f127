import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { isUnreachable } from '#platform/web/apiError.ts';
import { unitsPreviewQuery, type UnitsPreview } from '#features/submission/web/queries.ts';
import { MAX_NOTE_MINUTES, workSpan } from '#features/units/rules.ts';
import { toWork } from './clockTimes.ts';
import type { NoteForm } from './useNoteForm.ts';

/** Typing pauses this long before the server is asked. */
const PAUSE_MS = 300;

export type PreviewState =
  | { status: 'incomplete' | 'loading'; data: null }
  | { status: 'failed'; data: null; retry: () => void; isUnreachable: boolean }
  | { status: 'ready'; data: UnitsPreview };

type PreviewOptions = {
  timeZone: string;
  /** The note that is edited: its own units return first. */
  noteId: number | undefined;
};

/** Previews the units of the visit in the form, their account, and what is left. The form works without it. */
export function useUnitsPreview(form: NoteForm, { timeZone, noteId }: PreviewOptions): PreviewState {
  const [clientId, category, workDate, startTime, endTime, startOccurrence, endOccurrence] = useWatch({
    control: form.control,
    name: ['clientId', 'category', 'workDate', 'startTime', 'endTime', 'startOccurrence', 'endOccurrence'],
  });
  const times = { workDate, startTime, endTime };
  const span = workSpan(toWork({ ...times, startOccurrence, endOccurrence }, timeZone));
  const isComplete = clientId !== '' && category !== '' && span !== null && span.minutes <= MAX_NOTE_MINUTES;
  const visit = {
    clientId: Number(clientId),
    category,
    ...times,
    startOccurrence: span?.startOccurrence ?? null,
    endOccurrence: span?.endOccurrence ?? null,
    noteId: noteId ?? null,
  };
  const key = JSON.stringify(visit);
  const settledKey = useSettled(key);
  const preview = useQuery({ ...unitsPreviewQuery(visit), enabled: isComplete && settledKey === key });
  if (!isComplete) return { status: 'incomplete', data: null };
  if (preview.data) return { status: 'ready', data: preview.data };
  if (!preview.isError) return { status: 'loading', data: null };
  return {
    status: 'failed',
    data: null,
    retry: () => void preview.refetch(),
    isUnreachable: isUnreachable(preview.error),
  };
}

/** The value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
