import { feature } from '#platform/server/http/handlers.ts';
import { assignmentsContract } from '#features/clients/assignmentContract.ts';
import { authorizationsContract } from '#features/clients/authorizationContract.ts';
import { clientsContract } from '#features/clients/contract.ts';
import {
  archiveClient,
  changeClient,
  createClient,
  setTotalUnits,
  verifyCode,
  type UnitLedger,
} from './actions.ts';
import { assignmentsRoutes } from './assignments/routes.ts';
import type { AuthorizationLedger } from './authorizations/actions.ts';
import { authorizationsRoutes } from './authorizations/routes.ts';
import { listClients, readClient } from './reads.ts';

export const clientsRoutes = (ledger: UnitLedger & AuthorizationLedger) =>
  feature(
    { ...clientsContract, ...assignmentsContract, ...authorizationsContract },
    {
      'GET /api/clients': (context, { query }) => listClients(context, query, ledger.readForecasts),
      'GET /api/clients/:id': (context, { params }) => readClient(context, params.id, ledger.readForecasts),
      'POST /api/clients': (context, { body }) => createClient(context, body, ledger),
      'PUT /api/clients/:id': (context, { params, body }) =>
        changeClient(context, { clientId: params.id, input: body }, ledger),
      'DELETE /api/clients/:id': (context, { params }) => archiveClient(context, params.id),
      'PUT /api/clients/:id/time-units': (context, { params, body }) =>
        setTotalUnits(context, { clientId: params.id, input: body }, ledger),
      'POST /api/clients/:id/verify-code': (context, { params, body }) =>
        verifyCode(context, params.id, body.code),
      ...assignmentsRoutes,
      ...authorizationsRoutes(ledger),
    },
  );
