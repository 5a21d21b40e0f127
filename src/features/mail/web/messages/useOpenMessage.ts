import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import type { Box } from '#features/mail/web/queries.ts';

/** The row of a message in the list, to which the focus returns. */
export const rowId = (id: number) => `message-${id}`;

/** The heading of the conversation, which gets the focus on narrow screens. */
export const HEADING = 'conversation';

/** Wide screens show list and conversation side by side. */
const WIDE = '(min-width: 64rem)';

/** Focusing forces layout and accessibility events; after the paint, they do not delay the response to a tap. */
const afterPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work));

/** Focuses the heading unless a dialog or a menu was opened in the meantime. */
function focusHeading(): void {
  if (document.activeElement?.closest('[role=dialog], [role=menu]')) return;
  document.getElementById(HEADING)?.focus({ preventScroll: true });
}

/** The mailbox and the open message in the address; on narrow screens the focus follows the visible one. */
export function useOpenMessage() {
  const { message, tab } = useSearch({ from: '/mail' });
  const navigate = useNavigate({ from: '/mail' });
  const before = useRef<number>(undefined);
  // A layout effect: it runs before the conversation scrolls the opened message into view.
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
