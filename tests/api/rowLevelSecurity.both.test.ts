/** Row-level security is enough: without any condition on the business in its statements, the API returns the same. */

import { beforeAll, describe, expect, test } from 'vitest';
import { buildRequest, listEndpoints } from '#tests/support/factories/endpointRequests.ts';
import { createSeededBusiness, type SeededBusiness } from '#tests/support/factories/seededBusiness.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { IS_CITUS } from '#tests/support/helpers/citus.ts';
import { createTenantFilterRemover, type TenantFilterRemover } from '#tests/support/helpers/statements.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';

/** Without exports, which add to the audit log that the next one contains. */
const endpoints = listEndpoints(({ access, raw }) => access !== 'public' && !raw);
const reads = endpoints.filter(({ name }) => name.startsWith('GET'));
const withIds = endpoints.filter(({ name }) => name.includes('/:'));

const api = useApi({ RATE_LIMITS: 'off' });
let own: SeededBusiness;
let other: SeededBusiness;
let tenantFilter: TenantFilterRemover;
beforeAll(async () => {
  other = await createSeededBusiness(api);
  own = await createSeededBusiness(api);
  tenantFilter = createTenantFilterRemover(api);
});

// Without these conditions Citus asks all shards, and refuses some statements. tests/citus/distribution.test.ts tests the
// policies on the workers.
describe.skipIf(IS_CITUS)('a read returns the same without conditions on the business', () => {
  test.each(reads)('$name [S-4]', async ({ name }) => {
    for (const { token } of [own.business.admin, own.manager, own.employee]) {
      const read = async () => {
        const { status, body, error } = await api.send(token, buildRequest(name, own.ids));
        return { status, body: error ? error.code : body };
      };
      expect(await tenantFilter.without(read)).toEqual(await read());
    }
  });
});

describe.skipIf(IS_CITUS)("another business's row answers 404 without conditions on the business", () => {
  test.each(withIds)('$name [S-4]', async ({ name, endpoint: { access } }) => {
    const before = await checksumRows(api, other.business.id);
    const request = buildRequest(name, other.ids, own.ids);
    const { token } = access === 'admin' ? own.business.admin : own.manager;
    const { status } = await tenantFilter.without(() => api.send(token, request));
    expect(status).toBe(404);
    expect(await checksumRows(api, other.business.id)).toEqual(before);
  });
});

test.skipIf(IS_CITUS)(
  'conditions were removed, and a superuser reads the rows of both businesses [S-4]',
  async () => {
    expect(tenantFilter.countRemoved()).toBeGreaterThan(200);
    const rows = await api.sql('select count(distinct business_id) as count from clients');
    expect(rows).toEqual([{ count: 2 }]);
  },
);
