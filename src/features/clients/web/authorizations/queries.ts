import { useQuery } from '@tanstack/react-query';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type { authorizationsContract } from '#features/clients/authorizationContract.ts';
import type { Rate } from '#features/services/rateContract.ts';

type Authorizations = typeof authorizationsContract;

const api = client<Authorizations>();

export type Authorization = AnswerTo<Authorizations['GET /api/clients/:id/services']>[number];
export type AuthorizationBody = RequestTo<Authorizations['POST /api/clients/:id/services']>['body'];
export type AuthorizationChange = RequestTo<Authorizations['PUT /api/services/:id']>['body'];

/** The authorizations of a client, newest first. */
export const useAuthorizations = (clientId: number) =>
  useQuery(
    endpointQuery(api, 'GET /api/clients/:id/services', {
      topics: ['clients', 'units', 'services'],
      params: { id: clientId },
    }),
  );

export const useAddAuthorization = () =>
  useChange((authorization: { clientId: number; body: AuthorizationBody; idempotencyKey: string }) =>
    api('POST /api/clients/:id/services', {
      params: { id: authorization.clientId },
      body: authorization.body,
      idempotencyKey: authorization.idempotencyKey,
    }),
  );

/** Changes an authorization; omitted fields keep their values. */
export const useChangeAuthorization = () =>
  useChange(({ id, body }: { id: number; body: AuthorizationChange }) =>
    api('PUT /api/services/:id', { params: { id }, body }),
  );

export const previewAuthorizationRates = (id: number, rates: Rate[]) =>
  api('POST /api/services/:id/rates/preview', { params: { id }, body: { rates } });

/** Ends an authorization today, or removes it when it was never used. */
export const useEndAuthorization = () =>
  useChange((id: number) => api('DELETE /api/services/:id', { params: { id } }));
