import type { ReactNode } from 'react';
import { createStore } from '#platform/web/store.ts';

export type ConfirmQuestion = {
  title: string;
  body?: ReactNode;
  /** The label of the confirming button: a verb. */
  confirmLabel?: string;
  cancelLabel?: string;
  /** For what cannot be undone: the button is red. */
  danger?: boolean;
};

export type OpenQuestion = ConfirmQuestion & { answer: (confirmed: boolean) => void };

/** The open question, for ConfirmHost. */
export const openQuestion = createStore<OpenQuestion | null>(null);

/** Asks the user to confirm; false when they cancel or close. Needs a `<ConfirmHost />` in the page. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  openQuestion.read()?.answer(false);
  return new Promise((resolve) => {
    const answer = (confirmed: boolean) => {
      if (openQuestion.read()?.answer === answer) openQuestion.set(null);
      resolve(confirmed);
    };
    openQuestion.set({ ...question, answer });
  });
}
