import type { Handlers } from '../../../platform/server/http/handlers.ts';
import type { auditContract } from '../contract.ts';
import { listAudit } from './reads.ts';

export const auditRoutes: Handlers<typeof auditContract> = {
  'GET /api/audit': (context, { query }) => listAudit(context, query),
};
