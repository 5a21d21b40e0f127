import { useQuery } from '@tanstack/react-query';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type { clientsContract } from '#features/clients/contract.ts';

type Clients = typeof clientsContract;

const clientsApi = client<Clients>();

export type Client = AnswerTo<Clients['GET /api/clients']>[number];
export type ClientStatus = Client['status'];
/** An account of a client's units: the general one or that of an authorization. */
export type Account = Client['accounts'][number];
export type ClientBody = RequestTo<Clients['POST /api/clients']>['body'];
export type ClientChange = RequestTo<Clients['PUT /api/clients/:id']>['body'];
type UnitsBody = RequestTo<Clients['PUT /api/clients/:id/time-units']>['body'];

const TOPICS = ['clients', 'units', 'assignments', 'business'] as const;

/**
 * Reduces assigned clients to what opens offline: name, address, units. A manager's clients are those of the
 * whole business, which no phone keeps; their rates show whose list it is. An empty list may be either.
 */
const keepAssigned = (clients: Client[]) =>
  clients.length > 0 && clients.every(({ unitRate }) => unitRate === undefined)
    ? clients.map((one) => ({
        ...one,
        email: null,
        phone: null,
        intakeInformation: null,
      }))
    : null;

/** All clients for managers, the assigned ones for others; archived ones are in neither. */
export const clientsQuery = () =>
  endpointQuery(clientsApi, 'GET /api/clients', { topics: TOPICS, keep: keepAssigned });

/** One client that the user can see. */
export const clientQuery = (id: number) =>
  endpointQuery(clientsApi, 'GET /api/clients/:id', { topics: TOPICS, params: { id } });

export const useClients = () => useQuery(clientsQuery());

/** Adds a client with their purchased units. */
export const useCreateClient = () =>
  useChange(({ body, idempotencyKey }: { body: ClientBody; idempotencyKey: string }) =>
    clientsApi('POST /api/clients', { body, idempotencyKey }),
  );

/** Changes a client; omitted fields keep their values. */
export const useChangeClient = () =>
  useChange(({ id, body }: { id: number; body: ClientChange }) =>
    clientsApi('PUT /api/clients/:id', { params: { id }, body }),
  );

/** Archives a client: removes it from all lists; notes and ledger are kept. */
export const useArchiveClient = () =>
  useChange((id: number) => clientsApi('DELETE /api/clients/:id', { params: { id } }));

/** Sets the total of a client's units; the ledger records the difference. */
export const useSetUnits = () =>
  useChange(({ id, body }: { id: number; body: UnitsBody }) =>
    clientsApi('PUT /api/clients/:id/time-units', { params: { id }, body }),
  );
