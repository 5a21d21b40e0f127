import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isSessionExpired, issuesOf, messageOf } from '#platform/web/apiError.ts';
import { toast } from '#platform/web/toast.ts';
import { applyServerIssues } from './serverIssues.ts';

/** Shows why a save failed: beside the fields that the server names, otherwise in a toast with its message. */
export function toastSaveError<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
  { title = 'Error', fallback }: { title?: string; fallback: string },
): void {
  if (isSessionExpired(error) || applyServerIssues(form, issuesOf(error))) return;
  toast({ title, description: messageOf(error, fallback), variant: 'destructive' });
}
