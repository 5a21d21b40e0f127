/** Whether the palette is open: its button, its keys and the drawer of phones all open the same one. */
import { useSyncExternalStore } from 'react';

let open = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens or closes the palette. */
export function setPaletteOpen(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Whether the palette is open. */
export const usePaletteOpen = (): boolean => useSyncExternalStore(subscribe, () => open);
