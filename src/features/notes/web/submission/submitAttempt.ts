import { ApiError } from '#platform/web/apiError.ts';
import { randomKey } from '#platform/web/attemptKey.ts';
import { clearMemory, readMemory, writeMemory } from '#platform/web/forms/formMemory.ts';

const storageKey = (memoryKey: string) => `${memoryKey}:attempt`;

/**
 * The idempotency key of the note in the form: the same until it was taken, also over a reload, so that trying
 * again after a lost answer makes one note.
 */
export function getAttemptKey(memoryKey: string): string {
  const kept = readMemory(storageKey(memoryKey))?.['key'];
  if (typeof kept === 'string') return kept;
  const key = randomKey();
  writeMemory(storageKey(memoryKey), { key });
  return key;
}

/** The next submit is another note. */
export function clearAttemptKey(memoryKey: string): void {
  clearMemory(storageKey(memoryKey));
}

/** The note was changed since the attempt whose answer was lost: what is in the form now is another one. */
export const isKeyReused = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'idempotency_key_reused';
