import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { keepSignedIn } from '#features/auth/web/queries.ts';
import type { SessionUser } from '#features/sessions/web/queries.ts';
import { welcome } from '#features/auth/web/login/useLogin.ts';
import { issuesOf, messageOf } from '#platform/web/apiError.ts';
import { applyServerIssues } from '#platform/web/forms/serverIssues.ts';
import { toast } from '#platform/web/toast.ts';

/** Signs the new administrator in and reloads the app. */
export function enterAsAdmin(answer: { token: string; user: SessionUser }): void {
  keepSignedIn(answer);
  welcome(answer.user);
  location.assign('/');
}

/** Shows why the registration failed: beside the fields if the server names them, else as a toast. */
export function showRegistrationFailed<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
): void {
  if (applyServerIssues(form, issuesOf(error))) return;
  const description = messageOf(error, 'Please check your information and try again.');
  toast({ title: 'Admin registration failed', description, variant: 'destructive' });
}
