import { issuesOf, messageOf } from '#platform/web/apiError.ts';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

export type ServerIssue = { path: string | readonly (string | number)[]; message: string };

/**
 * Puts what the server found wrong beside the fields and focuses the first of them; what belongs to no field that
 * is on the screen stands above the form. True if there was anything to show.
 */
export function applyServerIssues<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  issues: readonly ServerIssue[] | undefined,
): boolean {
  if (!issues || issues.length === 0) return false;
  // In the order of the screen. Values without a field, such as a token, have no field to show a message.
  const order = [...form.control._names.mount].map((name) => name.split('.')[0]);
  const indexOfField = (issue: { path: string }) => order.indexOf(issue.path.split('.')[0] ?? '');
  const named = issues.map((issue) => ({
    path: typeof issue.path === 'string' ? issue.path : issue.path.join('.'),
    message: issue.message,
  }));
  const ofFields = named.filter((issue) => indexOfField(issue) >= 0);
  ofFields.sort((a, b) => indexOfField(a) - indexOfField(b));
  for (const [index, issue] of ofFields.entries()) {
    const name = issue.path as FieldPath<Input>;
    form.setError(name, { type: 'server', message: issue.message }, { shouldFocus: index === 0 });
  }
  const others = named.filter((issue) => indexOfField(issue) < 0).map((issue) => issue.message);
  if (others.length > 0) form.setError('root.server', { type: 'server', message: others.join(' ') });
  return true;
}

/** Shows why a save failed: beside the fields that the server names, otherwise above the form. */
export function showSaveError<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
  fallback: string,
): void {
  if (applyServerIssues(form, issuesOf(error))) return;
  form.setError('root.server', { type: 'server', message: messageOf(error, fallback) });
}
