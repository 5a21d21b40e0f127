import type { ReactNode } from 'react';
import { createStore } from './store.ts';

export type ToastMessage = {
  title: string;
  description?: ReactNode;
  /** 'warning' for what needs attention and is no error. */
  variant?: 'default' | 'warning' | 'destructive';
  /** A button that also closes the message. */
  action?: { label: string; onPress: () => void };
  /** Milliseconds until it closes by itself. */
  duration?: number;
};

export type OpenToast = ToastMessage & { id: number; open: boolean };

const REMOVE_AFTER_MS = 5000;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/** The current message, for Toaster. */
export const currentToast = createStore<OpenToast | null>(null);

/** Shows a short message; it replaces the one before. */
export function toast(message: ToastMessage): void {
  clearTimeout(removal);
  lastId += 1;
  currentToast.set({ ...message, id: lastId, open: true });
}

/** Closes the message with that id; it is removed 5000 ms later. */
export function dismissToast(id: number): void {
  const current = currentToast.read();
  if (current?.id !== id || !current.open) return;
  currentToast.set({ ...current, open: false });
  removal = setTimeout(() => currentToast.set(null), REMOVE_AFTER_MS);
}

/** Closes the current message, where it must not cover what comes next. */
export function clearToast(): void {
  dismissToast(currentToast.read()?.id ?? 0);
}
