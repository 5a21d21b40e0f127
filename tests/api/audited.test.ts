/** Every write endpoint adds a row to the audit log that names its actor, and notifies the open pages of the actor. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { DataChange } from '#platform/server/events.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import {
  listPreparations,
  sendWrite,
  WRITES,
  type NamedEndpoint,
} from '#tests/support/factories/endpointRequests.ts';
import { createSeededBusiness, type SeededBusiness } from '#tests/support/factories/seededBusiness.ts';

/** A correct code changes nothing; too many wrong ones are in the audit log. */
const NOT_AUDITED = ['POST /api/clients/:id/verify-code'];

/** No list shows their result. */
const NOT_PUBLISHED = [
  'POST /api/clients/:id/verify-code',
  'POST /api/auth/totp/setup',
  'POST /api/subscription/update-payment-method',
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

/** Sends a write that must succeed. @returns whether it adds an audit log row and sends an event to its actor */
async function observeWrite({ name, endpoint }: NamedEndpoint) {
  const prepared = (await preparations[name]?.()) ?? {};
  const lastSeq = (await listRows(0, null)).at(-1)?.seq ?? 0;
  const changes: DataChange[] = [];
  const stop = api.server.services.events.onPublish((change) => changes.push(change));
  const { by, status, error } = await sendWrite(api, seeded, { name, endpoint, prepared });
  stop();
  expect([status < 300, error]).toEqual([true, null]);
  return {
    audited: (await listRows(lastSeq, by.id)).length > 0,
    published: changes.some((change) => change.actorId === by.id),
  };
}

describe('the audit log gets a row with the actor, and their open pages an event, from', () => {
  test.each(WRITES)('$name', async (write) => {
    const audited = !NOT_AUDITED.includes(write.name);
    expect(await observeWrite(write)).toEqual({ audited, published: !NOT_PUBLISHED.includes(write.name) });
  });
});

test('the walk covers all writes of signed-in users', () => {
  expect(WRITES.length).toBeGreaterThan(40);
  const names = WRITES.map(({ name }) => name);
  expect(
    [...Object.keys(preparations), ...NOT_AUDITED, ...NOT_PUBLISHED].filter((name) => !names.includes(name)),
  ).toEqual([]);
});
