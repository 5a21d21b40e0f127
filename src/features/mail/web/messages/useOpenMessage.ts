import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import type { Box } from '#features/mail/web/queries.ts';

/** The row of a message in the list, where the focus returns to. */
export const rowId = (id: number) => `message-${id}`;

/** Heading of the conversation, where reading begins on screens that show one thing at a time. */
export const HEADING = 'conversation';

/** Wide screens show list and conversation side by side. */
const WIDE = '(min-width: 64rem)';

/** The focus makes the browser lay out the page and tell everybody who listens, for which the answer to a tap need not wait. */
const afterPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work));

/** Unless a dialog or a menu was opened meanwhile. */
function focusHeading(): void {
  if (document.activeElement?.closest('[role=dialog], [role=menu]')) return;
  document.getElementById(HEADING)?.focus({ preventScroll: true });
}

/** Which box is shown and which message is open, as the address says; the focus follows where one hides the other. */
export function useOpenMessage() {
  const { message, tab } = useSearch({ from: '/mail' });
  const navigate = useNavigate({ from: '/mail' });
  const before = useRef<number>(undefined);
  // Before the conversation's own effect, which brings the opened message into sight.
  useLayoutEffect(() => {
    const last = before.current;
    before.current = message;
    if (matchMedia(WIDE).matches || last === message) return;
    if (message === undefined) {
      if (last !== undefined) document.getElementById(rowId(last))?.focus();
      return;
    }
    window.scrollTo(0, 0);
    afterPaint(focusHeading);
  }, [message]);
  const box: Box = tab ?? 'inbox';
  return {
    message,
    box,
    close: () =>
      void navigate({ search: (old) => ({ ...old, message: undefined }), replace: true, resetScroll: false }),
    showBox: (next: Box) =>
      void navigate({
        search: (old) => ({ ...old, tab: next === 'sent' ? next : undefined, message: undefined }),
        replace: true,
        resetScroll: false,
      }),
  };
}
