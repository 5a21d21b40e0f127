/** Locks a form in the tab that has it open: two tabs that encrypt it would overwrite each other's values. */

const toName = (key: string) => `form/${key}`;

/** The forms that this tab holds, by key. */
const held = new Map<string, object>();

const isSupported = (): boolean => 'locks' in navigator;

/** Looks for another tab of this browser that has the form open. */
export async function isOpenElsewhere(key: string): Promise<boolean> {
  if (!isSupported() || held.has(key)) return false;
  const locks = await navigator.locks.query();
  return locks.held?.some(({ name }) => name === toName(key)) === true;
}

interface Holder {
  /** Takes the form from the tab that has it. */
  steal: boolean;
  /** Called when this tab has the form: at once, or when the other tab has left it. */
  onHeld: () => void;
  /** Called when another tab takes it. */
  onLost: () => void;
}

/** Holds a form for this tab until it is released. @returns the function that releases it */
export function holdForm(key: string, { steal, onHeld, onLost }: Holder): () => void {
  if (!isSupported()) {
    onHeld();
    return () => undefined;
  }
  const waiting = new AbortController();
  const released = Promise.withResolvers<void>();
  const options = steal ? { steal } : { signal: waiting.signal };
  navigator.locks
    .request(toName(key), options, () => {
      if (waiting.signal.aborted) return undefined;
      held.set(key, released);
      onHeld();
      return released.promise;
    })
    .catch((error: unknown) => {
      // Released while it waited.
      if (waiting.signal.aborted) return;
      const isTaken = error instanceof DOMException && error.name === 'AbortError';
      // A page that may not use locks works without them.
      if (isTaken) onLost();
      else onHeld();
    })
    .finally(() => {
      // Not that of a later holder.
      if (held.get(key) === released) held.delete(key);
    });
  return () => {
    waiting.abort();
    released.resolve();
  };
}
