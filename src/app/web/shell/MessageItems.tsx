import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { ArrowRight } from 'lucide-react';
import { now } from '#platform/web/clock.ts';
import { formatRelative, shorten } from '#platform/web/format.ts';
import { MenuItem, MenuLabel, MenuRows, MenuSeparator } from '#platform/web/ui/Menu.tsx';
import { useLatestMessages, type MessageRow } from '#features/mail/web/queries.ts';

/** The maximum number of characters of a message in the menu. */
const PREVIEW = 60;

/** The items of the notifications menu. */
export function MessageItems() {
  const { data, isError, refetch } = useLatestMessages();
  return (
    <>
      <MenuLabel>Newest messages</MenuLabel>
      <MenuRows
        query={{ data: data?.rows, isError, refetch }}
        failed="Couldn’t load messages"
        empty="No messages yet"
      >
        {(message) => <MessageItem key={message.id} message={message} />}
      </MenuRows>
      <MenuSeparator />
      <MenuItem icon={<ArrowRight aria-hidden />} render={(props) => <Link to="/mail" {...props} />}>
        All messages
      </MenuItem>
    </>
  );
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
