/**
 * Row-level security holds alone. Every condition on the business is taken out of every statement that the product
 * runs in a business's transaction: the answers stay what they are, and no other business's row is reached.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { features } from '#app/contract.ts';
import { buildAddress, useApi } from '#tests/support/helpers/api.ts';
import {
  createSeededBusiness,
  buildBody,
  buildUpload,
  hasBody,
  getRowKind,
} from '#tests/support/factories/twoBusinesses.ts';
import type { SeededBusiness } from '#tests/support/factories/twoBusinesses.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';
import { createTenantFilterRemover } from '#tests/support/helpers/statements.ts';
import type { TenantFilterRemover } from '#tests/support/helpers/statements.ts';

/** Each export adds to the audit log, which is what the next one holds. */
const named = features
  .flatMap(({ contract }) => Object.entries(contract))
  .filter(([, { access, raw }]) => access !== 'public' && !raw)
  .map(([name, endpoint]) => ({ name, endpoint }));
const reads = named.filter(({ name }) => name.startsWith('GET'));
const withIds = named.filter(({ name }) => name.includes('/:'));

const api = useApi({ RATE_LIMITS: 'off' });
let mine: SeededBusiness;
let other: SeededBusiness;
let statements: TenantFilterRemover;
beforeAll(async () => {
  other = await createSeededBusiness(api);
  mine = await createSeededBusiness(api);
  statements = createTenantFilterRemover(api);
});

function call(token: string, name: string, whose: SeededBusiness) {
  const id = name.includes('/:') ? whose.ids[getRowKind(name)] : 0;
  const address = buildAddress(name, { id, clientId: id, employeeId: id });
  return api.send(token, { ...address, body: hasBody(name) ? buildBody(name, mine.ids) : buildUpload(name) });
}

describe('what is read without conditions on the business is what is read with them', () => {
  test.each(reads)('$name [S-4]', async ({ name }) => {
    for (const { token } of [mine.manager, mine.employee]) {
      const read = async () => {
        const { status, body, error } = await call(token, name, mine);
        return { status, body: error ? error.code : body };
      };
      const filtered = await read();
      expect(await statements.without(read)).toEqual(filtered);
    }
  });
});

describe('a row of another business is nowhere', () => {
  test.each(withIds)('$name [S-4]', async ({ name }) => {
    const before = await checksumRows(api, other.business.id);
    const { status } = await statements.without(() => call(mine.manager.token, name, other));
    expect(status).toBe(404);
    expect(await checksumRows(api, other.business.id)).toEqual(before);
  });
});

test('the conditions were there, and without the policies their absence shows [S-4]', async () => {
  expect(statements.countRemoved()).toBeGreaterThan(200);
  const seen = await api.sql<{ count: number }>('select count(distinct business_id) as count from clients');
  expect(seen).toEqual([{ count: 2 }]);
});
