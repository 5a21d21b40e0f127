/** Every write endpoint adds a row to the audit log that names its actor. */

import { beforeAll, describe, expect, test } from 'vitest';
import { WRITES, type NamedEndpoint } from '#tests/support/factories/endpointRequests.ts';
import { createSeededBusiness, type SeededBusiness } from '#tests/support/factories/seededBusiness.ts';
import { listPreparations, sendWrite } from '#tests/support/factories/writePreparations.ts';
import { useApi } from '#tests/support/helpers/api.ts';

/**
 * A correct code changes nothing; too many wrong ones are in the audit log. Of an import, its upload and what it added are
 * in the log, not each choice of a column before.
 */
const NOT_AUDITED = [
  'POST /api/clients/:id/verify-code',
  'PUT /api/imports/:id/mapping',
  'PUT /api/imports/:id/position',
];

const api = useApi({ RATE_LIMITS: 'off' });
let seeded: SeededBusiness;
let preparations: ReturnType<typeof listPreparations>;
beforeAll(async () => {
  seeded = await createSeededBusiness(api);
  preparations = listPreparations(api, seeded);
});

const listRows = (afterSeq: number, actorId: number | null) =>
  api.sql<{ seq: number }>(
    `select seq from audit_log where business_id = $1 and seq > $2 and actor_id = coalesce($3, actor_id) order by seq`,
    [seeded.business.id, afterSeq, actorId],
  );

/** Sends a write that must succeed. @returns the number of audit log rows that it adds for its actor */
async function countAuditRows({ name, endpoint }: NamedEndpoint): Promise<number> {
  const prepared = (await preparations[name]?.()) ?? {};
  const lastSeq = (await listRows(0, null)).at(-1)?.seq ?? 0;
  const { by, status, error } = await sendWrite(api, seeded, { name, endpoint, prepared });
  expect([status < 300, error]).toEqual([true, null]);
  return (await listRows(lastSeq, by.id)).length;
}

describe('the audit log gets a row with the actor from', () => {
  test.each(WRITES)('$name', async (write) => {
    expect((await countAuditRows(write)) > 0).toBe(!NOT_AUDITED.includes(write.name));
  });
});

test('the walk covers all writes of signed-in users', () => {
  expect(WRITES.length).toBeGreaterThan(40);
  const names = WRITES.map(({ name }) => name);
  expect([...Object.keys(preparations), ...NOT_AUDITED].filter((name) => !names.includes(name))).toEqual([]);
});
