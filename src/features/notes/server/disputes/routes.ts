import type { Handlers } from '#platform/server/http/handlers.ts';
import type { disputeContract } from '#features/notes/disputeContract.ts';
import { answerDisputes, disputeNote } from './actions.ts';
import { listOpenDisputes } from './reads.ts';

export const disputeRoutes: Handlers<typeof disputeContract> = {
  'POST /api/receipts/:token/dispute': (context, { params, body }) =>
    disputeNote(context, params.token, body),
  'GET /api/management/disputes': (context) => listOpenDisputes(context),
  'POST /api/notes/:id/dispute/resolve': (context, { params, body }) =>
    answerDisputes(context, params.id, body),
};
