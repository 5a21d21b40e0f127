import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, isSessionExpired, issuesOf, isUnreachable, messageOf } from '#platform/web/apiError.ts';
import { applyServerIssues } from '#platform/web/forms/serverIssues.ts';
import { abandonCapture } from '#features/notes/web/offline/capture.ts';
import type { Refusal } from '#features/notes/web/offline/unsentState.ts';
import { waitForPersistedForm } from '#platform/web/forms/persistedForm.ts';
import { toast, type ToastMessage } from '#platform/web/toast.ts';
import { clearAttempt, getAttempt, readRefusal, type NoteAttempt } from './noteAttempt.ts';
import type { NoteFormOutput } from './noteFormSchema.ts';
import { refusalTitles } from './refusalTitles.ts';
import type { NoteForm } from './useNoteForm.ts';

export type Problem = { title: string; body: string };

const FAILED = 'Failed to submit note. Please try again.';
const KEPT_IN_FORM = 'Your entries are still in the form.';

const titles: Record<string, string> = {
  ...refusalTitles,
  client_inactive: 'This client is inactive',
  period_locked: 'This period is closed',
  rounding_changed: 'The rounding rule has changed',
  idempotency_key_reused: 'This note may already be submitted',
  network: 'Note not sent',
};

const toTitle = (code: string | undefined): string => titles[code ?? ''] ?? "The note wasn't submitted";

function toProblem(error: unknown): Problem {
  const code = error instanceof ApiError ? error.code : '';
  const title = toTitle(code);
  if (code === 'idempotency_key_reused') {
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

/** What is shown of a refusal that names no fields. */
const toRefusalProblem = (refusal: Refusal | null): Problem | null =>
  refusal && refusal.issues.length === 0 ? { title: toTitle(refusal.code), body: refusal.message } : null;

type SentNote = { id: number; status: string; different?: true | undefined };

type SendNoteOptions<Body, Answer> = {
  form: NoteForm;
  storageKey: string;
  /** The request body, the same for sending and keeping: a note that arrives twice is compared with the first. */
  prepare: (values: NoteFormOutput, attempt: NoteAttempt) => Body;
  request: (body: Body, attempt: NoteAttempt) => Promise<Answer>;
  /** Keeps a note that could not be sent; false when it stays in the form. */
  keep?: (body: Body, attempt: NoteAttempt) => Promise<boolean>;
  /** The answer is null when the note was kept; the caller shows that. */
  onSent: (answer: Answer | null, attempt: NoteAttempt) => void;
};

/** The code that keeps a note could not be loaded: the form keeps it. */
function reportAsNotKept(error: unknown): false {
  reportError(error);
  return false;
}

/** Sends a note; keeps it when the server cannot be reached. The answer is null when it was kept. */
async function sendOrKeep<Body, Answer extends SentNote>(
  { request, keep }: Pick<SendNoteOptions<Body, Answer>, 'request' | 'keep'>,
  body: Body,
  attempt: NoteAttempt,
): Promise<{ answer: Answer | null } | { error: unknown }> {
  try {
    const answer = await request(body, attempt);
    if (answer.different) throw new ApiError(409, { code: 'idempotency_key_reused' });
    return { answer };
  } catch (error) {
    const isKept = isUnreachable(error) && (await keep?.(body, attempt).catch(reportAsNotKept));
    return isKept ? { answer: null } : { error };
  }
}

/** Sends the note and shows why a submit failed: beside the field, above the button, or as a toast. */
export function useSendNote<Body, Answer extends SentNote>(options: SendNoteOptions<Body, Answer>) {
  const { form, storageKey, prepare, onSent } = options;
  const [problem, setProblem] = useState(() => toRefusalProblem(readRefusal(storageKey)));
  const [isSending, setSending] = useState(false);

  // A kept note that the server refused is open again.
  useEffect(() => void applyServerIssues(form, readRefusal(storageKey)?.issues), [form, storageKey]);

  function showSubmitError(error: unknown) {
    // The shell shows it and opens the login page; the form state is persisted.
    if (isSessionExpired(error)) return;
    if (error instanceof ApiError && error.code === 'idempotency_key_reused') {
      abandonCapture(storageKey);
      // It was sealed for the capture that has ended.
      form.setValue('sealedCode', null);
      // A second note of this visit has to be meant.
      form.setValue('employeeSignature', '');
      form.setValue('clientSignature', '');
    }
    if (applyServerIssues(form, issuesOf(error))) return;
    const next = toProblem(error);
    setProblem(next);
    const isConflict = error instanceof ApiError && error.status === 409;
    if (isConflict) toast({ title: next.title, description: next.body, variant: 'destructive' });
    else toast({ title: FAILED, description: messageOf(error, KEPT_IN_FORM), variant: 'destructive' });
  }

  async function send(values: NoteFormOutput): Promise<void> {
    setProblem(null);
    setSending(true);
    const attempt = getAttempt(storageKey);
    const outcome = await sendOrKeep(options, prepare(values, attempt), attempt);
    // At once, because a field with an error cannot be focused while the form is inert.
    flushSync(() => setSending(false));
    if ('error' in outcome) return showSubmitError(outcome.error);
    const { answer } = outcome;
    await finish(answer && (answer.status === 'in-progress' ? SENT_BACK : SUBMITTED), answer, attempt);
  }

  async function finish(message: ToastMessage | null, answer: Answer | null, attempt: NoteAttempt) {
    clearAttempt(storageKey);
    onSent(answer, attempt);
    // A page that is closed after the message does not open with the same note again.
    await waitForPersistedForm(storageKey);
    if (message) toast(message);
  }
  return { send, problem, isSending };
}
