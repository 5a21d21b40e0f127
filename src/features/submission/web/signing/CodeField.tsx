import { BadgeCheck } from 'lucide-react';
import { useController, useFormContext } from 'react-hook-form';
import { useFieldComment } from '#platform/web/forms/fieldComments.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { TextInput } from '#platform/web/ui/TextInput.tsx';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';
import { maskedClass, toCodeInputProps } from './codeInput.ts';
import type { CodeCheck } from './useCodeCheck.ts';
import { changeCode } from './useSigningLock.ts';

/** The client's verification code, masked; verified on Enter, on blur or with the button. */
export function CodeField({ check }: { check: CodeCheck }) {
  const { field, fieldState } = useController<NoteValues, 'clientSignatureCode'>({
    name: 'clientSignatureCode',
  });
  const form = useFormContext<NoteValues>();
  const valid = check.state === 'valid';
  return (
    <div className="flex flex-col gap-x-3 gap-y-2 sm:flex-row sm:items-start">
      <Field
        label="Client verification code"
        required
        hint="Hand the phone to the client to enter their code."
        comment={useFieldComment('clientSignatureCode')}
        error={fieldState.error?.message ?? check.message}
        className="sm:w-80"
      >
        <TextInput
          {...field}
          {...toCodeInputProps(check)}
          className={maskedClass}
          onChange={(event) => changeCode(form, event.target.value)}
          onBlur={() => {
            field.onBlur();
            check.check();
          }}
        />
      </Field>
      <Button
        className="sm:mt-[1.625rem]"
        icon={<BadgeCheck aria-hidden />}
        pending={check.state === 'checking'}
        onClick={check.verify}
      >
        {valid ? 'Verified' : 'Verify code'}
      </Button>
    </div>
  );
}
