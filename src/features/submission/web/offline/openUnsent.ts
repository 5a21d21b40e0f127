import { openEncryptedForm, waitForFormWrites } from '#platform/web/forms/encryptedForms.ts';
import { isOpenElsewhere } from '#platform/web/forms/formLock.ts';
import { ownKey } from '#platform/web/forms/persistedForm.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { hasUnsaved } from '#features/submission/web/entry/enteredValues.ts';
import { emptyNote } from '#features/submission/web/entry/noteForm.ts';
import { readNote, removeNote, toPlainStore, writeNote } from '#features/submission/web/entry/noteInForm.ts';
import type { KeptNote } from '#features/submission/web/entry/noteRecord.ts';
import { isSending } from '#features/submission/web/entry/sendingNotes.ts';
import { sendReleased } from './sendUnsent.ts';
import { changeUnsent, discardNote, replaceUnsent } from './unsentNotes.ts';

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

/**
 * Edits a kept note in the form. What is changed there is stored apart from the note as it was signed: a logout removes the
 * changes, and what was signed is sent.
 * @returns false when storage is full or blocked
 */
async function edit(formKey: string, stored: KeptNote): Promise<boolean> {
  const { body: _, keptAt: __, retry: ___, ...note } = stored;
  if (!writeNote(formKey, { ...note, status: 'editing' })) return false;
  await waitForFormWrites();
  return true;
}

/**
 * Opens a note that waits in the form of new notes. Its record stays as it was signed until the form is submitted.
 * @returns whether it was opened
 */
export async function openUnsent(userId: number, id: string): Promise<boolean> {
  const key = ownKey(userId, 'note');
  const isElsewhere = await isOpenElsewhere(key);
  // The form has the note that is being sent until there is an answer.
  if (isElsewhere || isSending(key)) {
    toast(OUTCOMES[isElsewhere ? 'elsewhere' : 'busy']);
    return false;
  }
  await openEncryptedForm({ owner: userId, key, toPlainStore });
  const current = readNote(key);
  // It is in the form already, perhaps changed since it was signed.
  const isInForm = current?.id === id;
  const question = { title: 'Replace what you entered?', body: "The form has a note that isn't saved." };
  const isFree =
    isInForm ||
    !hasUnsaved({ ...emptyNote(''), ...current?.values }) ||
    (await confirm({ ...question, confirmLabel: 'Replace' }));
  if (!isFree) return false;
  const outcome = await changeUnsent(userId, id, async ({ note, version }) => {
    if (!isInForm && !(await edit(key, note))) return false;
    return replaceUnsent(userId, { note: { ...note, status: 'editing' }, version });
  });
  if (outcome !== 'changed') toast(OUTCOMES[outcome]);
  // The form may have left another one.
  else if (!isInForm) void sendReleased(userId).catch(reportError);
  return outcome === 'changed';
}

/** Throws a note that waits away, also out of the form, unless it has been sent meanwhile. */
export async function discardUnsent(userId: number, id: string): Promise<void> {
  const key = ownKey(userId, 'note');
  if (isSending(key)) return toast(OUTCOMES.busy);
  const outcome = await changeUnsent(userId, id, async ({ note }) => {
    if (note.status === 'editing') {
      if (await isOpenElsewhere(key)) return false;
      await openEncryptedForm({ owner: userId, key, toPlainStore });
      if (readNote(key)?.id === id) removeNote(key);
      await waitForFormWrites();
    }
    await discardNote(userId, id);
    return true;
  });
  if (outcome !== 'changed') toast(OUTCOMES[outcome === 'failed' ? 'elsewhere' : outcome]);
}
