import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import type { NoteValues } from './noteForm.ts';
import type { NoteForm } from './useNoteForm.ts';
import type { PreviewState } from './useUnitsPreview.ts';
import type { useVisit } from './useVisit.ts';
import { signatures, voidSignatures } from './useVoidSignatures.ts';

type Length = Pick<ReturnType<typeof useVisit>, 'work' | 'rounding' | 'minutes' | 'units'>;

/** Keeps the length of the visit as it is shown, and removes signatures of another one. */
export function useSignedLength({ work, rounding, minutes, units }: Length, { status }: PreviewState): void {
  const form = useFormContext<NoteValues>() as unknown as NoteForm;
  const visit = JSON.stringify([work, rounding]);
  useEffect(() => {
    if (minutes === null || units === null) return;
    const { signed } = form.getValues();
    const isSameVisit = signed?.visit === visit;
    if (isSameVisit && signed.minutes === minutes && signed.units === units) return;
    // A form that was signed with the answer of the server waits for it again.
    if (isSameVisit && status === 'loading') return;
    form.setValue('signed', { visit, minutes, units });
    // A new form and a draft have no length yet; other times have removed the signatures already.
    if (isSameVisit) voidSignatures(form, signatures);
  }, [form, visit, minutes, units, status]);
}
