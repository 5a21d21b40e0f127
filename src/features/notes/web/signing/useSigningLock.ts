import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { NoteValues } from '#features/notes/web/submission/noteForm.ts';
import { useCodeCheck } from './useCodeCheck.ts';

type Signer = { hasSignatureCode: boolean } | undefined;

function lockReason(client: Signer, values: { clientId: string; code: string }): string {
  if (values.clientId === '') return 'Select a client first.';
  if (client && !client.hasSignatureCode) return 'The client can sign once a code is set.';
  return values.code.trim() === ''
    ? "Enter the client's verification code to unlock the pad."
    : 'The pad unlocks once the code is verified.';
}

/** Locks the client's pad until the code is verified; another client or code locks it again. */
export function useSigningLock(client: Signer) {
  const form = useFormContext<NoteValues>();
  const [clientId, code, signer] = useWatch<NoteValues, ['clientId', 'clientSignatureCode', 'signer']>({
    name: ['clientId', 'clientSignatureCode', 'signer'],
  });
  const check = useCodeCheck(clientId, code);

  // A form restored after a reload has the code and the signature, so the code is verified again.
  const { check: ask, state } = check;
  useEffect(() => {
    const values = form.getValues();
    if (values.clientSignature !== '')
      ask({ clientId: values.clientId, code: values.clientSignatureCode.trim() });
    // Only after a reload; the field verifies typed codes.
    // eslint-disable-next-line react/exhaustive-deps
  }, []);
  useEffect(() => {
    if (state === 'wrong') form.setValue('clientSignature', '');
  }, [state, form]);

  // Without a network the server checks the code when the note arrives.
  const isUnlocked = state === 'valid' || state === 'unreachable';
  const isUnnamed = signer.kind === 'representative' && (!signer.name.trim() || !signer.relation.trim());
  const locked = isUnnamed
    ? "Enter the representative's name and relation first."
    : isUnlocked
      ? undefined
      : lockReason(client, { clientId, code });
  return { check, locked };
}
