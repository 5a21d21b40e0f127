import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';

/** How many notes are in which state: those of the business for managers, the own ones for others. */
export const dashboard = z.object({
  total: z.int(),
  pending: z.int(),
  resolved: z.int(),
  inProgress: z.int(),
  /** Of `total`: submitted since Sunday 00:00 in the business's zone. */
  newThisWeek: z.int(),
  /** Of `resolved`: approved since the first of the month there. */
  resolvedThisMonth: z.int(),
});

export const dashboardContract = contract({
  'GET /api/dashboard': {
    access: 'member',
    summary: 'How many notes are in which state, and how many of them are new',
    response: dashboard,
  },
});
