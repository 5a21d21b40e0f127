import { z } from 'zod';
import { isSessionExpired } from '#platform/web/apiError.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { showSaveError } from '#platform/web/forms/serverIssues.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toast } from '#platform/web/toast.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { useDisableTwoFactor } from './accountCalls.ts';

const FORM = 'disable-two-factor';
const schema = z.object({ password: z.string().min(1, { error: 'Password is required' }) });

/** Turns off two-factor authentication, which requires the password. */
export function DisableTwoFactor({ open, onOpenChange }: OpenState) {
  const disable = useDisableTwoFactor();
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      sticky
      title="Turn off two-factor authentication"
      description="You'll log in with just your password. Recovery codes stop working."
      form={FORM}
      submit="Turn off"
      variant="danger"
      pending={disable.isPending}
    >
      <PasswordForm
        onPassword={async (values) => {
          await disable.mutateAsync(values);
          onOpenChange(false);
          toast({ title: 'Two-factor authentication is off' });
        }}
      />
    </FormDialog>
  );
}

type Values = z.output<typeof schema>;

function PasswordForm({ onPassword }: { onPassword: (values: Values) => Promise<void> }) {
  const form = useZodForm({ schema, defaultValues: { password: '' } });
  async function send(values: Values) {
    try {
      await onPassword(values);
    } catch (error) {
      if (!isSessionExpired(error)) showSaveError(form, error, 'Two-factor authentication is still on.');
    }
  }
  return (
    <Form id={FORM} form={form} onSubmit={send} unpaid>
      <FormText
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
      />
    </Form>
  );
}
