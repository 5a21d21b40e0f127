import { feature } from '#platform/server/http/handlers.ts';
import { reviewContract } from '#features/review/contract.ts';
import { reviewNote } from './actions.ts';
import { approveNotes } from './approveManyActions.ts';
import { listChanges } from './changeReads.ts';
import { readLateNotes } from './lateReads.ts';
import { listQueue } from './queueReads.ts';
import { readReviewReport, readReviewSummary } from './reportReads.ts';

export const reviewRoutes = feature(reviewContract, {
  'GET /api/review/queue': (context, { query }) => listQueue(context, query),
  'PATCH /api/notes/:id/review': (context, { params, body }) => reviewNote(context, params.id, body),
  'PATCH /api/management/notes/:id/approve': (context, { params, body }) =>
    reviewNote(context, params.id, { action: 'approve', ...body }),
  'PATCH /api/management/notes/:id/deny': (context, { params, body }) =>
    reviewNote(context, params.id, { action: 'deny', ...body }),
  'POST /api/management/notes/approve-many': (context, { body }) => approveNotes(context, body),
  'GET /api/notes/:id/changes': (context, { params, query }) => listChanges(context, params.id, query),
  'GET /api/reports/review': (context, { query }) => readReviewReport(context, query),
  'GET /api/reports/review/summary': (context, { query }) => readReviewSummary(context, query),
  'GET /api/reports/late-notes': readLateNotes,
});
