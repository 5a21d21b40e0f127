import { useEffect, useRef } from 'react';

type Escape = (event: KeyboardEvent) => void;

const listeners = new Set<() => void>();
/** What Escape does to each open dialog, the topmost last. */
let open: readonly { escape: Escape }[] = [];

function set(next: typeof open): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Counts a dialog among those that are open, with what Escape does to it. */
export function useOpenDialog(isOpen: boolean, escape: Escape): void {
  const latest = useRef(escape);
  useEffect(() => {
    latest.current = escape;
  });
  useEffect(() => {
    if (!isOpen) return;
    const own = { escape: (event: KeyboardEvent) => latest.current(event) };
    set([...open, own]);
    return () => set(open.filter((one) => one !== own));
  }, [isOpen]);
}

/** For what lies over dialogs: hands Escape to the topmost one. False if none is open. */
export function escapeTopDialog(event: KeyboardEvent): boolean {
  const top = open.at(-1);
  top?.escape(event);
  return top !== undefined;
}

/** For what keeps clear of the topmost dialog: changes whenever one opens or closes. */
export const openDialogs = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => open,
};
