import { useState } from 'react';
import { applyServerIssues } from '#platform/web/forms/serverIssues.ts';
import { ApiError, isSessionExpired, issuesOf, messageOf } from '#platform/web/apiError.ts';
import { toast } from '#platform/web/toast.ts';
import type { NoteForm } from './useNoteForm.ts';

export type Problem = { title: string; body: string };

const FAILED = 'Failed to submit note. Please try again.';
const KEPT = 'Everything you entered is kept.';

const titles: Record<string, string> = {
  not_enough_units: 'Not enough units',
  client_inactive: 'This client takes no notes',
  idempotency_key_reused: 'This note was already submitted',
  network: 'The note has not been sent',
};

function problemOf(error: unknown): Problem {
  const code = error instanceof ApiError ? error.code : '';
  const title = titles[code] ?? 'The note was not taken';
  if (code === 'idempotency_key_reused') {
    const body =
      'An earlier press reached the server. Look in My Notes first. Submit again only if this is another note.';
    return { title, body };
  }
  return { title, body: `${messageOf(error, FAILED)} ${KEPT}` };
}

/** What went wrong with a submit, said where it belongs: beside the field, above the button, as a toast. */
export function useSubmitProblem(form: NoteForm) {
  const [problem, setProblem] = useState<Problem | null>(null);
  function explain(error: unknown) {
    // The shell says it and goes to the login; the form keeps what was typed.
    if (isSessionExpired(error)) return;
    if (applyServerIssues(form, issuesOf(error))) return;
    const found = problemOf(error);
    setProblem(found);
    const plain = error instanceof ApiError && error.status === 409;
    if (plain) toast({ title: found.title, description: found.body, variant: 'destructive' });
    else toast({ title: FAILED, description: messageOf(error, KEPT), variant: 'destructive' });
  }
  return { problem, explain, clearProblem: () => setProblem(null) };
}
