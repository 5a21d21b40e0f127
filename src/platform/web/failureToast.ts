import { ApiError, isSessionExpired } from './apiError.ts';
import { toast } from './toast.ts';

/** What is said when a session ended under a form. */
const LOG_IN_AGAIN = 'Please log in again to continue';

/** Why something failed, as the server or the network says it; null when there is nothing fit to show. */
function reasonOf(error: unknown): string | null {
  return error instanceof ApiError && error.code !== 'unknown' ? error.message : null;
}

/**
 * Says that something failed, and why where that is known: `failureToast(error, 'Failed to add service')`.
 * @param reason 'instead': the server's sentence takes the place of ours; 'after' (usual): it follows ours
 */
export function failureToast(error: unknown, text: string, reason: 'after' | 'instead' = 'after'): void {
  toast({ title: 'Error', description: wordsFor(error, text, reason), variant: 'destructive' });
}

function wordsFor(error: unknown, text: string, reason: 'after' | 'instead'): string {
  if (isSessionExpired(error)) return LOG_IN_AGAIN;
  const why = reasonOf(error);
  if (why === null) return text;
  return reason === 'instead' ? why : `${text}. ${why}`;
}
