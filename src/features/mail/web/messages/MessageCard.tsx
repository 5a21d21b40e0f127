import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { isSessionExpired } from '#platform/web/apiError.ts';
import { now } from '#platform/web/clock.ts';
import { formatDateTime, formatRelative, shorten } from '#platform/web/format.ts';
import { toast } from '#platform/web/toast.ts';
import { Avatar } from '#platform/web/ui/Avatar.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { isSystemMessage } from '#features/mail/rules.ts';
import { type Message, useDeleteMessage } from '#features/mail/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';

export type MessageCardProps = {
  message: Message;
  /** Selected in the list. */
  opened: boolean;
  /** Renders the note that the message is about. */
  renderNote: (noteId: number) => ReactNode;
  /** Called when deleting starts, and with false if it fails. */
  onDeleting: (isDeleting: boolean) => void;
  onDeleted: () => void;
};

/** One message of a conversation, in full. */
export function MessageCard({ message, opened, renderNote, onDeleting, onDeleted }: MessageCardProps) {
  const user = useUser();
  const card = useRef<HTMLElement>(null);
  const { confirmAndDelete, deleting } = useDeletion();
  const own = message.senderId === user.id && !isSystemMessage(message);
  useEffect(() => {
    if (opened) card.current?.scrollIntoView({ block: 'nearest' });
  }, [opened]);
  return (
    <article
      ref={card}
      className={clsx(
        'rounded-md border px-4 pt-3 pb-4',
        own ? 'bg-sunken' : 'bg-surface',
        opened ? 'border-accent' : 'border-line',
      )}
    >
      <header className="flex items-start gap-3">
        <Avatar name={message.senderName} size="sm" className="mt-1" />
        <div className="min-w-0 flex-1 text-sm">
          <p className="font-medium wrap-anywhere">
            {own ? 'You' : message.senderName}
            <span className="font-normal text-muted">
              {own
                ? ` to ${message.recipientName}`
                : message.senderDepartment && `, ${message.senderDepartment}`}
            </span>
          </p>
          <time dateTime={message.createdAt} className="text-muted">
            {formatDateTime(message.createdAt, user.timeZone)}
          </time>
        </div>
        {message.can.delete && (
          <IconButton
            label="Delete message"
            icon={<Trash2 aria-hidden />}
            pending={deleting}
            className="-mt-1 -mr-2"
            onClick={() =>
              void confirmAndDelete(message, onDeleting).then((isDeleted) => isDeleted && onDeleted())
            }
          />
        )}
      </header>
      <p className="mt-3 leading-relaxed wrap-anywhere whitespace-pre-wrap">{message.content}</p>
      {message.noteId !== null && renderNote(message.noteId)}
      {message.clientId !== null && (
        <Link
          to="/clients/$clientId"
          params={{ clientId: String(message.clientId) }}
          className={`${buttonClass({ variant: 'primary' })} mt-4 max-sm:w-full`}
        >
          Open client
        </Link>
      )}
      {(message.readAt || message.can.read) && (
        // Rendered before the message is marked as read, to avoid a layout shift.
        <p aria-hidden={!message.readAt} className="mt-3 text-xs text-muted">
          {message.readAt ? `Read ${formatRelative(message.readAt, now())}` : '\u00a0'}
        </p>
      )}
    </article>
  );
}

/** Length of the preview in the confirmation, in characters. */
const PREVIEW = 100;

/** Deletes a message after a confirmation. @returns whether it was deleted */
function useDeletion() {
  const remove = useDeleteMessage();
  async function confirmAndDelete(
    message: Message,
    onDeleting: (isDeleting: boolean) => void,
  ): Promise<boolean> {
    const isConfirmed = await confirm({
      title: 'Delete your copy of this message?',
      body: `${message.subject}: ${shorten(message.content, PREVIEW)}`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isConfirmed) return false;
    onDeleting(true);
    try {
      await remove.mutateAsync(message.id);
      toast({ title: 'Message deleted' });
      return true;
    } catch (error) {
      onDeleting(false);
      if (isSessionExpired(error)) return false;
      const description = 'Failed to delete message. Please try again.';
      toast({ title: 'Error', description, variant: 'destructive' });
      return false;
    }
  }
  return { confirmAndDelete, deleting: remove.isPending };
}
