import { useEffect } from 'react';
import type { NoteForm } from './useNoteForm.ts';
import { toast } from '#platform/web/toast.ts';

const messages = {
  employeeSignature: {
    title: 'Missing Employee Signature',
    description: 'Please provide your signature before submitting the note.',
  },
  clientSignature: {
    title: 'Missing Client Signature',
    description: "Please obtain the client's signature before submitting the note.",
  },
};

/** Says it also as a toast when a submit met a signature that is not there. */
export function useMissingSignatureToast(form: NoteForm): void {
  const { submitCount, errors } = form.formState;
  useEffect(() => {
    if (submitCount === 0) return;
    const missing = (['employeeSignature', 'clientSignature'] as const).find((name) => errors[name]);
    if (missing) toast({ ...messages[missing], variant: 'destructive' });
    // Once for each press, not again with each key that changes the errors.
    // eslint-disable-next-line react/exhaustive-deps
  }, [submitCount]);
}
