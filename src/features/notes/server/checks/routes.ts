import type { Handlers } from '#platform/server/http/handlers.ts';
import type { checksContract } from '#features/notes/checkContract.ts';
import { explainCheck, removeExplanation } from './explanationActions.ts';

export const checksRoutes: Handlers<typeof checksContract> = {
  'POST /api/notes/:id/checks/:code/explain': (context, { params, body }) =>
    explainCheck(context, params, body),
  'DELETE /api/notes/:id/checks/:code/explain': (context, { params }) => removeExplanation(context, params),
};
