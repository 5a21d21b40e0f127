import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { client } from '../../../platform/web/api.ts';
import type { AnswerTo, RequestTo } from '../../../platform/web/api.ts';
import { endpointQuery, useChange } from '../../../platform/web/queries.ts';
import type { mailContract } from '../contract.ts';

type Mail = typeof mailContract;

const mailApi = client<Mail>();

export type MessageRow = AnswerTo<Mail['GET /api/messages/inbox']>['rows'][number];
export type Message = AnswerTo<Mail['GET /api/messages/:id/thread']>['rows'][number];
export type MessageBody = RequestTo<Mail['POST /api/messages']>['body'];
export type Box = 'inbox' | 'sent';

/** What the server calls the inbox and the sent messages when they change. */
const INBOX = 'messages';
const SENT = 'sent-messages';
const BOTH = [INBOX, SENT] as const;

/** How many messages the notifications menu shows. */
const LATEST = 5;

/** How many received messages are unread. */
export const useUnread = () =>
  useQuery(endpointQuery(mailApi, 'GET /api/messages/unread', { topics: [INBOX] }));

/** The newest messages received. */
export const useLatestMessages = () =>
  useQuery(endpointQuery(mailApi, 'GET /api/messages/inbox', { topics: [INBOX], query: { limit: LATEST } }));

type Cursor = string | undefined;

interface Pages<Row> {
  topics: readonly string[];
  key: readonly unknown[];
  read: (
    query: { cursor: Cursor },
    signal: AbortSignal,
  ) => Promise<{ rows: Row[]; total: number; next: string | null }>;
  enabled?: boolean;
}

/** A list that is read further and further; what is shown of it is read again as a whole. */
const usePages = <Row>({ topics, key, read, enabled = true }: Pages<Row>) =>
  useInfiniteQuery({
    queryKey: [topics[0], ...key],
    queryFn: ({ pageParam, signal }) => read({ cursor: pageParam }, signal),
    enabled,
    initialPageParam: undefined as Cursor,
    getNextPageParam: (last) => last.next ?? undefined,
    meta: { topics },
    select: ({ pages }) => ({ rows: pages.flatMap((page) => page.rows), total: pages[0]?.total ?? 0 }),
  });

/** A list of messages, newest first. */
export const useMailbox = (box: Box) =>
  usePages<MessageRow>({
    topics: [box === 'inbox' ? INBOX : SENT],
    key: ['GET', box],
    read: (query, signal) =>
      box === 'inbox'
        ? mailApi('GET /api/messages/inbox', { query, signal })
        : mailApi('GET /api/messages/sent', { query, signal }),
  });

/** The conversation of a message, newest first; not read again while the message goes, which would find nothing. */
export const useThread = (id: number, { isLeaving }: { isLeaving: boolean }) =>
  usePages<Message>({
    enabled: !isLeaving,
    topics: BOTH,
    key: ['GET thread', id],
    read: (query, signal) => mailApi('GET /api/messages/:id/thread', { params: { id }, query, signal }),
  });

export const useMarkRead = () =>
  useChange((id: number) => mailApi('PUT /api/messages/:id/read', { params: { id } }), BOTH);

/** Sends a message; the key makes a repeated press one message. */
export const useSendMessage = () =>
  useChange(
    ({ body, idempotencyKey }: { body: MessageBody; idempotencyKey: string }) =>
      mailApi('POST /api/messages', { body, idempotencyKey }),
    BOTH,
  );

export const useDeleteMessage = () =>
  useChange((id: number) => mailApi('DELETE /api/messages/:id', { params: { id } }), BOTH);
