import { Inbox, Send } from 'lucide-react';
import { now } from '#platform/web/clock.ts';
import { formatRelative } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { ShowMore } from '#platform/web/ui/ShowMore.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import type { Box } from '#features/mail/web/queries.ts';
import { useMailbox } from './lists.ts';
import { MessageLink } from './MessageLink.tsx';

type MessageListProps = { box: Box; open: number | undefined; onCompose: () => void };

/** One box, newest first. */
export function MessageList({ box, open, onCompose }: MessageListProps) {
  const mailbox = useMailbox(box);
  const { data } = mailbox;
  if (!data && mailbox.isError) {
    return <QueryError title="Couldn't load messages" query={mailbox} />;
  }
  if (!data) return <ListSkeleton />;
  if (data.rows.length === 0) return <EmptyMailbox box={box} onCompose={onCompose} />;
  return (
    <>
      <ul
        aria-label={box === 'inbox' ? 'Inbox' : 'Sent'}
        className="overflow-clip rounded-md border border-line bg-surface shadow-raised"
      >
        {data.rows.map((message) => (
          <li key={message.id} className="border-line not-last:border-b">
            <MessageLink
              message={message}
              ago={formatRelative(message.createdAt, now())}
              box={box}
              open={message.id === open}
            />
          </li>
        ))}
      </ul>
      <ShowMore list={mailbox} />
    </>
  );
}

function ListSkeleton() {
  return (
    <div aria-busy className="overflow-clip rounded-md border border-line bg-surface shadow-raised">
      <p className="sr-only">Loading messages</p>
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className="flex h-22 flex-col justify-center gap-2 border-line px-4 not-last:border-b">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-3.5" />
        </div>
      ))}
    </div>
  );
}

function EmptyMailbox({ box, onCompose }: { box: Box; onCompose: () => void }) {
  const inbox = box === 'inbox';
  return (
    <EmptyState
      icon={inbox ? <Inbox aria-hidden /> : <Send aria-hidden />}
      title={inbox ? 'No messages yet' : 'Nothing sent yet'}
      body={
        inbox
          ? 'Messages from colleagues and updates about your notes appear here.'
          : 'Messages you send to colleagues appear here.'
      }
      action={<Button onClick={onCompose}>Write a message</Button>}
      className="rounded-md border border-line bg-surface"
    />
  );
}
