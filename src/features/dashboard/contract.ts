import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';

/** Notes by status: the business's for managers, the caller's own for others. */
export const dashboard = z.object({
  total: z.int(),
  pending: z.int(),
  resolved: z.int(),
  inProgress: z.int(),
  /** Of `total`: submitted since the first day of the week, in the business's zone. */
  newThisWeek: z.int(),
  /** Of `resolved`: approved since the first of the month there. */
  resolvedThisMonth: z.int(),
});

export const dashboardContract = contract({
  'GET /api/dashboard': {
    access: 'member',
    summary: 'The number of notes by status, and of new ones',
    response: dashboard,
  },
});
