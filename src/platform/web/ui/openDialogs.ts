/** The open dialogs, for what depends on the topmost one: the Escape key and the position of toasts. */
import { useLayoutEffect, useRef } from 'react';

type OnEscape = (event: KeyboardEvent) => void;

const listeners = new Set<() => void>();
/** The Escape handler of each open dialog, the topmost last. */
let open: readonly { onEscape: OnEscape }[] = [];

function set(next: typeof open): void {
  open = next;
  for (const listener of listeners) listener();
}

// Not by Radix: its dialogs listen only after a second render, and an Escape before that would be lost.
document.addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Escape' && !event.isComposing) open.at(-1)?.onEscape(event);
  },
  { capture: true },
);

/** Registers an open dialog with what Escape does to it, before it is painted. */
export function useOpenDialog(isOpen: boolean, onEscape: OnEscape): void {
  const latest = useRef(onEscape);
  useLayoutEffect(() => {
    latest.current = onEscape;
  });
  useLayoutEffect(() => {
    if (!isOpen) return;
    const own = { onEscape: (event: KeyboardEvent) => latest.current(event) };
    set([...open, own]);
    return () => set(open.filter((one) => one !== own));
  }, [isOpen]);
}

/** For `useSyncExternalStore`: changes when a dialog opens or closes. */
export const openDialogs = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => open,
};
