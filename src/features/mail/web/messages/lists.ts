/** Queries of message lists, in a separate file because the shell does not need them. */

import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { queryClient } from '#platform/web/queries.ts';
import {
  BOTH,
  INBOX,
  mailApi,
  SENT,
  type Box,
  type Message,
  type MessageRow,
} from '#features/mail/web/queries.ts';

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

/** Options of a paged list; a refetch loads all its pages again. */
const pagesOf = <Row>({ topics, key, read, enabled = true }: Pages<Row>) =>
  infiniteQueryOptions({
    queryKey: [topics[0], ...key],
    queryFn: ({ pageParam, signal }) => read({ cursor: pageParam }, signal),
    enabled,
    initialPageParam: undefined as Cursor,
    getNextPageParam: (last) => last.next ?? undefined,
    meta: { topics },
    select: ({ pages }) => ({ rows: pages.flatMap((page) => page.rows), total: pages[0]?.total ?? 0 }),
  });

/** A list of messages, newest first. */
const mailbox = (box: Box) =>
  pagesOf<MessageRow>({
    topics: [box === 'inbox' ? INBOX : SENT],
    key: ['GET', box],
    read: (query, signal) =>
      box === 'inbox'
        ? mailApi('GET /api/messages/inbox', { query, signal })
        : mailApi('GET /api/messages/sent', { query, signal }),
  });

export const useMailbox = (box: Box) => useInfiniteQuery(mailbox(box));

/** Prefetches a mailbox. */
export const prefetchBox = (box: Box): void =>
  void queryClient.infiniteQuery(mailbox(box)).catch(() => undefined);

/** The conversation of a message, newest first; not refreshed while the message is being deleted. */
export const useThread = (id: number, { isLeaving }: { isLeaving: boolean }) =>
  useInfiniteQuery(
    pagesOf<Message>({
      enabled: !isLeaving,
      topics: BOTH,
      key: ['GET thread', id],
      read: (query, signal) => mailApi('GET /api/messages/:id/thread', { params: { id }, query, signal }),
    }),
  );
