import { isSessionExpired, messageOf } from './apiError.ts';
import { toast } from './toast.ts';

/** Shown when the session ended while a form was open. */
const LOG_IN_AGAIN = 'Please log in again to continue';

/**
 * Shows a toast for a failure: `failureToast(error, 'Failed to add service')`.
 * @param reason whether the server's message follows `text` or replaces it
 */
export function failureToast(error: unknown, text: string, reason: 'after' | 'instead' = 'after'): void {
  toast({ title: 'Error', description: describe(error, text, reason), variant: 'destructive' });
}

function describe(error: unknown, text: string, reason: 'after' | 'instead'): string {
  if (isSessionExpired(error)) return LOG_IN_AGAIN;
  const message = messageOf(error, '');
  if (message === '') return text;
  return reason === 'instead' ? message : `${text}. ${message}`;
}
