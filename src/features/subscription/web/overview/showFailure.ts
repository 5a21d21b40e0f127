import { ApiError, isSessionExpired } from '#platform/web/apiError.ts';
import { toast } from '#platform/web/toast.ts';

/** Shows a toast; for a client error with the server's reason, as a retry would not help. */
export function showFailure(error: unknown, text: string): void {
  if (isSessionExpired(error)) return;
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  const description = refused && error.code !== 'unknown' ? `${text} ${error.message}` : text;
  toast({ title: 'Error', description, variant: 'destructive' });
}
