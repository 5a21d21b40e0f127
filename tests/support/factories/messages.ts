/** Messages for tests, sent through the API. */

import type { Api } from '#tests/support/helpers/api.ts';
import type { Account } from './businesses.ts';

/** The fields of a message, all valid. */
export const buildMessageForm = (
  recipientId: number,
  fields: Record<string, unknown> = {},
): Record<string, unknown> => ({
  recipientId,
  subject: 'Thursday',
  content: 'Can you take over at ten?',
  ...fields,
});

/** Sends a message from one user to another. */
export const sendMessage = (
  api: Api,
  { from, to }: { from: Account; to: Account },
  fields: Record<string, unknown> = {},
) => api.ok(from.token, 'POST /api/messages', { body: buildMessageForm(to.id, fields) });
