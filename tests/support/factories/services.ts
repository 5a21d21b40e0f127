/** Services of a business for tests. */
import type { Api } from '#tests/support/helpers/api.ts';
import type { TestBusiness } from './businesses.ts';

/** Adds a service with a unique key. */
export const createService = (
  api: Api,
  business: Pick<TestBusiness, 'admin'>,
  fields: Record<string, unknown> = {},
) => api.ok(business.admin.token, 'POST /api/business-services', { body: { name: 'Home care', ...fields } });
