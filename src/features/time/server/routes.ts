import { feature } from '#platform/server/http/handlers.ts';
import { timeContract } from '#features/time/contract.ts';
import { visitClockContract } from '#features/time/visitClockContract.ts';
import type { DisputeCondition } from '#features/units/server/reads.ts';
import { listAllTime, listOwnTime, listEmployeeTime } from './reads.ts';
import { visitClockRoutes } from './visitClock/routes.ts';

export const timeRoutes = (hasOpenDispute: DisputeCondition) =>
  feature(
    { ...timeContract, ...visitClockContract },
    {
      'GET /api/time-entries/my': (context, { query }) => listOwnTime(context, { ...query, hasOpenDispute }),
      'GET /api/time-entries/all': (context, { query }) => listAllTime(context, { ...query, hasOpenDispute }),
      'GET /api/employees/:id/time-entries': (context, { params, query }) =>
        listEmployeeTime(context, params.id, { ...query, hasOpenDispute }),
      ...visitClockRoutes,
    },
  );
