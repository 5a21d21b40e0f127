import { useEffect, useRef } from 'react';
import { useMarkRead, type Message } from '#features/mail/web/queries.ts';

/** Marks received messages as read once they are visible; a failure is ignored. */
export function useReadOnSight(messages: readonly Message[] | undefined): void {
  const { mutate } = useMarkRead();
  const tried = useRef(new Set<number>());
  useEffect(() => {
    const unread = messages?.filter((message) => message.can.read && !tried.current.has(message.id)) ?? [];
    function markVisible() {
      if (document.visibilityState !== 'visible') return;
      for (const { id } of unread) {
        if (tried.current.has(id)) continue;
        tried.current.add(id);
        mutate(id);
      }
    }
    markVisible();
    document.addEventListener('visibilitychange', markVisible);
    return () => document.removeEventListener('visibilitychange', markVisible);
  }, [messages, mutate]);
}
