import { feature } from '#platform/server/http/handlers.ts';
import { mailContract } from '#features/mail/contract.ts';
import { deleteMessage, markRead, writeMessage } from './messageActions.ts';
import { listInbox, listSent, readThread, readUnread } from './reads.ts';

export const mailRoutes = feature(mailContract, {
  'GET /api/messages/inbox': (context, { query }) => listInbox(context, query),
  'GET /api/messages/sent': (context, { query }) => listSent(context, query),
  'GET /api/messages/unread': (context) => readUnread(context),
  'GET /api/messages/:id/thread': (context, { params, query }) => readThread(context, params.id, query),
  'PUT /api/messages/:id/read': (context, { params }) => markRead(context, params.id),
  'POST /api/messages': (context, { body }) => writeMessage(context, body),
  'DELETE /api/messages/:id': (context, { params }) => deleteMessage(context, params.id),
});
