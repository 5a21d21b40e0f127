import type { Handlers } from '#platform/server/http/handlers.ts';
import type { receiptContract } from '#features/notes/receiptContract.ts';
import { disputeReceipt, renewReceipt, revokeReceipt } from './actions.ts';
import { readReceipt } from './reads.ts';

export const receiptRoutes: Handlers<typeof receiptContract> = {
  'GET /api/receipts/:token': (context, { params }) => readReceipt(context, params.token),
  'POST /api/receipts/:token/dispute': (context, { params, body }) =>
    disputeReceipt(context, params.token, body),
  'POST /api/notes/:id/receipt': (context, { params }) => renewReceipt(context, params.id),
  'DELETE /api/notes/:id/receipt': (context, { params }) => revokeReceipt(context, params.id),
};
