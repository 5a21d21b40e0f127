import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { ApiError, issuesOf } from '#platform/web/apiError.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { applyServerIssues } from '#platform/web/forms/serverIssues.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { forgotPasswordInput } from '#features/auth/contract.ts';
import { authApi } from '#features/auth/web/queries.ts';

const FAILED = 'Unable to process password reset request. Please try again.';
type Values = z.output<typeof forgotPasswordInput>;

/** Requests a one-time link by email. The response is the same whether or not the account exists. */
export function ForgotPassword({ open, onOpenChange }: OpenState) {
  const form = useZodForm({ schema: forgotPasswordInput, defaultValues: { username: '', email: '' } });
  const ask = useMutation({
    mutationFn: (body: Values) => authApi('POST /api/auth/forgot-password', { body }),
  });
  const [answer, setAnswer] = useState<{ message: string; resetUrl?: string | undefined } | null>(null);
  function close(next: boolean) {
    onOpenChange(next);
    if (!next) setAnswer(null);
  }
  async function save(values: Values) {
    try {
      setAnswer(await ask.mutateAsync(values));
    } catch (error) {
      if (applyServerIssues(form, issuesOf(error))) return;
      const tooMany = error instanceof ApiError && error.status === 429;
      form.setError('root.server', { type: 'server', message: tooMany ? error.message : FAILED });
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Forgot password"
      description="We'll email you a link. Your password won't change until you use it."
      size="sm"
      footer={
        answer ? (
          <Button variant="primary" onClick={() => close(false)}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={() => close(false)}>Cancel</Button>
            <Button type="submit" form="forgot-password" variant="primary" pending={ask.isPending}>
              Send link
            </Button>
          </>
        )
      }
    >
      {answer ? (
        <Banner tone="success">
          {answer.message}
          {answer.resetUrl && (
            <a href={answer.resetUrl} className="mt-2 block underline wrap-anywhere">
              Open the link (email isn't set up on this server)
            </a>
          )}
        </Banner>
      ) : (
        <Form id="forgot-password" form={form} onSubmit={save}>
          <FormText name="username" label="Username" autoComplete="username" required />
          <FormText name="email" label="Email" type="email" autoComplete="email" required />
        </Form>
      )}
    </Dialog>
  );
}
