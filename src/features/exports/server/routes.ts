import { feature } from '#platform/server/http/handlers.ts';
import { exportsContract } from '#features/exports/contract.ts';
import { deleteExport, downloadExport, requestExport } from './actions.ts';
import { readJob, listJobs } from './jobs/reads.ts';

export const exportsRoutes = feature(exportsContract, {
  'GET /api/exports': (context) => listJobs(context, 'business'),
  'POST /api/exports': (context) => requestExport(context),
  'GET /api/exports/:id': (context, { params }) => readJob(context, { id: params.id, kind: 'business' }),
  'DELETE /api/exports/:id': (context, { params }) => deleteExport(context, params.id),
  'GET /api/exports/:id/file': (context, { params, reply }) => downloadExport(context, params.id, reply),
});
