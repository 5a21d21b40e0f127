import type { clientsContract } from '#features/clients/contract.ts';
import { client } from '#platform/web/api.ts';
import type { AnswerTo } from '#platform/web/api.ts';
import { endpointQuery } from '#platform/web/queries.ts';

const clientsApi = client<typeof clientsContract>();

export type MenuClient = AnswerTo<(typeof clientsContract)['GET /api/clients']>[number];

/** All clients for managers, the assigned ones for others. */
export const menuClientsQuery = () =>
  endpointQuery(clientsApi, 'GET /api/clients', { topics: ['clients', 'units', 'assignments'] });
