/** Authorizations of clients for tests. */

import type { Api } from '#tests/support/helpers/api.ts';
import type { TestBusiness } from './businesses.ts';

/** Authorizes units of the service 'sustaining' for a client, without a period. */
export const createAuthorization = (
  api: Api,
  business: Pick<TestBusiness, 'admin'>,
  { clientId, ...fields }: { clientId: number } & Record<string, unknown>,
) =>
  api.ok(business.admin.token, 'POST /api/clients/:id/services', {
    params: { id: clientId },
    body: { category: 'sustaining', unitsAuthorized: 20, ...fields },
  });
