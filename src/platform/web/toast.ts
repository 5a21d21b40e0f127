import type { ReactNode } from 'react';

export type ToastMessage = {
  title: string;
  description?: ReactNode;
  variant?: 'default' | 'destructive';
  /** Milliseconds until it goes by itself. */
  duration?: number;
};

export type ShownToast = ToastMessage & { id: number; open: boolean };

const keepAfterDismissalMs = 5000;
const listeners = new Set<() => void>();
let current: ShownToast | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

function set(next: ShownToast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a short message; one at a time, a new one takes the place of the old. Callable from anywhere. */
export function toast(message: ToastMessage): void {
  clearTimeout(removal);
  lastId += 1;
  set({ ...message, id: lastId, open: true });
}

/** Dismisses the message with that id; it is forgotten 5000 ms later. */
export function dismissToast(id: number): void {
  if (current?.id !== id || !current.open) return;
  set({ ...current, open: false });
  removal = setTimeout(() => set(null), keepAfterDismissalMs);
}

/** Takes away the message that shows, where something must be read without one over it. */
export function clearToast(): void {
  if (current) dismissToast(current.id);
}

/** For Toaster alone. */
export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): ShownToast | null => current,
};
