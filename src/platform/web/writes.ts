/** Whether changes are refused at the moment, and why: forms say so before anybody fills them in. */
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
