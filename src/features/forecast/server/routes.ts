import { feature } from '#platform/server/http/handlers.ts';
import { forecastContract } from '#features/forecast/contract.ts';
import { readBurnDown } from './burnDownReads.ts';
import { listForecast } from './listReads.ts';

export const forecastRoutes = feature(forecastContract, {
  'GET /api/forecast': (context, { query }) => listForecast(context, query),
  'GET /api/clients/:id/burn-down': (context, { params, query }) =>
    readBurnDown(context, params.id, query.authorizationId),
});
