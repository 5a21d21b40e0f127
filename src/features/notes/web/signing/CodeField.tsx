import { BadgeCheck } from 'lucide-react';
import { useController } from 'react-hook-form';
import { Button } from '#platform/web/ui/Button.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { TextInput } from '#platform/web/ui/TextInput.tsx';
import type { NoteValues } from '#features/notes/web/submission/noteForm.ts';
import type { CodeCheck } from './useCodeCheck.ts';

type CodeFieldProps = {
  check: CodeCheck;
  /** What to know before the code is typed. */
  hint: string;
};

/**
 * The client's verification code: checked on Enter, on leaving the field, or with the button. It is the client's own,
 * so it is not shown on the employee's phone.
 */
export function CodeField({ check, hint }: CodeFieldProps) {
  const { field, fieldState } = useController<NoteValues, 'clientSignatureCode'>({
    name: 'clientSignatureCode',
  });
  const valid = check.state === 'valid';
  return (
    <div className="flex flex-col gap-x-3 gap-y-2 sm:flex-row sm:items-start">
      <Field
        label="Client verification code"
        required
        hint={hint}
        error={fieldState.error?.message ?? check.message}
        className="sm:w-80"
      >
        <TextInput
          {...field}
          maxLength={20}
          // Not of the type password: browsers would offer to keep it, or fill in the employee's own.
          className="[-webkit-text-security:disc]"
          onCopy={(event) => event.preventDefault()}
          onCut={(event) => event.preventDefault()}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="done"
          onBlur={() => {
            field.onBlur();
            check.check();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter checks the code; it must not send a note that nobody has signed yet.
            event.preventDefault();
            check.demand();
          }}
        />
      </Field>
      <Button
        className="sm:mt-[1.625rem]"
        icon={<BadgeCheck aria-hidden />}
        pending={check.state === 'checking'}
        onClick={check.demand}
      >
        {valid ? 'Verified' : 'Verify code'}
      </Button>
    </div>
  );
}
