import { ownKey, readPersistedForm, writePersistedForm } from '#platform/web/forms/persistedForm.ts';
import { openSealedForm, settleSealedForms } from '#platform/web/forms/sealedForms.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { hasUnsaved } from '#features/notes/web/drafts/draftFields.ts';
import { resumeAttempt } from '#features/notes/web/submission/noteAttempt.ts';
import { emptyNote, NEVER_STORED } from '#features/notes/web/submission/noteForm.ts';
import { resumeCapture } from './capture.ts';
import { takeUnsent, type StoredNote } from './unsentNotes.ts';

const OUTCOMES = {
  sent: { title: 'Already sent', description: 'This note was sent or opened in another tab.' },
  busy: { title: 'Not opened', description: 'Notes are being sent. Try again in a moment.' },
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
  resumeAttempt(key, { key: attempt, receiptToken, refusal });
  await settleSealedForms();
  return true;
}

/** Opens a note that waits in the form of new notes. @returns whether it was opened */
export async function openUnsent(userId: number, name: string): Promise<boolean> {
  const key = ownKey(userId, 'note');
  await openSealedForm({ owner: userId, key, omit: NEVER_STORED });
  const question = { title: 'Replace what you entered?', body: "The form has a note that isn't saved." };
  const isFree =
    !hasUnsaved({ ...emptyNote(''), ...readPersistedForm(key) }, []) ||
    (await confirm({ ...question, confirmLabel: 'Replace' }));
  if (!isFree) return false;
  const outcome = await takeUnsent(userId, name, (note) => resume(key, note));
  if (outcome !== 'taken') toast(OUTCOMES[outcome]);
  return outcome === 'taken';
}
