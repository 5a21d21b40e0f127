import { useEffect, useLayoutEffect, useState } from 'react';
import { ApiError, isSessionExpired, issuesOf, messageOf } from '#platform/web/apiError.ts';
import { waitForPersistedForm } from '#platform/web/forms/persistedForm.ts';
import { applyServerIssues } from '#platform/web/forms/serverIssues.ts';
import { refreshTopics } from '#platform/web/queries.ts';
import { toast } from '#platform/web/toast.ts';
import type { NoteFormOutput } from '#features/submission/web/entry/noteFormSchema.ts';
import {
  changeNote,
  leaveNote,
  readNote,
  removeNote,
  startSending,
} from '#features/submission/web/entry/noteInForm.ts';
import type { NoteRecord, Refusal } from '#features/submission/web/entry/noteRecord.ts';
import {
  findOpenForm,
  isSending,
  registerOpenForm,
  trackSending,
  useIsSending,
  type SentNote,
} from '#features/submission/web/entry/sendingNotes.ts';
import { offerReceipt } from '#features/submission/web/entry/unsentState.ts';
import type { FormOfNote } from '#features/submission/web/entry/useNoteForm.ts';
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

/** Shows a refusal as a problem of the whole form when it names no fields. */
const toRefusalProblem = (refusal: Refusal | null | undefined): Problem | null =>
  refusal?.issues.length === 0 ? { title: toTitle(refusal.code), body: refusal.message } : null;

type SendNoteOptions<Body, Answer> = SendOrKeep<Body, Answer> & {
  /** The form with its note. */
  of: Pick<FormOfNote, 'form' | 'formKey'>;
  /** The request body, the same for sending and keeping: a note that arrives twice is compared with the first. */
  prepare: (values: NoteFormOutput, note: NoteRecord) => Body;
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
function storeError(formKey: string, note: NoteRecord, error: unknown): void {
  if (isReused(error)) {
    const { values } = readNote(formKey) ?? note;
    // As in the form that is open: a second note of this visit has to be meant.
    leaveNote(formKey, { values: { ...values, employeeSignature: '' }, signatures: {} });
  } else if (error instanceof ApiError) {
    const { code, message, issues = [] } = error;
    changeNote(formKey, { status: 'refused', refusal: { code, message, issues } });
  }
}

/** Sends the note and shows why a submit failed: beside the field, above the button, or as a toast. */
export function useSendNote<Body, Answer extends AnsweredNote>(options: SendNoteOptions<Body, Answer>) {
  const { form, formKey } = options.of;
  const { prepare, showSent } = options;
  const [problem, setProblem] = useState(() => toRefusalProblem(readNote(formKey)?.refusal));

  // A kept note that the server refused is open again.
  useEffect(() => void applyServerIssues(form, readNote(formKey)?.refusal?.issues), [form, formKey]);

  function showError(error: unknown) {
    if (isReused(error)) {
      leaveNote(formKey);
      // It was sealed for the note that has ended.
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
  useLayoutEffect(() => registerOpenForm(formKey, { showSent, showError }));

  async function send(values: NoteFormOutput): Promise<void> {
    if (isSending(formKey)) return;
    setProblem(null);
    const { clientId, clientSignature } = values;
    const note = startSending(formKey, { clientId, isClientSigned: clientSignature !== undefined });
    const body = prepare(values, note);
    let isShown = false;
    const { sending, wasInForm } = emptyOnceSent(formKey, sendOrKeep(options, body, note), note);
    const outcome = await trackSending(formKey, sending, (sent) => {
      if (wasInForm()) isShown = emptyForm(formKey, sent);
    });
    if ('error' in outcome) failNote(formKey, note, outcome.error);
    else {
      options.onSent?.(outcome);
      if (isShown) announceShown(outcome);
      else announceSent(outcome, options.toReceiptUrl?.(outcome));
    }
  }
  return { send, problem, isSending: useIsSending(formKey) };
}

/** Checks that a form still has a note: another one may have taken it over meanwhile. */
const isInForm = (formKey: string, { id }: NoteRecord): boolean => readNote(formKey)?.id === id;

/** Shows the error in the form, if that is on the screen. */
function failNote(formKey: string, note: NoteRecord, error: unknown): void {
  const hasNote = isInForm(formKey, note);
  if (hasNote) changeNote(formKey, { status: 'editing' });
  // The shell shows it and opens the login page; the form state is persisted.
  if (isSessionExpired(error)) return;
  const open = hasNote ? findOpenForm(formKey) : undefined;
  if (open) return open.showError(error);
  if (hasNote) storeError(formKey, note, error);
  toastError(error);
}

/** Deletes the stored form of a note that was sent or kept, before anything shows that it was. */
function emptyOnceSent<Sent extends object>(
  formKey: string,
  outcome: Promise<Sent | { error: unknown }>,
  note: NoteRecord,
) {
  let wasInForm = false;
  const sending = outcome.then(async (settled) => {
    wasInForm = !('error' in settled) && isInForm(formKey, note);
    if (!wasInForm) return settled;
    removeNote(formKey);
    // A page that ends after the message does not open with the same note again.
    await waitForPersistedForm(formKey);
    return settled;
  });
  return { sending, wasInForm: () => wasInForm };
}

/** Empties the form. @returns whether it is on the screen and shows what became of the note */
function emptyForm<Body>(formKey: string, sent: SentNote<Body, AnsweredNote>): boolean {
  const open = findOpenForm(formKey);
  removeNote(formKey);
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
