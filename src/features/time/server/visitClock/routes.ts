import type { Handlers } from '#platform/server/http/handlers.ts';
import type { visitClockContract } from '#features/time/visitClockContract.ts';
import { cancelVisit, endVisit, startVisit } from './actions.ts';
import { readVisitClock } from './reads.ts';

export const visitClockRoutes: Handlers<typeof visitClockContract> = {
  'GET /api/visit-clock': readVisitClock,
  'POST /api/visit-clock/start': (context, { body }) => startVisit(context, body),
  'POST /api/visit-clock/end': (context, { body }) => endVisit(context, body),
  'DELETE /api/visit-clock': (context, { query }) => cancelVisit(context, query),
};
