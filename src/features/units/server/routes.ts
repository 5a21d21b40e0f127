import { feature } from '#platform/server/http/handlers.ts';
import { unitsContract } from '#features/units/contract.ts';
import { listLedger, type DisputeCondition } from './reads.ts';

export const unitsRoutes = (hasOpenDispute: DisputeCondition) =>
  feature(unitsContract, {
    'GET /api/clients/:id/ledger': (context, { params, query }) =>
      listLedger(context, params.id, { ...query, hasOpenDispute }),
  });
