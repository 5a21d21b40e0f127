import type { Handlers } from '#platform/server/http/handlers.ts';
import type { servicesContract } from '#features/services/contract.ts';
import { addService, archiveService, changeService, orderServices } from './actions.ts';
import { listServices } from './reads.ts';

export const servicesRoutes: Handlers<typeof servicesContract> = {
  'GET /api/business-services': (context, { query }) =>
    listServices(context, { archived: query.archived === 'true' }),
  'POST /api/business-services': (context, { body }) => addService(context, body),
  'PUT /api/business-services/:id': (context, { params, body }) => changeService(context, params.id, body),
  'DELETE /api/business-services/:id': (context, { params }) => archiveService(context, params.id),
  'PUT /api/business-services/order': (context, { body }) => orderServices(context, body.ids),
};
