import { feature } from '#platform/server/http/handlers.ts';
import type { UsageAlerts } from '#features/clients/server/accountReads.ts';
import { submissionContract } from '#features/submission/contract.ts';
import { draftsContract } from '#features/submission/draftContract.ts';
import { previewUnits } from './accounts/previewReads.ts';
import { resubmitNote, submitNote } from './actions.ts';
import { draftsRoutes } from './drafts/routes.ts';

/** @param sendUsageAlerts implemented in `forecast` and injected by `app` */
export const submissionRoutes = ({ sendUsageAlerts }: { sendUsageAlerts: UsageAlerts }) =>
  feature(
    { ...draftsContract, ...submissionContract },
    {
      'POST /api/units/preview': (context, { body }) => previewUnits(context, body),
      'POST /api/notes': (context, { body }) => submitNote(context, body, sendUsageAlerts),
      'PUT /api/notes/:id': (context, { params, body }) =>
        resubmitNote(context, { noteId: params.id, input: body }, sendUsageAlerts),
      ...draftsRoutes,
    },
  );
