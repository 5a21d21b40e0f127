import { LockKeyhole } from 'lucide-react';
import { flushSync } from 'react-dom';
import { useFormContext } from 'react-hook-form';
import { Button } from '#platform/web/ui/Button.tsx';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';
import type { NoteFormOutput } from '#features/submission/web/entry/noteFormSchema.ts';
import { voidSignatures } from '#features/submission/web/entry/useVoidSignatures.ts';

/** In place of the code field when the code was sealed: this device can no longer read it. */
export function SealedCode() {
  const form = useFormContext<NoteValues, unknown, NoteFormOutput>();
  function enterAgain() {
    flushSync(() => {
      form.setValue('sealedCode', null);
      voidSignatures(form, ['clientSignature']);
    });
    // The field takes the place of this button.
    form.setFocus('clientSignatureCode');
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="flex min-w-0 items-start gap-1.5 text-sm">
        <LockKeyhole aria-hidden className="mt-0.5 size-4 shrink-0" />
        The client's code is entered and encrypted. It will be checked when the note is sent.
      </p>
      <Button size="sm" onClick={enterAgain}>
        Re-enter code
      </Button>
    </div>
  );
}
