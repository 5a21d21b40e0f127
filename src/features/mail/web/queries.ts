import { useQuery } from '@tanstack/react-query';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type { mailContract } from '#features/mail/contract.ts';

type Mail = typeof mailContract;

export const mailApi = client<Mail>();

export type MessageRow = AnswerTo<Mail['GET /api/messages/inbox']>['rows'][number];
export type Message = AnswerTo<Mail['GET /api/messages/:id/thread']>['rows'][number];
export type MessageBody = RequestTo<Mail['POST /api/messages']>['body'];
export type Box = 'inbox' | 'sent';

/** The topics of the change events. */
export const INBOX = 'messages';
export const SENT = 'sent-messages';
export const BOTH = [INBOX, SENT] as const;

/** How many messages the notifications menu shows. */
const LATEST = 5;

/** How many received messages are unread. */
export const unreadQuery = () => endpointQuery(mailApi, 'GET /api/messages/unread', { topics: [INBOX] });

export const useUnread = () => useQuery(unreadQuery());

/** The newest messages received. */
export const latestMessagesQuery = () =>
  endpointQuery(mailApi, 'GET /api/messages/inbox', { topics: [INBOX], query: { limit: LATEST } });

export const useLatestMessages = () => useQuery(latestMessagesQuery());

export const useMarkRead = () =>
  useChange((id: number) => mailApi('PUT /api/messages/:id/read', { params: { id } }));

/** Sends a message; a repeated submit with the same key sends one. */
export const useSendMessage = () =>
  useChange(({ body, idempotencyKey }: { body: MessageBody; idempotencyKey: string }) =>
    mailApi('POST /api/messages', { body, idempotencyKey }),
  );

export const useDeleteMessage = () =>
  useChange((id: number) => mailApi('DELETE /api/messages/:id', { params: { id } }));
