import { countUnsent } from '#features/notes/web/offline/unsentState.ts';
import { plural } from '#platform/web/format.ts';
import { confirm } from '#platform/web/ui/confirm.ts';

/** Asks before a logout that would lock notes that were not sent; true without any. */
export async function confirmLogout(): Promise<boolean> {
  const unsent = countUnsent();
  if (unsent === 0) return true;
  return confirm({
    title: `Log out with ${plural(unsent, 'note', 'notes')} not sent?`,
    body: 'What is not sent stays locked on this phone, and is sent after you log in here again.',
    confirmLabel: 'Log out',
  });
}
