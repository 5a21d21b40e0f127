import type { Handlers } from '#platform/server/http/handlers.ts';
import type { disputeContract } from '#features/notes/disputeContract.ts';
import { answerDisputes, disputeNote } from './actions.ts';

export const disputeRoutes: Handlers<typeof disputeContract> = {
  'POST /api/receipts/:token/dispute': (context, { params, body }) =>
    disputeNote(context, params.token, body),
  'POST /api/notes/:id/dispute/resolve': (context, { params, body }) =>
    answerDisputes(context, params.id, body),
};
