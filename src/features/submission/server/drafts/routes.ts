import type { Handlers } from '#platform/server/http/handlers.ts';
import type { draftsContract } from '#features/submission/draftContract.ts';
import { deleteDraft, saveDraft, saveOverDraft } from './actions.ts';
import { listDrafts, readDraft } from './reads.ts';

export const draftsRoutes: Handlers<typeof draftsContract> = {
  'GET /api/drafts': (context, { query }) => listDrafts(context, query),
  'GET /api/drafts/:id': (context, { params }) => readDraft(context, params.id),
  'POST /api/drafts': (context, { body }) => saveDraft(context, body),
  'PUT /api/drafts/:id': (context, { params, body }) => saveOverDraft(context, params.id, body),
  'DELETE /api/drafts/:id': (context, { params }) => deleteDraft(context, params.id),
};
