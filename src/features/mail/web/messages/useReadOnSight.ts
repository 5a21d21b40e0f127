import { useEffect, useRef } from 'react';
import { useMarkRead } from '#features/mail/web/queries.ts';
import type { Message } from '#features/mail/web/queries.ts';

/** Marks received messages as read once they stand before somebody's eyes; a failure is silent. */
export function useReadOnSight(messages: readonly Message[] | undefined): void {
  const { mutate } = useMarkRead();
  const tried = useRef(new Set<number>());
  useEffect(() => {
    const unread = messages?.filter((message) => message.can.read && !tried.current.has(message.id)) ?? [];
    function see() {
      if (document.visibilityState !== 'visible') return;
      for (const { id } of unread) {
        if (tried.current.has(id)) continue;
        tried.current.add(id);
        mutate(id);
      }
    }
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [messages, mutate]);
}
