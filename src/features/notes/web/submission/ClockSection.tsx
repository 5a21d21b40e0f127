import { useFormContext } from 'react-hook-form';
import { VisitClock } from '#features/time/web/public.tsx';
import { useClockedVisit } from './useClockedVisit.ts';
import type { NoteForm } from './useNoteForm.ts';

type ClockSectionProps = { timeZone: string; clientId: number | null; isSending: boolean };

/** The visit clock of a new note, which it fills in. */
export function ClockSection({ timeZone, clientId, isSending }: ClockSectionProps) {
  useClockedVisit(useFormContext() as unknown as NoteForm, { timeZone, isSending });
  return <VisitClock timeZone={timeZone} clientId={clientId} />;
}
