import { feature } from '#platform/server/http/handlers.ts';
import { dashboardContract } from '#features/dashboard/contract.ts';
import { readDashboard } from './reads.ts';

export const dashboardRoutes = feature(dashboardContract, {
  'GET /api/dashboard': (context) => readDashboard(context),
});
