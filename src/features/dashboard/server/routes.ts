import type { Handlers } from '#platform/server/http/handlers.ts';
import type { dashboardContract } from '#features/dashboard/contract.ts';
import { readDashboard } from './reads.ts';

export const dashboardRoutes: Handlers<typeof dashboardContract> = {
  'GET /api/dashboard': (context) => readDashboard(context),
};
