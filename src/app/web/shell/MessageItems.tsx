import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { ArrowRight } from 'lucide-react';
import { useLatestMessages, type MessageRow } from '#features/mail/web/queries.ts';
import { now } from '#platform/web/clock.ts';
import { formatRelative, shorten } from '#platform/web/format.ts';
import { MenuItem, MenuLabel, MenuSeparator } from '#platform/web/ui/Menu.tsx';

/** Characters of a message that the menu shows. */
const PREVIEW = 60;

/** The items of the notifications menu. */
export function MessageItems() {
  return (
    <>
      <MenuLabel>Newest messages</MenuLabel>
      <Newest />
      <MenuSeparator />
      <MenuItem icon={<ArrowRight aria-hidden />} render={(props) => <Link to="/mail" {...props} />}>
        All messages
      </MenuItem>
    </>
  );
}

/** Fetches the messages when the menu opens. */
function Newest() {
  const latest = useLatestMessages();
  if (latest.data) {
    if (latest.data.rows.length === 0) {
      return <p className="px-2.5 py-2 text-sm text-muted">No messages yet</p>;
    }
    return latest.data.rows.map((message) => <MessageItem key={message.id} message={message} />);
  }
  if (latest.isError) {
    return <MenuItem onSelect={() => void latest.refetch()}>Couldn’t load messages. Try again</MenuItem>;
  }
  return <p className="px-2.5 py-2 text-sm text-muted">Loading</p>;
}

function MessageItem({ message }: { message: MessageRow }) {
  return (
    <MenuItem render={(props) => <Link to="/mail" search={{ message: message.id }} {...props} />}>
      <span className="flex items-baseline gap-2">
        <span className={clsx('min-w-0 flex-1 truncate', message.isRead ? 'font-medium' : 'font-semibold')}>
          {!message.isRead && (
            <>
              <span aria-hidden className="mr-1.5 inline-block size-2 rounded-full bg-accent" />
              <span className="sr-only">Unread: </span>
            </>
          )}
          {message.senderName}
        </span>
        <span className="shrink-0 text-xs text-muted">{formatRelative(message.createdAt, now())}</span>
      </span>
      <span className="block truncate">{message.subject}</span>
      <span className="block text-xs text-muted wrap-anywhere">{shorten(message.content, PREVIEW)}</span>
    </MenuItem>
  );
}
