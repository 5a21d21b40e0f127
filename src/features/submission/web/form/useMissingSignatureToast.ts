import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { clearToast, toast } from '#platform/web/toast.ts';
import type { NoteForm } from '#features/submission/web/entry/useNoteForm.ts';

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

type Signature = keyof typeof messages;
const signing = new Set(['employeeSignature', 'clientSignatureCode', 'clientSignature']);

/** Shows a toast when a submit fails only for a missing signature; the toast closes once the signature is drawn. */
export function useMissingSignatureToast(form: NoteForm): void {
  const { submitCount, errors } = form.formState;
  const toasted = useRef<Signature>(undefined);
  const [employee, client] = useWatch({
    control: form.control,
    name: ['employeeSignature', 'clientSignature'],
  });
  useEffect(() => {
    toasted.current = undefined;
    if (submitCount === 0 || !Object.keys(errors).every((name) => signing.has(name))) return;
    const missing = (['employeeSignature', 'clientSignature'] as const).find((name) => errors[name]);
    if (!missing) return;
    toasted.current = missing;
    toast({ ...messages[missing], variant: 'destructive' });
    // Once for each submit, not for each key that changes the errors.
    // eslint-disable-next-line react/exhaustive-deps
  }, [submitCount]);
  useEffect(() => {
    if (!toasted.current || { employeeSignature: employee, clientSignature: client }[toasted.current] === '')
      return;
    toasted.current = undefined;
    clearToast();
  }, [employee, client]);
}
