import { Link } from '@tanstack/react-router';
import { now } from '#platform/web/clock.ts';
import { formatRelative, plural } from '#platform/web/format.ts';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import type { MessageRow } from '#features/mail/web/queries.ts';
import { DayList, dayRowClass } from './DayFrame.tsx';

type UnreadMessagesProps = {
  /** The unread ones of the newest messages. */
  messages: readonly MessageRow[];
  /** How many messages are unread. */
  total: number;
};

/** How many messages are shown. */
const FIRST = 3;

/** Unread messages, newest first; one row links to the inbox when all of them are older than the newest messages. */
export function UnreadMessages({ messages, total }: UnreadMessagesProps) {
  if (messages.length === 0 && total > 0) {
    return <DayList title="Unread messages" rows={[total]} rowKey={String} renderRow={renderCount} />;
  }
  return (
    <DayList
      title="Unread messages"
      rows={messages.slice(0, FIRST)}
      rowKey={({ id }) => id}
      renderRow={(message) => <Message message={message} />}
      more={
        total > Math.min(messages.length, FIRST) && (
          <Link to="/mail" className={buttonClass({ variant: 'ghost', size: 'sm' })}>
            Show all {total} unread messages
          </Link>
        )
      }
    />
  );
}

const renderCount = (total: number) => (
  <Link to="/mail" className={`${dayRowClass} font-medium`}>
    {plural(total, 'unread message', 'unread messages')}
  </Link>
);

function Message({ message: { id, senderName, subject, createdAt } }: { message: MessageRow }) {
  return (
    <Link to="/mail" search={{ message: id }} className={dayRowClass}>
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate font-medium">{subject}</span>
        <span className="shrink-0 text-xs text-muted">{formatRelative(createdAt, now())}</span>
      </span>
      <span className="truncate text-sm text-muted">{senderName}</span>
    </Link>
  );
}
