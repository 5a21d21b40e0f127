import { useFormContext } from 'react-hook-form';
import type { BusinessZones } from '#platform/contract/zoneDays.ts';
import type { NoteForm } from '#features/submission/web/entry/useNoteForm.ts';
import { VisitClock } from '#features/time/web/public.tsx';
import { useClockedVisit } from './useClockedVisit.ts';

type ClockSectionProps = { zones: BusinessZones; clientId: number | null; isSending: boolean };

/** The visit clock of a new note, which it fills in. */
export function ClockSection({ zones, clientId, isSending }: ClockSectionProps) {
  useClockedVisit(useFormContext() as unknown as NoteForm, { zones, isSending });
  return <VisitClock zones={zones} clientId={clientId} />;
}
