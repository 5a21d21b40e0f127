import { feature } from '#platform/server/http/handlers.ts';
import { servicesContract } from '#features/services/contract.ts';
import { addService, archiveService, changeService, orderServices, previewServiceRates } from './actions.ts';
import type { VisitRates } from './rates/actions.ts';
import { listServices } from './reads.ts';

export const servicesRoutes = (visits: VisitRates) =>
  feature(servicesContract, {
    'GET /api/business-services': (context, { query }) =>
      listServices(context, { ...query, archived: query.archived === 'true' }),
    'POST /api/business-services': (context, { body }) => addService(context, body),
    'PUT /api/business-services/:id': (context, { params, body }) =>
      changeService(context, { serviceId: params.id, input: body }, visits),
    'POST /api/business-services/:id/rates/preview': (context, { params, body }) =>
      previewServiceRates(context, { serviceId: params.id, rates: body.rates }, visits),
    'DELETE /api/business-services/:id': (context, { params }) => archiveService(context, params.id),
    'PUT /api/business-services/order': (context, { body }) => orderServices(context, body.ids),
  });
