import type { notesContract } from '#features/notes/contract.ts';
import { client } from '#platform/web/api.ts';
import { endpointQuery } from '#platform/web/queries.ts';

const notesApi = client<typeof notesContract>();

/** How many notes of the business are in which state; kept counts, for managers. */
export const noteStatsQuery = () =>
  endpointQuery(notesApi, 'GET /api/management/stats', { topics: ['notes'] });
