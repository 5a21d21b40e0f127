import { isSessionExpired, messageOf } from '#platform/web/apiError.ts';
import { refreshTopics } from '#platform/web/queries.ts';
import { toast } from '#platform/web/toast.ts';

/** Shows why something of a note was not changed; the note on screen may be outdated. */
export function toastChangeError(error: unknown, title: string): void {
  if (isSessionExpired(error)) return;
  void refreshTopics(['notes']);
  toast({ title, description: messageOf(error, 'Please try again.'), variant: 'destructive' });
}
