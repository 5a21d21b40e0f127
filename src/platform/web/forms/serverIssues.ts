import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { issuesOf, messageOf } from '#platform/web/apiError.ts';

export type ServerIssue = { path: string | readonly (string | number)[]; message: string };

/**
 * Shows the issues of the server beside their fields and focuses the first of them; those without a field on the
 * screen appear above the form.
 * @returns whether there were any
 */
export function applyServerIssues<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  issues: readonly ServerIssue[] | undefined,
): boolean {
  if (!issues || issues.length === 0) return false;
  // The default values are in the order of the screen.
  const order = Object.keys(form.formState.defaultValues ?? {});
  const named = issues
    .map(({ path, message }) => ({ path: [path].flat().join('.') as FieldPath<Input>, message }))
    .toSorted(
      (a, b) => order.indexOf(a.path.split('.')[0] ?? '') - order.indexOf(b.path.split('.')[0] ?? ''),
    );
  const others: string[] = [];
  let focused = false;
  for (const { path, message } of named) {
    form.setError(path, { type: 'server', message }, { shouldFocus: !focused });
    // Without a field, as for a token, nothing would show the message.
    const hasField = form.getFieldState(path).error?.ref !== undefined;
    if (hasField) focused = true;
    else {
      form.clearErrors(path);
      others.push(message);
    }
  }
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
