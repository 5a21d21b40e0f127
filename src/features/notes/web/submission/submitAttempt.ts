import { ApiError } from '#platform/web/apiError.ts';
import { randomKey } from '#platform/web/attemptKey.ts';
import { clearMemory, readMemory, writeMemory } from '#platform/web/forms/formMemory.ts';

const attemptKey = (formKey: string) => `${formKey}:attempt`;

/**
 * The idempotency key of the note in the form. It stays the same until the note is accepted, also over a reload, so
 * that a retry after a lost response creates one note.
 */
export function getAttemptKey(formKey: string): string {
  const stored = readMemory(attemptKey(formKey))?.['key'];
  if (typeof stored === 'string') return stored;
  const key = randomKey();
  writeMemory(attemptKey(formKey), { key });
  return key;
}

/** Makes the next submit another note. */
export function clearAttemptKey(formKey: string): void {
  clearMemory(attemptKey(formKey));
}

/** Whether the key was already used for another content of the form. */
export const isKeyReused = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'idempotency_key_reused';
