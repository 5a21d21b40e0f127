import { plural } from '#platform/web/format.ts';
import { storedSession } from '#platform/web/session.ts';
import { confirm } from '#platform/web/ui/confirm.ts';

/** Asks before a logout that would remove visit times or lock notes that were not sent; true without any. */
export async function confirmLogout(): Promise<boolean> {
  const user: { id?: number } | undefined = storedSession()?.user;
  if (user?.id === undefined) return true;
  try {
    return (await confirmVisitLoss()) && (await confirmUnsent(user.id));
  } catch (error) {
    // On a shared device a broken store must not prevent a logout.
    reportError(error);
    return true;
  }
}

async function confirmVisitLoss(): Promise<boolean> {
  const { hasUnsavedVisit } = await import('#features/time/web/public.tsx');
  if (!hasUnsavedVisit()) return true;
  return confirm({
    title: 'Log out and lose your visit times?',
    body: "Visit clock times that aren't sent or in a note yet will be removed from this device.",
    confirmLabel: 'Log out',
    danger: true,
  });
}

async function confirmUnsent(userId: number): Promise<boolean> {
  const { listUnsent, releaseOpened } = await import('#features/notes/web/offline/unsentNotes.ts');
  const { length: unsent } = await listUnsent(userId);
  if (unsent === 0) return true;
  const isConfirmed = await confirm({
    title: `Log out with ${plural(unsent, 'note', 'notes')} not sent?`,
    body: "Unsent notes stay locked on this device. They're sent after you log in here again.",
    confirmLabel: 'Log out',
  });
  // A logout removes the form that a note is open in.
  if (isConfirmed) await releaseOpened(userId);
  return isConfirmed;
}
