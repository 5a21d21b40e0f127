import type { ReactNode } from 'react';

export type ConfirmQuestion = {
  title: string;
  body?: ReactNode;
  /** The label of the confirming button: a verb. */
  confirmLabel?: string;
  cancelLabel?: string;
  /** For what cannot be taken back: the button is red. */
  danger?: boolean;
};

export type OpenQuestion = ConfirmQuestion & { answer: (yes: boolean) => void };

const listeners = new Set<() => void>();
let current: OpenQuestion | null = null;

function set(question: OpenQuestion | null): void {
  current = question;
  for (const listener of listeners) listener();
}

/** Asks the person; true if they go ahead, false if they leave in any way. Needs one `<ConfirmHost />` in the page. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  current?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      if (current?.answer === answer) set(null);
      resolve(yes);
    };
    set({ ...question, answer });
  });
}

/** For ConfirmHost alone. */
export const confirmStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): OpenQuestion | null => current,
};
