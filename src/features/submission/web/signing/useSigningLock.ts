import { use, useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch, type UseFormReturn } from 'react-hook-form';
import { findSealedCode, type NoteValues } from '#features/submission/web/entry/noteForm.ts';
import type { NoteFormOutput } from '#features/submission/web/entry/noteFormSchema.ts';
import type { NoteForm } from '#features/submission/web/entry/useNoteForm.ts';
import { voidSignatures } from '#features/submission/web/entry/useVoidSignatures.ts';
import { CodeSealerContext } from './codeSealer.ts';
import { useCodeCheck } from './useCodeCheck.ts';

type Signer = { hasSignatureCode: boolean } | undefined;

function lockReason(client: Signer, values: { clientId: string; code: string }): string {
  if (values.clientId === '') return 'Select a client first.';
  if (client && !client.hasSignatureCode) return 'The client can sign once a code is set.';
  return values.code.trim() === ''
    ? "Enter the client's verification code to unlock the pad."
    : 'The pad unlocks once the code is verified.';
}

/**
 * Locks the client's pad until the code is verified; another client or code locks it again.
 * @param isClientSigningOpen whether the client reads the result on the signing screen
 */
export function useSigningLock(client: Signer, isClientSigningOpen: boolean) {
  const form = useFormContext<NoteValues, unknown, NoteFormOutput>();
  const [clientId, code, sealedCode, signer] = useWatch<
    NoteValues,
    ['clientId', 'clientSignatureCode', 'sealedCode', 'signer']
  >({
    name: ['clientId', 'clientSignatureCode', 'sealedCode', 'signer'],
  });
  const check = useCodeCheck(clientId, code, isClientSigningOpen);

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

  const seal = use(CodeSealerContext);
  useEffect(() => {
    if (!seal || (state !== 'valid' && state !== 'unreachable')) return;
    const entered = form.getValues(['clientId', 'clientSignatureCode']);
    const [id, text] = entered;
    seal({ clientId: id, code: text.trim() }).then(
      (sealed) => {
        const isSame = form.getValues(['clientId', 'clientSignatureCode']).join() === entered.join();
        if (!isSame) return;
        form.setValue('sealedCode', { clientId: id, text: sealed });
        // Once it was checked it stays in the field, to be changed; a reload leaves the sealed one.
        if (state !== 'unreachable') return;
        const hadFocus = document.activeElement?.matches('[name=clientSignatureCode]');
        form.setValue('clientSignatureCode', '');
        // The field gives way to a sentence.
        if (hadFocus) form.setFocus('clientSignature');
      },
      // Without a key the code stays in the open form only.
      () => undefined,
    );
  }, [state, seal, form]);

  // Without a network the server checks the code when the note arrives.
  const isSealed = findSealedCode({ clientId, clientSignatureCode: code, sealedCode }) !== undefined;
  const isUnlocked = isSealed || state === 'valid' || state === 'unreachable';
  const isUnnamed = signer.kind === 'representative' && (!signer.name.trim() || !signer.relation.trim());
  const locked = isUnnamed
    ? "Enter the representative's name and relationship first."
    : isUnlocked
      ? undefined
      : lockReason(client, { clientId, code });
  const relocked = useRelock(form, { isUnlocked, isChecking: state === 'checking', locked });
  const needsCode = !isUnnamed && !isUnlocked && client?.hasSignatureCode === true;
  return { check, isSealed, locked, needsCode, relocked };
}

/** Changes the code, which no longer is the one that was sealed. */
export function changeCode(form: UseFormReturn<NoteValues>, code: string): void {
  // First, because a sealed code counts while the field is empty.
  form.setValue('sealedCode', null);
  form.setValue('clientSignatureCode', code, {
    shouldDirty: true,
    shouldValidate: form.formState.isSubmitted,
  });
}

const CODE_CHANGED = 'The verification code was changed. Enter it again, then sign.';

type Lock = { isUnlocked: boolean; isChecking: boolean; locked: string | undefined };

/**
 * Removes the client's signature when the code, however it was changed, stops matching.
 * @returns the reason for a screen reader, until the pad is unlocked again
 */
function useRelock(form: NoteForm, { isUnlocked, isChecking, locked }: Lock): string | undefined {
  const wasUnlocked = useRef(false);
  const [isRelocked, setRelocked] = useState(false);
  useEffect(() => {
    if (isChecking) return;
    const isLocking = wasUnlocked.current && !isUnlocked;
    wasUnlocked.current = isUnlocked;
    if (isLocking) voidSignatures(form, ['clientSignature'], CODE_CHANGED);
    setRelocked((isAlready) => isLocking || (isAlready && !isUnlocked));
  }, [form, isUnlocked, isChecking]);
  return isRelocked && locked !== undefined ? `Signature pad locked. ${locked}` : undefined;
}
