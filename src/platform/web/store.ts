import { useSyncExternalStore } from 'react';

/** A value outside of the component tree that any code can set and components can use. */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  const read = (): Value => value;
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  function set(next: Value): void {
    value = next;
    for (const listener of listeners) listener();
  }
  /** The value; the component renders again when it changes. */
  const useValue = (): Value => useSyncExternalStore(subscribe, read);
  return { read, set, subscribe, useValue };
}
