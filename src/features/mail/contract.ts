import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, id, instant, pageQuery, requiredText } from '#platform/contract/fields.ts';
import { SUBJECT_MAX } from './rules.ts';

/** Longest text of a message. */
export const CONTENT_MAX = 10_000;

const MISSING = 'Please fill in all required fields.';

export const messageInput = z.object({
  recipientId: z.int({ error: MISSING }).positive({ error: MISSING }),
  subject: requiredText(SUBJECT_MAX, MISSING),
  content: requiredText(CONTENT_MAX, MISSING),
  /** The message that this one replies to. */
  parentMessageId: id.nullish(),
});

/** A row of a list: `content` is an excerpt. */
export const messageRow = z.object({
  id,
  senderId: id,
  senderName: z.string(),
  senderDepartment: z.string().nullable(),
  recipientId: id,
  recipientName: z.string(),
  recipientDepartment: z.string().nullable(),
  subject: z.string(),
  content: z.string(),
  isRead: z.boolean(),
  readAt: instant.nullable(),
  parentMessageId: id.nullable(),
  /** The note that the message, or the one it replies to, is about. */
  noteId: id.nullable(),
  /** The client that a system message is about. */
  clientId: id.nullable(),
  createdAt: instant,
});

/** The whole message, with what the caller may do with it. */
export const message = messageRow.extend({
  can: z.object({ read: z.boolean(), reply: z.boolean(), delete: z.boolean() }),
});

export const mailContract = contract({
  'GET /api/messages/inbox': {
    access: 'member',
    summary: 'Messages received, newest first',
    query: pageQuery,
    paged: true,
    response: z.array(messageRow),
  },
  'GET /api/messages/sent': {
    access: 'member',
    summary: 'Messages sent, newest first',
    query: pageQuery,
    paged: true,
    response: z.array(messageRow),
  },
  'GET /api/messages/unread': {
    access: 'member',
    summary: 'How many received messages are unread',
    response: z.object({ unread: z.int() }),
  },
  'GET /api/messages/:id/thread': {
    access: 'member',
    summary: 'The conversation that a message belongs to, as the caller sees it, newest first',
    params: byId,
    query: pageQuery,
    paged: true,
    response: z.array(message),
  },
  'PUT /api/messages/:id/read': {
    access: 'member',
    summary: 'Mark a received message as read',
    params: byId,
    response: message,
  },
  'POST /api/messages': {
    access: 'member',
    summary: 'Send a message to a colleague, or reply to one',
    body: messageInput,
    status: 201,
    response: message,
  },
  'DELETE /api/messages/:id': {
    access: 'member',
    summary: "Delete the caller's copy of a message; the other person keeps theirs",
    params: byId,
    response: null,
  },
});
