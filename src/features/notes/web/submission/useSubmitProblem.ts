import { useState } from 'react';
import { applyServerIssues } from '#platform/web/forms/serverIssues.ts';
import { ApiError, isSessionExpired, issuesOf, messageOf } from '#platform/web/apiError.ts';
import { toast } from '#platform/web/toast.ts';
import type { NoteForm } from './useNoteForm.ts';

export type Problem = { title: string; body: string };

const FAILED = 'Failed to submit note. Please try again.';
const KEPT = "What you've entered is saved.";

const titles: Record<string, string> = {
  not_enough_units: 'Not enough units',
  client_inactive: 'This client is inactive',
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
  return { title, body: `${messageOf(error, FAILED)} ${KEPT}` };
}

/** Shows why a submit failed: beside the field, above the button, or as a toast. */
export function useSubmitProblem(form: NoteForm) {
  const [problem, setProblem] = useState<Problem | null>(null);
  function explain(error: unknown) {
    // The shell shows it and opens the login page; the form state is persisted.
    if (isSessionExpired(error)) return;
    if (applyServerIssues(form, issuesOf(error))) return;
    const next = toProblem(error);
    setProblem(next);
    const isConflict = error instanceof ApiError && error.status === 409;
    if (isConflict) toast({ title: next.title, description: next.body, variant: 'destructive' });
    else toast({ title: FAILED, description: messageOf(error, KEPT), variant: 'destructive' });
  }
  return { problem, explain, clearProblem: () => setProblem(null) };
}
