import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { showSaveError } from '#platform/web/forms/serverIssues.ts';
import { preloadSchema, useZodForm } from '#platform/web/forms/useZodForm.ts';
import { SoloPage } from '#platform/web/SoloPage.tsx';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import type { resetPasswordInput } from '#features/auth/contract.ts';
import { storeLoginNotice } from './login/loginNotice.ts';
import { authApi } from './queries.ts';

const passwordRules = preloadSchema(
  async () => (await import('#features/auth/contract.ts')).resetPasswordInput,
);

type Values = z.output<typeof resetPasswordInput>;

/** The page behind the one-time link of a password reset email. */
export function ResetPasswordPage() {
  const { token } = useSearch({ from: '/reset-password' });
  return (
    <SoloPage title="Choose a new password" subtitle="The link in your email works once, for 30 minutes.">
      {token ? (
        <ResetForm token={token} />
      ) : (
        <Banner tone="danger" title="This link is incomplete">
          Open the full link from the email, or{' '}
          <Link to="/" className="underline">
            request a new one
          </Link>
          .
        </Banner>
      )}
    </SoloPage>
  );
}

function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const form = useZodForm({
    schema: passwordRules,
    defaultValues: { token, password: '' },
  });
  const reset = useMutation({
    mutationFn: (body: Values) => authApi('POST /api/auth/reset-password', { body }),
  });
  async function save(values: Values) {
    try {
      await reset.mutateAsync(values);
      storeLoginNotice('Your password was changed. Please log in with the new one.');
      await navigate({ to: '/login', replace: true });
    } catch (error) {
      showSaveError(form, error, 'Unable to process password reset request. Please try again.');
    }
  }
  return (
    <Card>
      <Form form={form} onSubmit={save}>
        <FormText
          name="password"
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 6 characters."
          required
        />
        <Button type="submit" variant="primary" size="lg" pending={reset.isPending}>
          Set new password
        </Button>
      </Form>
    </Card>
  );
}
