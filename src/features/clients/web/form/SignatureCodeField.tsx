import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { Button } from '#platform/web/ui/Button.tsx';

type SignatureCodeFieldProps = { hint: ReactNode; required?: boolean; optional?: boolean };

/** The code a client enters to sign, with a button that generates one. */
export function SignatureCodeField(props: SignatureCodeFieldProps) {
  const { setValue } = useFormContext<{ signatureCode: string }>();
  const generate = () =>
    setValue('signatureCode', generateCode(), { shouldDirty: true, shouldValidate: true });
  return (
    <div className="flex items-start gap-2">
      <FormText
        name="signatureCode"
        label="Signature Code"
        autoComplete="off"
        maxLength={20}
        className="min-w-0 flex-1"
        {...props}
      />
      {/* Below the label, level with the input. */}
      <Button className="mt-6.5" onClick={generate}>
        Generate
      </Button>
    </div>
  );
}

/** Six digits: a client can enter them on any keyboard. */
function generateCode(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(random % 1_000_000).padStart(6, '0');
}
