import clsx from 'clsx';
import { ArrowLeft, Reply } from 'lucide-react';
import { useState, useEffect, useRef } from 'react';
import { BottomBar } from '#platform/web/ui/BottomBar.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton, SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { isSystemMessage, replySubject } from '#features/mail/rules.ts';
import { type Box, type Message, useMarkRead } from '#features/mail/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import type { Subject } from './Compose.tsx';
import { useThread } from './lists.ts';
import { MessageCard, type MessageCardProps } from './MessageCard.tsx';
import { HEADING } from './useOpenMessage.ts';

type ConversationProps = {
  /** The message that was opened. */
  id: number;
  box: Box;
  renderNote: MessageCardProps['renderNote'];
  onClose: () => void;
  onReply: (reply: Subject['reply']) => void;
};

/** A message with the conversation it belongs to, oldest first. */
export function Conversation({ id, box, renderNote, onClose, onReply }: ConversationProps) {
  const [leaving, setLeaving] = useState<number>();
  const thread = useThread(id, { isLeaving: leaving === id });
  const messages = thread.data?.rows.toReversed();
  const opened = messages?.find((message) => message.id === id);
  useMarkVisibleAsRead(messages);
  return (
    <div className="flex flex-col max-sm:min-h-[calc(100dvh-5.25rem)]">
      <div className="px-5 pt-5 max-lg:p-0">
        <Button
          variant="ghost"
          icon={<ArrowLeft aria-hidden />}
          className="mb-3 -ml-3 lg:hidden"
          onClick={onClose}
        >
          {box === 'inbox' ? 'Inbox' : 'Sent'}
        </Button>
        <h2
          id={HEADING}
          tabIndex={-1}
          className={clsx('text-lg font-semibold wrap-anywhere outline-none', !opened && 'sr-only')}
        >
          {opened?.subject ?? 'Message'}
        </h2>
        {!messages && !thread.isError && <Skeleton className="h-7 w-3/5" />}
      </div>
      {!messages && thread.isError && <QueryError title="Couldn't load the message" query={thread} />}
      {!messages && !thread.isError && <SkeletonText lines={6} className="mt-6 px-5 max-lg:px-0" />}
      {messages && (
        <>
          <div className="flex flex-1 flex-col gap-3 px-5 py-4 max-lg:px-0">
            {thread.hasNextPage && (
              <Button
                size="sm"
                className="self-center"
                pending={thread.isFetchingNextPage}
                onClick={() => void thread.fetchNextPage()}
              >
                Show earlier messages
              </Button>
            )}
            <ol aria-label="Conversation" className="flex flex-col gap-3">
              {messages.map((message) => (
                <li key={message.id}>
                  <MessageCard
                    message={message}
                    opened={message.id === id}
                    renderNote={renderNote}
                    onDeleting={(isDeleting) => setLeaving(isDeleting ? message.id : undefined)}
                    onDeleted={onClose}
                  />
                </li>
              ))}
            </ol>
          </div>
          <ReplyBar last={messages.at(-1)} subject={opened?.subject} onReply={onReply} />
        </>
      )}
    </div>
  );
}

type ReplyBarProps = Pick<ConversationProps, 'onReply'> & {
  last: Message | undefined;
  subject: string | undefined;
};

/** The Reply button, or the reason why there is none. */
function ReplyBar({ last, subject, onReply }: ReplyBarProps) {
  const user = useUser();
  if (!last) return null;
  const other =
    last.senderId === user.id
      ? { id: last.recipientId, name: last.recipientName }
      : { id: last.senderId, name: last.senderName };
  const reply = () => onReply({ to: other, parent: last, subject: replySubject(subject ?? last.subject) });
  return (
    <BottomBar className="lg:sticky lg:mt-0 lg:border-t lg:bg-surface lg:px-5 lg:py-3">
      {last.can.reply ? (
        // With a note, opening or fixing the note is the main action.
        <Button
          variant={last.noteId === null ? 'primary' : 'secondary'}
          icon={<Reply aria-hidden />}
          onClick={reply}
        >
          Reply
        </Button>
      ) : (
        <p className="text-sm text-muted">
          {isSystemMessage(last)
            ? "This is an automatic message. You can't reply to it."
            : `${other.name} is no longer active and can't receive messages.`}
        </p>
      )}
    </BottomBar>
  );
}

/** Marks received messages as read once they are visible; failures are ignored. */
function useMarkVisibleAsRead(messages: readonly Message[] | undefined): void {
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
