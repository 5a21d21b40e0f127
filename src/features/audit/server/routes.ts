import { sendDownload } from '#platform/server/http/download.ts';
import { feature } from '#platform/server/http/handlers.ts';
import { auditContract } from '#features/audit/contract.ts';
import { exportAudit } from './exportActions.ts';
import { listAudit, listClientHistory } from './reads.ts';

export const auditRoutes = feature(auditContract, {
  'GET /api/audit': (context, { query }) => listAudit(context, query),
  'GET /api/clients/:id/history': (context, { params, query }) =>
    listClientHistory(context, params.id, query),
  'GET /api/audit/export': async (context, { query, reply }) =>
    sendDownload(reply, await exportAudit(context, query)),
});
