import type { Handlers } from '#platform/server/http/handlers.ts';
import type { disputeContract } from '#features/notes/disputeContract.ts';
import { answerDisputes } from './actions.ts';
import { listOpenDisputes } from './reads.ts';

export const disputeRoutes: Handlers<typeof disputeContract> = {
  'GET /api/management/disputes': (context) => listOpenDisputes(context),
  'POST /api/notes/:id/dispute/resolve': (context, { params, body }) =>
    answerDisputes(context, params.id, body),
};
