import type { Handlers } from '#platform/server/http/handlers.ts';
import type { authorizationsContract } from '#features/clients/authorizationContract.ts';
import {
  addAuthorization,
  changeAuthorization,
  previewAuthorizationRates,
  removeAuthorization,
  type AuthorizationLedger,
} from './actions.ts';
import { listAuthorizations } from './reads.ts';

export const authorizationsRoutes = (
  ledger: AuthorizationLedger,
): Handlers<typeof authorizationsContract> => ({
  'GET /api/clients/:id/services': (context, { params, query }) =>
    listAuthorizations(context, { clientId: params.id, ...query }, ledger.readForecasts),
  'POST /api/clients/:id/services': (context, { params, body }) =>
    addAuthorization(context, { clientId: params.id, input: body }, ledger),
  'PUT /api/services/:id': (context, { params, body }) =>
    changeAuthorization(context, { authorizationId: params.id, input: body }, ledger),
  'POST /api/services/:id/rates/preview': (context, { params, body }) =>
    previewAuthorizationRates(context, { authorizationId: params.id, rates: body.rates }, ledger),
  'DELETE /api/services/:id': (context, { params }) => removeAuthorization(context, params.id, ledger),
});
