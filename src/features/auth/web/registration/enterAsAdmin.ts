import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { keepSignedIn } from '#features/auth/web/queries.ts';
import type { SessionUser } from '#features/sessions/web/queries.ts';
import { welcome } from '#features/auth/web/login/useLogin.ts';
import { issuesOf, messageOf } from '#platform/web/apiError.ts';
import { applyServerIssues } from '#platform/web/forms/serverIssues.ts';
import { toast } from '#platform/web/toast.ts';

/** A registered administrator is signed in, and the app loaded anew as theirs. */
export function enterAsAdmin(answer: { token: string; user: SessionUser }): void {
  keepSignedIn(answer);
  welcome(answer.user);
  location.assign('/');
}

/** Says why the registration did not work, beside the fields where it is about fields. */
export function showRegistrationFailed<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
): void {
  if (applyServerIssues(form, issuesOf(error))) return;
  const description = messageOf(error, 'Please check your information and try again.');
  toast({ title: 'Admin registration failed', description, variant: 'destructive' });
}
