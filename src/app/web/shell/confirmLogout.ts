import { plural } from '#platform/web/format.ts';
import { storedSession } from '#platform/web/session.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.ts';

/** Longer than any request for a note, after which the note is kept on this device or stays in its form. */
const SUBMIT_TIMEOUT_MS = 35_000;

/**
 * Waits for a note that is being submitted. Asks before a logout that would lose it, remove visit times or lock notes that
 * were not sent; true without any.
 */
export async function confirmLogout(): Promise<boolean> {
  const user: { id?: number } | undefined = storedSession()?.user;
  if (user?.id === undefined) return true;
  try {
    return (await waitForSubmission()) && (await confirmVisitLoss()) && (await confirmUnsent(user.id));
  } catch (error) {
    // On a shared device a broken store must not prevent a logout.
    reportError(error);
    return true;
  }
}

/** The logout would reach the server before the note, or remove the form of one that was refused. */
async function waitForSubmission(): Promise<boolean> {
  const { isAnySending, waitForSending } = await import('#features/submission/web/entry/sendingNotes.ts');
  if (await isAnySending())
    toast({ title: 'Submitting your note', description: "You'll be logged out when it's done." });
  if (await waitForSending(SUBMIT_TIMEOUT_MS)) return true;
  return confirm({
    title: 'Log out without submitting your note?',
    body: "Your note hasn't been submitted. If you log out, the note and its signatures will be removed from this device.",
    confirmLabel: 'Log out',
    danger: true,
  });
}

async function confirmVisitLoss(): Promise<boolean> {
  const { hasUnsavedVisit } = await import('#features/time/web/public.tsx');
  if (!hasUnsavedVisit()) return true;
  return confirm({
    title: 'Log out and lose your visit times?',
    body: "Visit clock times that haven't been sent or added to a note will be removed from this device.",
    confirmLabel: 'Log out',
    danger: true,
  });
}

async function confirmUnsent(userId: number): Promise<boolean> {
  const { listUnsent, releaseOpened } = await import('#features/submission/web/offline/unsentNotes.ts');
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
