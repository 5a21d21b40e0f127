import { useState } from 'react';
import { ApiError, isSessionExpired, issuesOf, messageOf } from '#platform/web/apiError.ts';
import { randomKey } from '#platform/web/attemptKey.ts';
import {
  clearPersistedForm,
  readPersistedForm,
  writePersistedForm,
} from '#platform/web/forms/persistedForm.ts';
import { applyServerIssues } from '#platform/web/forms/serverIssues.ts';
import { endCapture } from '#features/notes/web/offline/capture.ts';
import { toast } from '#platform/web/toast.ts';
import type { NoteFormOutput } from './noteFormSchema.ts';
import { refusalTitles } from './refusalTitles.ts';
import type { NoteForm } from './useNoteForm.ts';

export type Problem = { title: string; body: string };

const FAILED = 'Failed to submit note. Please try again.';
const SAVED = "What you've entered is saved.";

const titles: Record<string, string> = {
  ...refusalTitles,
  client_inactive: 'This client is inactive',
  period_locked: 'This period is closed',
  rounding_changed: 'The rounding rule has changed',
  idempotency_key_reused: 'This note was already submitted',
  network: 'Note not sent',
};

function toProblem(error: unknown): Problem {
  const code = error instanceof ApiError ? error.code : '';
  const title = titles[code] ?? "The note wasn't submitted";
  if (code === 'idempotency_key_reused') {
    const body = 'This note may already be submitted. Check My Notes before you submit again.';
    return { title, body };
  }
  return { title, body: `${messageOf(error, FAILED)} ${SAVED}` };
}

/** The idempotency key of the note in the form, and the token of the client's receipt link. */
export type NoteAttempt = { key: string; receiptToken?: string };

/** Persisted until the note is accepted: a retry after a lost response or a reload creates one note with one receipt. */
function getAttempt(memoryKey: string): NoteAttempt {
  const { key, receiptToken } = readPersistedForm(memoryKey) ?? {};
  // An attempt of an earlier release has no token, and its body has to stay the same.
  if (typeof key === 'string') return typeof receiptToken === 'string' ? { key, receiptToken } : { key };
  const attempt = { key: randomKey(), receiptToken: createReceiptToken() };
  writePersistedForm(memoryKey, attempt);
  return attempt;
}

/** 32 random bytes in base64url. */
const createReceiptToken = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');

const SUBMITTED = { title: 'Success!', description: 'Note submitted successfully!' };
const SENT_BACK = {
  title: 'Note sent back to you',
  description: 'Open My Notes to see why, then fix it and sign again.',
};

type SendNoteOptions<Body, Answer> = {
  form: NoteForm;
  storageKey: string;
  /** The request body, the same for sending and keeping: a note that arrives twice is compared with the first. */
  prepare: (values: NoteFormOutput, attempt: NoteAttempt) => Body;
  request: (body: Body, attempt: NoteAttempt) => Promise<Answer>;
  /** Keeps a note that could not be sent; false when it stays in the form. */
  keep?: (body: Body, attempt: NoteAttempt) => Promise<boolean>;
  /** The answer is null when the note was kept. */
  onSent: (answer: Answer | null) => void;
};

/** Sends the note and shows why a submit failed: beside the field, above the button, or as a toast. */
export function useSendNote<
  Body,
  Answer extends { id: number; status: string; different?: true | undefined },
>(options: SendNoteOptions<Body, Answer>) {
  const { form, storageKey, prepare, request, keep, onSent } = options;
  const [problem, setProblem] = useState<Problem | null>(null);
  const memoryKey = `${storageKey}:attempt`;

  function showSubmitError(error: unknown) {
    // The shell shows it and opens the login page; the form state is persisted.
    if (isSessionExpired(error)) return;
    if (error instanceof ApiError && error.code === 'idempotency_key_reused') {
      clearPersistedForm(memoryKey);
      endCapture(storageKey);
    }
    if (applyServerIssues(form, issuesOf(error))) return;
    const next = toProblem(error);
    setProblem(next);
    const isConflict = error instanceof ApiError && error.status === 409;
    if (isConflict) toast({ title: next.title, description: next.body, variant: 'destructive' });
    else toast({ title: FAILED, description: messageOf(error, SAVED), variant: 'destructive' });
  }

  async function send(values: NoteFormOutput): Promise<void> {
    setProblem(null);
    const attempt = getAttempt(memoryKey);
    const body = prepare(values, attempt);
    let answer: Answer;
    try {
      answer = await request(body, attempt);
      if (answer.different) throw new ApiError(409, { code: 'idempotency_key_reused' });
    } catch (error) {
      const isUnreachable = error instanceof ApiError && error.status === 0;
      if (!isUnreachable || !(await keep?.(body, attempt))) return showSubmitError(error);
      return finish({ title: 'Note kept on this phone', description: 'It is sent by itself.' }, null);
    }
    finish(answer.status === 'in-progress' ? SENT_BACK : SUBMITTED, answer);
  }

  function finish(message: { title: string; description: string }, answer: Answer | null) {
    clearPersistedForm(memoryKey);
    toast(message);
    onSent(answer);
  }
  return { send, problem };
}
