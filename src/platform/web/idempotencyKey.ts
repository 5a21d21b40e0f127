import { useRef } from 'react';
import { v4 as uuid } from 'uuid';

/**
 * Idempotency keys of a form: sending the same body again after a lost response has no effect, another body has a new
 * key. Call `done()` after a success, so that the same form can be submitted again.
 */
export function useIdempotencyKey(): { keyFor: (body: unknown) => string; done: () => void } {
  const attempt = useRef<{ text: string; key: string } | null>(null);
  return {
    keyFor(body) {
      const text = JSON.stringify(body);
      if (attempt.current?.text !== text) attempt.current = { text, key: uuid() };
      return attempt.current.key;
    },
    done() {
      attempt.current = null;
    },
  };
}
