import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, type AnswerTo } from '#platform/web/api.ts';
import { endpointQuery } from '#platform/web/queries.ts';
import type { forecastContract } from '#features/forecast/contract.ts';

type Forecasts = typeof forecastContract;

const api = client<Forecasts>();

export type ForecastRow = AnswerTo<Forecasts['GET /api/forecast']>['rows'][number];
export type BurnDown = AnswerTo<Forecasts['GET /api/clients/:id/burn-down']>;

/** Topics that change an account: its units, its terms, the names of its client and service, the business's weeks. */
const TOPICS = ['units', 'clients', 'services', 'business'] as const;

/** The accounts that need attention, worst first. */
export const forecastQuery = (limit: number) =>
  endpointQuery(api, 'GET /api/forecast', { topics: TOPICS, query: { limit } });

/** The available units of an account over time; the previous account stays on screen while the next one loads. */
export const useBurnDown = (clientId: number, account: number | 'general') =>
  useQuery({
    ...endpointQuery(api, 'GET /api/clients/:id/burn-down', {
      topics: TOPICS,
      params: { id: clientId },
      query: { authorizationId: String(account) },
    }),
    placeholderData: keepPreviousData,
  });
