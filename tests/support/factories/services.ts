/** Services of a business for tests. */

import type { Api } from '#tests/support/helpers/api.ts';
import type { Account, TestBusiness } from './businesses.ts';

/** Adds a service with a unique key. */
export const createService = (
  api: Api,
  business: Pick<TestBusiness, 'admin'>,
  fields: Record<string, unknown> = {},
) => api.ok(business.admin.token, 'POST /api/business-services', { body: { name: 'Home care', ...fields } });

/** Visits of a service of the business are not billed without an authorization from now on. */
export async function requireAuthorization(api: Api, { token }: Pick<Account, 'token'>, key: string) {
  const services = await api.ok(token, 'GET /api/business-services');
  const service = services.find((one) => one.key === key);
  await api.ok(token, 'PUT /api/business-services/:id', {
    params: { id: service?.id ?? 0 },
    body: { name: service?.name, authorizationRequired: 'warn' },
  });
}
