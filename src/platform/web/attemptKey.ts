import { useRef } from 'react';

/** A random key, also on pages that are not served securely, where `crypto.randomUUID` is missing. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Idempotency keys of a form: the same body sent again after a lost answer carries the same key and does nothing
 * twice; another body is another attempt. `done()` after a success, so that the same form can be sent on purpose.
 */
export function useAttemptKey(): { keyFor: (body: unknown) => string; done: () => void } {
  const attempt = useRef<{ text: string; key: string } | null>(null);
  return {
    keyFor(body) {
      const text = JSON.stringify(body);
      if (attempt.current?.text !== text) attempt.current = { text, key: randomKey() };
      return attempt.current.key;
    },
    done() {
      attempt.current = null;
    },
  };
}
