import { useQuery } from '@tanstack/react-query';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type { servicesContract } from '#features/services/contract.ts';

type Services = typeof servicesContract;

const api = client<Services>();

export type BusinessService = AnswerTo<Services['GET /api/business-services']>[number];
export type ServiceBody = RequestTo<Services['POST /api/business-services']>['body'];
type ServiceChange = RequestTo<Services['PUT /api/business-services/:id']>['body'];

/** All services by position, archived ones included. */
export const servicesQuery = () =>
  endpointQuery(api, 'GET /api/business-services', {
    topics: ['services'],
    query: { archived: 'true' },
    keep: (services) => services,
  });

export const useServices = () => useQuery(servicesQuery());

export const useAddBusinessService = () =>
  useChange(({ body, idempotencyKey }: { body: ServiceBody; idempotencyKey: string }) =>
    api('POST /api/business-services', { body, idempotencyKey }),
  );

/** Changes or restores a service; omitted fields keep their values. */
export const useChangeBusinessService = () =>
  useChange(({ id, body }: { id: number; body: ServiceChange }) =>
    api('PUT /api/business-services/:id', { params: { id }, body }),
  );

export const useArchiveBusinessService = () =>
  useChange((id: number) => api('DELETE /api/business-services/:id', { params: { id } }));

/** Orders the active services. */
export const useOrderServices = () =>
  useChange((ids: number[]) => api('PUT /api/business-services/order', { body: { ids } }));
