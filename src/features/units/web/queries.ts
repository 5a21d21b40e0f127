import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, type AnswerTo } from '#platform/web/api.ts';
import { endpointQuery } from '#platform/web/queries.ts';
import type { unitsContract } from '#features/units/contract.ts';

const unitsApi = client<typeof unitsContract>();

export type LedgerRow = AnswerTo<(typeof unitsContract)['GET /api/clients/:id/ledger']>['rows'][number];

/** The account whose entries are shown: an authorization's id, or the general account. */
export type LedgerAccount = number | 'general';

type LedgerPage = {
  clientId: number;
  /** All accounts when undefined. */
  account: LedgerAccount | undefined;
  limit: number;
  cursor: string | undefined;
};

/** A page of a client's unit history, newest first; the previous page stays on screen while the next one loads. */
export const useLedger = ({ clientId, account, limit, cursor }: LedgerPage) =>
  useQuery({
    ...endpointQuery(unitsApi, 'GET /api/clients/:id/ledger', {
      topics: ['units'],
      params: { id: clientId },
      query: { limit, cursor, authorizationId: account === undefined ? undefined : String(account) },
    }),
    placeholderData: keepPreviousData,
  });
