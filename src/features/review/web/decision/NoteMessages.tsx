import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDateTimeZone } from '#platform/web/format.ts';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { noteMessagesQuery } from './queries.ts';

/** The user's messages about a note, newest first; nothing without messages. */
export function NoteMessages({ id, timeZone }: { id: number; timeZone: string }) {
  const messages = useQuery(noteMessagesQuery(id));
  if (messages.isError) return <QueryError title="Couldn't load the messages" query={messages} />;
  if (!messages.data || messages.data.rows.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">Messages about this note</h3>
      <ul className="grid gap-2">
        {messages.data.rows.map((message) => (
          <li key={message.id} className="rounded-md border border-line px-3 py-2 text-sm">
            <Link
              to="/mail"
              search={{ message: message.id }}
              className="font-medium text-accent-ink hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
            >
              {message.subject}
            </Link>
            <p className="text-muted">
              {message.senderName} to {message.recipientName},{' '}
              {formatDateTimeZone(message.createdAt, timeZone)}
            </p>
            <p className="wrap-anywhere whitespace-pre-line">{message.content}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
