import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { NoteValues } from '#features/notes/web/submission/noteForm.ts';
import { useCodeCheck } from './useCodeCheck.ts';

type Signer = { hasSignatureCode: boolean } | undefined;

const NO_CODE = 'This client has no verification code yet. Ask a manager for one.';

function reasonToWait(client: Signer, values: { clientId: string; code: string }): string {
  if (values.clientId === '') return 'Select a client first.';
  if (client && !client.hasSignatureCode) return NO_CODE;
  return values.code.trim() === ''
    ? "Enter the client's verification code to unlock the pad."
    : 'The pad unlocks once the code is verified.';
}

/**
 * The client's pad stays locked until the code is verified. Another client or code locks it again: a signature
 * belongs to the client who proved to be there.
 */
export function useSigningLock(client: Signer) {
  const form = useFormContext<NoteValues>();
  const [clientId, code] = useWatch<NoteValues, ['clientId', 'clientSignatureCode']>({
    name: ['clientId', 'clientSignatureCode'],
  });
  const check = useCodeCheck(clientId, code);

  // A form that came back after a reload has code and ink already: the code is asked once more.
  const { check: ask, state } = check;
  useEffect(() => {
    const kept = form.getValues();
    if (kept.clientSignature !== '') ask({ clientId: kept.clientId, code: kept.clientSignatureCode.trim() });
    // Only when it comes back; what is typed afterwards is asked by the field.
    // eslint-disable-next-line react/exhaustive-deps
  }, []);
  useEffect(() => {
    if (state === 'wrong') form.setValue('clientSignature', '');
  }, [state, form]);

  const withoutCode = client !== undefined && !client.hasSignatureCode;
  const locked = state === 'valid' ? undefined : reasonToWait(client, { clientId, code });
  return { check, locked, hint: withoutCode ? NO_CODE : 'The client types it. At least 4 characters.' };
}
