/** Whether the business is read-only, and why: forms show it before they are filled in. */
import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';

export type WriteRefusal = { title: string; body: ReactNode };

const listeners = new Set<() => void>();
let current: WriteRefusal | null = null;

/** From now on forms refuse, for this reason; null: no longer. */
export function refuseWrites(refusal: WriteRefusal | null): void {
  current = refusal;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Why changes are refused, or null. */
export const useWriteRefusal = (): WriteRefusal | null => useSyncExternalStore(subscribe, () => current);
