import { useEffect, useLayoutEffect, useState } from 'react';
import { ApiError, isSessionExpired, issuesOf, messageOf } from '#platform/web/apiError.ts';
import {
  clearPersistedForm,
  readPersistedForm,
  waitForPersistedForm,
  writePersistedForm,
} from '#platform/web/forms/persistedForm.ts';
import { applyServerIssues } from '#platform/web/forms/serverIssues.ts';
import { refreshTopics } from '#platform/web/queries.ts';
import { toast } from '#platform/web/toast.ts';
import { abandonCapture, emptyStoredForm, findCaptureId } from '#features/submission/web/entry/capture.ts';
import {
  getAttempt,
  keepRefusal,
  readRefusal,
  type NoteAttempt,
} from '#features/submission/web/entry/noteAttempt.ts';
import type { NoteFormOutput } from '#features/submission/web/entry/noteFormSchema.ts';
import {
  findOpenForm,
  isSending,
  registerOpenForm,
  trackSending,
  useIsSending,
  type SentNote,
} from '#features/submission/web/entry/sendingNotes.ts';
import { offerReceipt, type Refusal } from '#features/submission/web/entry/unsentState.ts';
import type { NoteForm } from '#features/submission/web/entry/useNoteForm.ts';
import { signatures, voidSignatures } from '#features/submission/web/entry/useVoidSignatures.ts';
import { refusalTitles } from './refusalTitles.ts';
import { isReused, REUSED, sendOrKeep, type AnsweredNote, type SendOrKeep } from './sendOrKeep.ts';

export type Problem = { title: string; body: string };

const FAILED = 'Failed to submit note. Please try again.';
const KEPT_IN_FORM = 'Your entries are still in the form.';

const titles: Record<string, string> = {
  ...refusalTitles,
  client_inactive: 'This client is inactive',
  period_locked: 'This period is closed',
  rounding_changed: 'The rounding rule has changed',
  units_changed: 'The units have changed',
  time_zone_changed: 'The time zone has changed',
  [REUSED]: 'This note may already be submitted',
  network: 'Note not sent',
};

const toTitle = (code: string | undefined): string => titles[code ?? ''] ?? "The note wasn't submitted";

function toProblem(error: unknown): Problem {
  const code = error instanceof ApiError ? error.code : '';
  const title = toTitle(code);
  if (code === REUSED) {
    const body = 'Check My Notes before you submit again.';
    return { title, body };
  }
  return { title, body: `${messageOf(error, FAILED)} ${KEPT_IN_FORM}` };
}

const SUBMITTED = { title: 'Success!', description: 'Note submitted successfully!' };
const SENT_BACK = {
  title: 'Note sent back to you',
  description: 'Open My Notes to see why, then fix it and sign again.',
  variant: 'warning' as const,
};
const KEPT = {
  title: 'Saved on this device',
  description: "Your note will be sent when you're back online.",
};
const SENT_BEFORE = { title: KEPT.title, description: 'An earlier version was sent. See My Notes.' };

/** What is shown of a refusal that names no fields. */
const toRefusalProblem = (refusal: Refusal | null): Problem | null =>
  refusal && refusal.issues.length === 0 ? { title: toTitle(refusal.code), body: refusal.message } : null;

type SendNoteOptions<Body, Answer> = SendOrKeep<Body, Answer> & {
  form: NoteForm;
  storageKey: string;
  /** The request body, the same for sending and keeping: a note that arrives twice is compared with the first. */
  prepare: (values: NoteFormOutput, attempt: NoteAttempt) => Body;
  /** Called once the note was sent or kept, also when the form has been left. */
  onSent?: (sent: SentNote<Body, Answer>) => void;
  /** Empties the form and shows what became of the note: in the form that sent it, or the one opened meanwhile. */
  showSent: (sent: SentNote<Body, Answer>) => void;
  /** The receipt link that the client has not seen; undefined for none. */
  toReceiptUrl?: (sent: SentNote<Body, Answer>) => string | undefined;
};

function toastError(error: unknown): void {
  const { title, body } = toProblem(error);
  const isConflict = error instanceof ApiError && error.status === 409;
  if (isConflict) toast({ title, description: body, variant: 'destructive' });
  else toast({ title: FAILED, description: messageOf(error, KEPT_IN_FORM), variant: 'destructive' });
}

/** Stores why a note was not sent, for when its form is opened again. */
function storeError(storageKey: string, attempt: NoteAttempt, error: unknown): void {
  if (isReused(error)) {
    abandonCapture(storageKey);
    const values = readPersistedForm(storageKey);
    // As in the form that is open: a second note of this visit has to be meant.
    if (values) writePersistedForm(storageKey, { ...values, employeeSignature: '' });
    clearPersistedForm(storageKey, 'session');
  } else if (error instanceof ApiError) {
    const { code, message, issues = [] } = error;
    keepRefusal(storageKey, attempt, { code, message, issues });
  }
}

/** Sends the note and shows why a submit failed: beside the field, above the button, or as a toast. */
export function useSendNote<Body, Answer extends AnsweredNote>(options: SendNoteOptions<Body, Answer>) {
  const { form, storageKey, prepare, showSent } = options;
  const [problem, setProblem] = useState(() => toRefusalProblem(readRefusal(storageKey)));

  // A kept note that the server refused is open again.
  useEffect(() => void applyServerIssues(form, readRefusal(storageKey)?.issues), [form, storageKey]);

  function showError(error: unknown) {
    if (isReused(error)) {
      abandonCapture(storageKey);
      // It was sealed for the capture that has ended.
      form.setValue('sealedCode', null);
      // A second note of this visit has to be meant.
      form.setValue('employeeSignature', '');
      form.setValue('clientSignature', '');
    }
    if (error instanceof ApiError && error.code === 'units_changed') {
      // The form shows the length that the server computes, also when it could not be read before.
      void refreshTopics(['units']);
      voidSignatures(form, signatures);
    }
    if (applyServerIssues(form, issuesOf(error))) return;
    setProblem(toProblem(error));
    toastError(error);
  }
  // A layout effect, so that a response comes either before the stored values are read or after the form has them.
  useLayoutEffect(() => registerOpenForm(storageKey, { showSent, showError }));

  async function send(values: NoteFormOutput): Promise<void> {
    if (isSending(storageKey)) return;
    setProblem(null);
    const attempt = getAttempt(storageKey, values.clientId);
    const body = prepare(values, attempt);
    const captureId = findCaptureId(storageKey);
    // Another note may have taken its place in the form.
    const isInForm = () => findCaptureId(storageKey) === captureId;
    let isShown = false;
    const { sending, wasInForm } = emptyOnceSent(storageKey, sendOrKeep(options, body, attempt), isInForm);
    const outcome = await trackSending(storageKey, sending, (sent) => {
      if (wasInForm()) isShown = emptyForm(storageKey, sent);
    });
    if ('error' in outcome) failNote({ storageKey, attempt, isInForm: isInForm(), error: outcome.error });
    else {
      options.onSent?.(outcome);
      if (isShown) announceShown(outcome);
      else announceSent(outcome, options.toReceiptUrl?.(outcome));
    }
  }
  return { send, problem, isSending: useIsSending(storageKey) };
}

/** Shows the error in the form, if that is on the screen. */
function failNote(failed: { storageKey: string; attempt: NoteAttempt; isInForm: boolean; error: unknown }) {
  const { storageKey, attempt, isInForm, error } = failed;
  // The shell shows it and opens the login page; the form state is persisted.
  if (isSessionExpired(error)) return;
  const open = isInForm ? findOpenForm(storageKey) : undefined;
  if (open) return open.showError(error);
  if (isInForm) storeError(storageKey, attempt, error);
  toastError(error);
}

/** Deletes the stored form of a note that was sent or kept, before anything shows that it was. */
function emptyOnceSent<Sent extends object>(
  storageKey: string,
  outcome: Promise<Sent | { error: unknown }>,
  isInForm: () => boolean,
) {
  let wasInForm = false;
  const sending = outcome.then(async (settled) => {
    wasInForm = !('error' in settled) && isInForm();
    if (!wasInForm) return settled;
    emptyStoredForm(storageKey);
    // A page that ends after the message does not open with the same note again.
    await waitForPersistedForm(storageKey);
    return settled;
  });
  return { sending, wasInForm: () => wasInForm };
}

/** Empties the form. @returns whether it is on the screen and shows what became of the note */
function emptyForm<Body>(storageKey: string, sent: SentNote<Body, AnsweredNote>): boolean {
  const open = findOpenForm(storageKey);
  emptyStoredForm(storageKey);
  open?.showSent(sent);
  return open !== undefined;
}

const toSentMessage = ({ status }: AnsweredNote) => (status === 'in-progress' ? SENT_BACK : SUBMITTED);

/** Shows a message beside the form that shows what became of the note. */
function announceShown<Body>({ answer }: SentNote<Body, AnsweredNote>): void {
  if (answer) toast(toSentMessage(answer));
}

/** Shows what became of a note whose form was left, and offers its receipt. */
function announceSent<Body>(
  { answer, isSentBefore }: SentNote<Body, AnsweredNote>,
  url: string | undefined,
): void {
  if (isSentBefore) return toast(SENT_BEFORE);
  toast(answer ? toSentMessage(answer) : KEPT);
  if (url !== undefined) offerReceipt({ url, isUnsent: answer === null });
}
