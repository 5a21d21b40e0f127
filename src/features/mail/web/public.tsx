/** What other features and the shell use of mail. */
import { lazy, Suspense, useState } from 'react';
import { useUnread } from './queries.ts';

const SendMessage = lazy(async () => ({ default: (await import('./parts/SendMessage.tsx')).SendMessage }));

export type SendMessageDialogProps = {
  recipient: { id: number; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The Send Message dialog to one person; its code is loaded when it is first opened. */
export function SendMessageDialog(props: SendMessageDialogProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <SendMessage {...props} />
    </Suspense>
  );
}

/** A count that never outgrows its place. */
export const shortCount = (count: number): string => (count > 99 ? '99+' : String(count));

/** How many messages are unread, beside a word that says what is counted; nothing when there are none. */
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
