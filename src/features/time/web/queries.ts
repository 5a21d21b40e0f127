import { client } from '#platform/web/api.ts';
import { endpointQuery } from '#platform/web/queries.ts';
import type { timeContract } from '#features/time/contract.ts';

const api = client<typeof timeContract>();

/** The user's latest time entries, to warn of overlapping work. */
export const ownHoursQuery = () =>
  endpointQuery(api, 'GET /api/time-entries/my', { topics: ['time'], query: { limit: 50 } });
