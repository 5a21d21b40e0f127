import { useId } from 'react';
import { controlClass } from '#platform/web/ui/controlClass.ts';
import type { Language } from '#features/clients/contract.ts';
import { LargeButton } from '#features/notes/web/receipt/public.tsx';
import { clientSigningTexts } from './clientSigningTexts.ts';
import { maskedClass, toCodeInputProps } from './codeInput.ts';
import type { CodeCheck } from './useCodeCheck.ts';

/** The client's code in the note form. */
export type ClientSigningCode = {
  check: CodeCheck;
  /** Required before the client can sign. */
  isNeeded: boolean;
  value: string;
  onChange: (value: string) => void;
};

type ClientSigningCodeFieldProps = Omit<ClientSigningCode, 'isNeeded'> & { language: Language };

/** The client's code, in the client's language; once it is verified, the pad takes its place. */
export function ClientSigningCodeField({ check, value, onChange, language }: ClientSigningCodeFieldProps) {
  const { codeLabel, codeHint, checkCode, codeProblems } = clientSigningTexts[language];
  const id = useId();
  const problem = check.problem && codeProblems[check.problem];
  return (
    <div className="flex flex-1 flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {codeLabel}
      </label>
      <input
        {...toCodeInputProps(check)}
        id={id}
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-problem` : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        className={`${controlClass} ${maskedClass} h-auto! min-h-12 text-xl!`}
      />
      <p id={`${id}-hint`} className="text-base text-muted">
        {codeHint}
      </p>
      <p id={`${id}-problem`} role="alert" className="font-medium text-danger-ink empty:hidden">
        {problem}
      </p>
      <LargeButton pending={check.state === 'checking'} onClick={check.verify}>
        {checkCode}
      </LargeButton>
    </div>
  );
}
