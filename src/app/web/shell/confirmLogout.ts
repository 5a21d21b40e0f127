import { plural } from '#platform/web/format.ts';
import { storedSession } from '#platform/web/session.ts';
import { confirm } from '#platform/web/ui/confirm.ts';

/** Asks before a logout that would lock notes that were not sent; true without any. */
export async function confirmLogout(): Promise<boolean> {
  const user: { id?: number } | undefined = storedSession()?.user;
  if (user?.id === undefined) return true;
  const { listUnsent } = await import('#features/notes/web/offline/unsentNotes.ts');
  const { length: unsent } = await listUnsent(user.id);
  if (unsent === 0) return true;
  return confirm({
    title: `Log out with ${plural(unsent, 'note', 'notes')} not sent?`,
    body: "Unsent notes stay locked on this phone. They're sent after you log in here again.",
    confirmLabel: 'Log out',
  });
}
