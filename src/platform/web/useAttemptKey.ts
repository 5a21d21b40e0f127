import { useRef } from 'react';
import { randomKey } from './attemptKey.ts';

/**
 * Idempotency keys for a form: the same content has the same key, so that pressing again after a lost answer does
 * nothing twice, and changed content a new one. A form that is opened anew begins anew.
 */
export function useAttemptKey(): (content: unknown) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (text !== last.current.content) last.current = { content: text, key: randomKey() };
    return last.current.key;
  };
}
