/** Mail in the shell and on other screens. */

import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import type { SendMessageDialogProps } from './messages/SendMessage.tsx';
import { useUnread } from './queries.ts';

/** The Send Message dialog to one person. */
export const SendMessageDialog = lazyDialog<SendMessageDialogProps>(
  async () => (await import('./messages/SendMessage.tsx')).SendMessage,
);

/** Formats a count with at most three characters. */
export const shortCount = (count: number): string => (count > 99 ? '99+' : String(count));

/** The number of unread messages as a badge; nothing when there are none. */
export function UnreadCount() {
  const unread = useUnread().data?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <span className="tabular min-w-5 rounded-full bg-accent px-1.5 text-center text-xs/5 font-semibold text-on-accent">
      {shortCount(unread)}
      <span className="sr-only"> unread</span>
    </span>
  );
}
