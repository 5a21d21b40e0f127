/** The notes that are being sent: their form may be left, and opened again, before there is an answer. */

import { flushSync } from 'react-dom';
import { createStore } from '#platform/web/store.ts';
import type { NoteRecord } from './noteRecord.ts';
import { announceSending, isSendingInAnyTab, waitForAllTabs } from './sendingLock.ts';

/** A note that was sent or kept. */
export interface SentNote<Body, Answer> {
  body: Body;
  note: NoteRecord;
  /** Null when the note was kept on this device. */
  answer: Answer | null;
  /** Set when the server has an earlier version: this one is kept as a draft. */
  isSentBefore?: boolean;
}

/** The form of a note on the screen. */
interface OpenForm<Body, Answer> {
  /** Empties the form and shows what became of its note. */
  showSent(sent: SentNote<Body, Answer>): void;
  showError(error: unknown): void;
}

type Outcome = object | { error: unknown };

const isSentOrKept = (outcome: Outcome): boolean => !('error' in outcome);

/** By the key of the form. */
const sending = createStore<ReadonlyMap<string, Promise<Outcome>>>(new Map());
const openForms = new Map<string, OpenForm<unknown, unknown>>();

/** Looks for a note of this form that is being sent, perhaps from an earlier form with the same key. */
export const isSending = (formKey: string): boolean => sending.read().has(formKey);
/** Looks for a note that is being sent, here or in another tab. */
export const isAnySending = async (): Promise<boolean> => sending.read().size > 0 || isSendingInAnyTab();
export const useIsSending = (formKey: string): boolean => sending.useValue().has(formKey);

/** Registers the form that shows what becomes of its note. @returns the function that removes it */
export function registerOpenForm<Body, Answer>(formKey: string, form: OpenForm<Body, Answer>): () => void {
  openForms.set(formKey, form);
  return () => {
    if (openForms.get(formKey) === form) openForms.delete(formKey);
  };
}

/** Undefined while the form is not on the screen. */
export const findOpenForm = (formKey: string) => openForms.get(formKey);

function setSending(formKey: string, outcome: Promise<Outcome> | null): void {
  const next = new Map(sending.read());
  if (outcome) next.set(formKey, outcome);
  else next.delete(formKey);
  sending.set(next);
}

/**
 * Sends a note; until its promise resolves, every form with this key is inert.
 * @param onSent empties the form, in the commit that ends the sending: whatever waits for that finds no note that was sent
 */
export async function trackSending<Sent extends object>(
  formKey: string,
  outcome: Promise<Sent | { error: unknown }>,
  onSent: (sent: Sent) => void,
): Promise<Sent | { error: unknown }> {
  setSending(formKey, outcome);
  announceSending(outcome.then(isSentOrKept));
  const settled = await outcome;
  // At once, because a field with an error cannot be focused while the form is inert.
  flushSync(() => {
    setSending(formKey, null);
    if (!('error' in settled)) onSent(settled);
  });
  return settled;
}

/**
 * Waits for the notes that are being sent, also in other tabs.
 * @returns false when one was not sent and is not kept on this device either, perhaps because it takes longer than `timeout` ms
 */
export async function waitForSending(timeout: number): Promise<boolean> {
  const own = Promise.all(sending.read().values()).then((outcomes) => outcomes.every(isSentOrKept));
  const all = Promise.all([own, waitForAllTabs(timeout)]).then((results) => results.every(Boolean));
  const afterTimeout = new Promise<boolean>((resolve) => setTimeout(resolve, timeout, false));
  return Promise.race([all, afterTimeout]);
}
