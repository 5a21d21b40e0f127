import type { notesContract } from '#features/notes/contract.ts';
import { client } from '#platform/web/api.ts';
import { endpointQuery } from '#platform/web/queries.ts';

const notesApi = client<typeof notesContract>();

/** The number of notes of the business by status, for managers. */
export const noteStatsQuery = () =>
  endpointQuery(notesApi, 'GET /api/management/stats', { topics: ['notes'] });
