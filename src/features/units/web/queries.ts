import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, type AnswerTo } from '#platform/web/api.ts';
import { endpointQuery } from '#platform/web/queries.ts';
import type { unitsContract } from '#features/units/contract.ts';

const unitsApi = client<typeof unitsContract>();

export type LedgerRow = AnswerTo<(typeof unitsContract)['GET /api/clients/:id/ledger']>['rows'][number];

type LedgerPage = { clientId: number; limit: number; cursor: string | undefined };

/** A page of a client's unit history, newest first; the previous page stays on screen while the next one loads. */
export const useLedger = ({ clientId, limit, cursor }: LedgerPage) =>
  useQuery({
    ...endpointQuery(unitsApi, 'GET /api/clients/:id/ledger', {
      topics: ['units'],
      params: { id: clientId },
      query: { limit, cursor },
    }),
    placeholderData: keepPreviousData,
  });
