import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { failureToast } from '#platform/web/failureToast.ts';
import { toast } from '#platform/web/toast.ts';
import { showSaveError } from './serverIssues.ts';

type Save = {
  /** False when the user canceled. */
  save: () => Promise<unknown>;
  /** The toasts after success and failure. */
  done: string | { title: string; description: string };
  failed: string;
  /** Shown above the form when the server gives no reason. */
  fallback: string;
  /** Position of the server's reason: after `failed`, or instead of it. */
  reason?: 'after' | 'instead';
};

/** Saves a form and shows a toast; the server's issues appear beside their fields. @returns whether it was saved */
export async function saveForm<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  { save, done, failed, fallback, reason }: Save,
): Promise<boolean> {
  try {
    if ((await save()) === false) return false;
  } catch (error) {
    failureToast(error, failed, reason);
    showSaveError(form, error, fallback);
    return false;
  }
  toast(typeof done === 'string' ? { title: done } : done);
  return true;
}
