import type { Handlers } from '#platform/server/http/handlers.ts';
import type { unitsContract } from '#features/units/contract.ts';
import { listLedger, type DisputeCondition } from './reads.ts';

export const unitsRoutes = (hasOpenDispute: DisputeCondition): Handlers<typeof unitsContract> => ({
  'GET /api/clients/:id/ledger': (context, { params, query }) =>
    listLedger(context, params.id, { ...query, hasOpenDispute }),
});
