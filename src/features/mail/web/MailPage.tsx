import { useNavigate, useSearch } from '@tanstack/react-router';
import clsx from 'clsx';
import { MailOpen, SquarePen } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { Tabs } from '#platform/web/ui/Tabs.tsx';
import type { Subject } from './messages/Compose.tsx';
import { ComposeDialog } from './messages/ComposeDialog.tsx';
import { Conversation } from './messages/Conversation.tsx';
import { prefetchBox, useMailbox } from './messages/lists.ts';
import { MessageList } from './messages/MessageList.tsx';
import { useOpenMessage } from './messages/useOpenMessage.ts';
import { UnreadCount } from './public.tsx';
import type { Box } from './queries.ts';

type MailPageProps = {
  /** Renders the note that a message is about. */
  renderNote: (noteId: number) => ReactNode;
};

/** Mail: the two mailboxes, the open conversation, and composing. */
export function MailPage({ renderNote }: MailPageProps) {
  const { message, box, close, showBox } = useOpenMessage();
  const compose = useCompose();
  const { data: mailbox } = useMailbox(box);
  const list = <MessageList box={box} open={message} onCompose={compose.begin} />;
  return (
    <div className="grid flex-1 items-start gap-x-6 lg:grid-cols-[minmax(17rem,23rem)_minmax(0,1fr)]">
      <div className={clsx('min-w-0', message !== undefined && 'max-lg:hidden')}>
        <Button
          variant="primary"
          icon={<SquarePen aria-hidden />}
          className="mb-4 w-full"
          onClick={compose.begin}
        >
          Compose
        </Button>
        <Tabs<Box>
          label="Mailboxes"
          value={box}
          onChange={showBox}
          tabs={[
            { value: 'inbox', label: 'Inbox', badge: <UnreadCount />, content: list },
            { value: 'sent', label: 'Sent', content: list },
          ]}
        />
      </div>
      {/* An empty mailbox has its own empty state instead. */}
      {(message !== undefined || (mailbox?.rows.length ?? 0) > 0) && (
        <section
          aria-label="Message"
          className={clsx(
            'min-w-0 rounded-md lg:sticky lg:top-[calc(var(--sticky-top)+1.25rem)] lg:max-h-[calc(100dvh-var(--sticky-top)-3.75rem)] lg:overflow-y-auto lg:border lg:border-line lg:bg-surface lg:shadow-raised',
            message === undefined && 'max-lg:hidden',
          )}
        >
          {message === undefined ? (
            <NothingOpen />
          ) : (
            <Conversation
              key={message}
              id={message}
              box={box}
              renderNote={renderNote}
              onClose={close}
              onReply={compose.reply}
            />
          )}
        </section>
      )}
      <ComposeDialog open={compose.open} onOpenChange={compose.setOpen} subject={compose.subject} />
    </div>
  );
}

MailPage.prefetch = ({ tab = 'inbox' }: { tab?: Box }) => prefetchBox(tab);

const NothingOpen = () => (
  <EmptyState
    icon={<MailOpen aria-hidden />}
    title="No message selected"
    body="Choose a message to read the conversation."
    className="lg:py-24"
  />
);

/** The state of the compose dialog. `?to=` opens it; the query is cleared on closing. */
function useCompose() {
  const { to } = useSearch({ from: '/mail' });
  const navigate = useNavigate({ from: '/mail' });
  const [subject, setSubject] = useState<Subject>({});
  const [open, setOpen] = useState(false);
  function openWith(next: Subject) {
    setSubject(next);
    setOpen(true);
  }
  if (to !== undefined && !(open && subject.to === to)) openWith({ to });
  return {
    open,
    subject,
    begin: () => openWith({}),
    reply: (reply: Subject['reply']) => openWith({ reply }),
    setOpen(next: boolean) {
      setOpen(next);
      if (!next && to !== undefined) {
        void navigate({ search: (old) => ({ ...old, to: undefined }), replace: true, resetScroll: false });
      }
    },
  };
}
