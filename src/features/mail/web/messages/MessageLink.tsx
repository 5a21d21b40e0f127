import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { memo } from 'react';
import type { Box, MessageRow } from '#features/mail/web/queries.ts';
import { rowId } from './useOpenMessage.ts';

type MessageLinkProps = {
  message: MessageRow;
  /** The relative time: '5 minutes ago'. */
  ago: string;
  box: Box;
  open: boolean;
};

/** A message in a list. Memoized: opening one renders two rows, not all. */
export const MessageLink = memo(({ message, ago, box, open }: MessageLinkProps) => {
  const unread = box === 'inbox' && !message.isRead;
  return (
    <Link
      id={rowId(message.id)}
      to="/mail"
      search={{ tab: box === 'sent' ? box : undefined, message: message.id }}
      resetScroll={false}
      aria-current={open ? 'true' : undefined}
      className={clsx(
        'relative flex h-22 flex-col justify-center px-4 text-sm -outline-offset-2',
        open ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      {unread && <span aria-hidden className="absolute inset-y-0 left-0 w-1 bg-accent" />}
      <span className="flex items-baseline gap-3">
        <span className={clsx('min-w-0 flex-1 truncate', unread ? 'font-semibold' : 'font-medium')}>
          {unread && <span className="sr-only">Unread: </span>}
          {box === 'inbox' ? message.senderName : `To ${message.recipientName}`}
        </span>
        <time dateTime={message.createdAt} className="shrink-0 text-xs text-muted">
          {ago}
        </time>
      </span>
      <span className={clsx('truncate', unread && 'font-semibold')}>{message.subject}</span>
      <span className="truncate text-muted">{message.content}</span>
    </Link>
  );
});
