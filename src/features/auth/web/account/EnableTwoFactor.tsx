import { useEffect, useState } from 'react';
import { z } from 'zod';
import { isSessionExpired, messageOf } from '#platform/web/apiError.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { showSaveError } from '#platform/web/forms/serverIssues.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { CopyButton } from '#platform/web/ui/CopyButton.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { QrCode } from '#platform/web/ui/QrCode.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useEnableTwoFactor, useSetUpTwoFactor, type TwoFactorSetup } from './accountCalls.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const FORM = 'enable-two-factor';
const schema = z.object({
  code: z.string().trim().min(1, { error: 'Enter the 6-digit code from your authenticator app' }),
});

/** Turns on two-factor authentication: scan, enter the code, save the recovery codes. */
export function EnableTwoFactor({ open, onOpenChange }: OpenState) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const enable = useEnableTwoFactor();
  const [wasOpen, setWasOpen] = useState(open);
  // Cleared on opening, not on closing: while it closes, the first step would mount again and request a new secret.
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setCodes(null);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      size="sm"
      title="Two-factor authentication"
      footer={
        codes ? (
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            I've saved them
          </Button>
        ) : (
          <>
            <Button onClick={() => onOpenChange(false)}>Cancel</Button>
            <Button variant="primary" type="submit" form={FORM} pending={enable.isPending}>
              Turn on
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <Scan
          onCode={async (code) => {
            const answer = await enable.mutateAsync({ code });
            setCodes(answer.recoveryCodes);
            toast({ title: 'Two-factor authentication is on' });
          }}
        />
      )}
    </Dialog>
  );
}

function Scan({ onCode }: { onCode: (code: string) => Promise<void> }) {
  const { mutate: begin, data, error, isPending } = useSetUpTwoFactor();
  useEffect(() => begin(), [begin]);
  const form = useZodForm({ schema, defaultValues: { code: '' } });
  async function send({ code }: z.output<typeof schema>) {
    try {
      await onCode(code);
    } catch (failure) {
      if (!isSessionExpired(failure)) showSaveError(form, failure, 'Two-factor authentication is still off.');
    }
  }
  if (error) {
    return (
      <ErrorState
        title="Couldn't load the QR code"
        body={messageOf(error, 'Please try again.')}
        onRetry={() => begin()}
        retrying={isPending}
      />
    );
  }
  return (
    <Form id={FORM} form={form} onSubmit={send} unpaid>
      <p className="text-sm text-muted">
        1. Open an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or
        1Password, and scan this code.
      </p>
      {data ? <Secret setup={data} /> : <Skeleton className="h-72" />}
      <FormText
        name="code"
        label="2. Code shown in the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        required
      />
    </Form>
  );
}

function Secret({ setup }: { setup: TwoFactorSetup }) {
  return (
    <div className="flex flex-col items-center gap-3">
      <QrCode text={setup.uri} label="QR code for your authenticator app" />
      {/* A phone cannot scan its own screen. */}
      <a
        href={setup.uri}
        className="hidden min-h-11 items-center text-accent-ink underline pointer-coarse:inline-flex"
      >
        Open the app on this phone
      </a>
      <div className="w-full rounded-md bg-sunken py-1 pr-1 pl-3">
        <p className="pt-1 text-sm text-muted">Or type this key into the app:</p>
        <div className="flex items-center gap-1">
          <code className="min-w-0 flex-1 font-sans font-medium wrap-anywhere">
            {setup.secret.match(/.{1,4}/g)?.join(' ')}
          </code>
          <CopyButton value={setup.secret} label="Copy key" />
        </div>
      </div>
    </div>
  );
}
