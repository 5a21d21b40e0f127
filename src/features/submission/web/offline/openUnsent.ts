import { openEncryptedForm, waitForFormWrites } from '#platform/web/forms/encryptedForms.ts';
import { isOpenElsewhere } from '#platform/web/forms/formLock.ts';
import { ownKey, readPersistedForm, writePersistedForm } from '#platform/web/forms/persistedForm.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { emptyStoredForm, findCaptureId, resumeCapture } from '#features/submission/web/entry/capture.ts';
import { hasUnsaved } from '#features/submission/web/entry/enteredValues.ts';
import { resumeAttempt } from '#features/submission/web/entry/noteAttempt.ts';
import { emptyNote, NEVER_STORED } from '#features/submission/web/entry/noteForm.ts';
import { isSending } from '#features/submission/web/entry/sendingNotes.ts';
import { sendReleased } from './sendUnsent.ts';
import { changeUnsent, discardNote, replaceUnsent, type StoredNote } from './unsentNotes.ts';

const OUTCOMES = {
  sent: { title: 'Already sent', description: 'This note is no longer on this device. See My Notes.' },
  busy: { title: 'Notes are being sent', description: 'Try again in a moment.' },
  elsewhere: {
    title: 'The form is open in another tab',
    description: 'Leave it there first.',
    variant: 'warning',
  },
  failed: {
    title: 'Not opened',
    description: "This browser can't store the form.",
    variant: 'destructive',
  },
} as const;

/** Fills the persisted form with a kept note as it was signed. @returns false when storage is full or blocked */
async function resume(key: string, { body, values, attempt, refusal }: StoredNote): Promise<boolean> {
  const { captureId, capture, clientId, sealedCode, receiptToken } = body;
  const code = sealedCode === undefined ? null : { clientId: String(clientId), text: sealedCode };
  const { clientSignature, ...own } = values;
  const isStored =
    writePersistedForm(key, own) && writePersistedForm(key, { clientSignature, sealedCode: code }, 'session');
  if (!isStored) return false;
  resumeCapture(key, { captureId, capture });
  resumeAttempt(key, { key: attempt, receiptToken, receiptSeenBy: clientId, refusal });
  await waitForFormWrites();
  return true;
}

/**
 * Opens a note that waits in the form of new notes. Its record stays as it was signed until the form is submitted.
 * @returns whether it was opened
 */
export async function openUnsent(userId: number, name: string): Promise<boolean> {
  const key = ownKey(userId, 'note');
  const isElsewhere = await isOpenElsewhere(key);
  // The form has the note that is being sent until there is an answer.
  if (isElsewhere || isSending(key)) {
    toast(OUTCOMES[isElsewhere ? 'elsewhere' : 'busy']);
    return false;
  }
  await openEncryptedForm({ owner: userId, key, omit: NEVER_STORED });
  const current = findCaptureId(key);
  // It is in the form already, perhaps changed since it was signed.
  const isInForm = current !== undefined && name.endsWith(current);
  const question = { title: 'Replace what you entered?', body: "The form has a note that isn't saved." };
  const isFree =
    isInForm ||
    !hasUnsaved({ ...emptyNote(''), ...readPersistedForm(key) }) ||
    (await confirm({ ...question, confirmLabel: 'Replace' }));
  if (!isFree) return false;
  const outcome = await changeUnsent(userId, name, async ({ note, version }) => {
    if (!isInForm && !(await resume(key, note))) return false;
    return replaceUnsent(userId, name, { note: { ...note, isOpen: true }, version });
  });
  if (outcome !== 'changed') toast(OUTCOMES[outcome]);
  // The form may have left another one.
  else if (!isInForm) void sendReleased(userId).catch(reportError);
  return outcome === 'changed';
}

/** Throws a note that waits away, also out of the form, unless it has been sent meanwhile. */
export async function discardUnsent(userId: number, name: string): Promise<void> {
  const key = ownKey(userId, 'note');
  if (isSending(key)) return toast(OUTCOMES.busy);
  const outcome = await changeUnsent(userId, name, async ({ note }) => {
    if (note.isOpen) {
      if (await isOpenElsewhere(key)) return false;
      await openEncryptedForm({ owner: userId, key, omit: NEVER_STORED });
      if (name.endsWith(findCaptureId(key) ?? note.attempt)) emptyStoredForm(key);
      await waitForFormWrites();
    }
    await discardNote(userId, name);
    return true;
  });
  if (outcome !== 'changed') toast(OUTCOMES[outcome === 'failed' ? 'elsewhere' : outcome]);
}
