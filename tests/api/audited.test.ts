/** Every write endpoint leaves a row in the audit log that names its actor. */
import { beforeAll, describe, expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { createSeededBusiness } from '#tests/support/factories/twoBusinesses.ts';
import type { SeededBusiness } from '#tests/support/factories/twoBusinesses.ts';
import { listPreparations, WRITES, sendWrite } from '#tests/support/factories/writeRequests.ts';
import type { PreparedRequest } from '#tests/support/factories/writeRequests.ts';

/** What leaves no row, and why. */
const UNWRITTEN: Record<string, string> = {
  'POST /api/clients/:id/verify-code': 'a right code changes nothing; too many wrong ones are written down',
};

const api = useApi({ RATE_LIMITS: 'off' });
let here: SeededBusiness;
let prepare: Record<string, () => Promise<PreparedRequest>>;
beforeAll(async () => {
  here = await createSeededBusiness(api);
  prepare = listPreparations(api, here);
});

const lastRow = async () => {
  const [row] = await api.sql<{ seq: number }>(
    'select max(seq) as seq from audit_log where business_id = $1',
    [here.business.id],
  );
  return row?.seq ?? 0;
};

describe('a write leaves a row with who made it', () => {
  test.each(WRITES)('$name', async ({ name, access }) => {
    const prepared = (await prepare[name]?.()) ?? {};
    const before = await lastRow();
    const { by, status, error } = await sendWrite(api, here, { name, access, prepared });
    expect([status, error]).toEqual([expect.toSatisfy((one) => one < 300), null]);
    const rows = await api.sql<{ action: string }>(
      'select action from audit_log where business_id = $1 and seq > $2 and actor_id = $3',
      [here.business.id, before, by.id],
    );
    expect(rows.length === 0).toBe(name in UNWRITTEN);
  });
});

test('all writes of members were tried', () => {
  expect(WRITES.length).toBeGreaterThan(40);
  const names = WRITES.map(({ name }) => name);
  expect(Object.keys({ ...prepare, ...UNWRITTEN }).filter((name) => !names.includes(name))).toEqual([]);
});
