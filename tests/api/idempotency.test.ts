/** Idempotency keys: on every POST of a signed-in user, in all features. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { features } from '#app/contract.ts';
import { buildAddress, useApi } from '#tests/support/helpers/api.ts';
import {
  createSeededBusiness,
  buildBody,
  hasBody,
  getRowKind,
} from '#tests/support/factories/twoBusinesses.ts';
import type { SeededBusiness } from '#tests/support/factories/twoBusinesses.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';

/** What cannot succeed with the example's secrets; their own tests send right ones twice. */
const SECRETS = [
  'POST /api/auth/change-password',
  'POST /api/auth/totp/enable',
  'POST /api/auth/totp/disable',
];
const posts = features
  .flatMap(({ contract }) => Object.entries(contract))
  .filter(([name, { access }]) => name.startsWith('POST ') && access !== 'public')
  .filter(([name, { upload }]) => !upload || hasBody(name))
  .filter(([name]) => !SECRETS.includes(name))
  .map(([name, { access, showsSecret }]) => ({ name, access, showsSecret }));

const api = useApi({ RATE_LIMITS: 'off' });
let seeded: SeededBusiness;
beforeAll(async () => {
  seeded = await createSeededBusiness(api);
});

describe('the same key', () => {
  test.each(posts)('does $name once [10.1.36,37 R-2]', async ({ name, access, showsSecret }) => {
    const { token } = access === 'manager' ? seeded.manager : seeded.employee;
    const id = name.includes('/:') ? seeded.ids[getRowKind(name)] : 0;
    const body = hasBody(name) ? buildBody(name, seeded.ids) : undefined;
    const key = { 'idempotency-key': name.replaceAll(/\W+/g, '-') };
    const request = { ...buildAddress(name, { id }), ...(body ? { body } : {}), headers: key };
    // Assigned already, the example would be refused as a second one.
    if (name.endsWith('assignments')) await api.sql('delete from client_assignments');
    const first = await api.send(token, request);
    expect([name, first.error]).toEqual([name, null]);
    const before = await checksumRows(api, seeded.business.id);
    const again = await api.send(token, request);
    expect([again.status, showsSecret ? again.error?.code : again.body]).toEqual(
      showsSecret ? [409, 'secret_not_stored'] : [first.status, first.body],
    );
    expect(again.headers['idempotent-replayed']).toBe(showsSecret ? undefined : 'true');
    expect(await checksumRows(api, seeded.business.id)).toEqual(before);
    if (!body) return;
    const other = await api.send(token, { ...request, body: { ...body, another: 1 } });
    expect([other.status, other.error?.code]).toEqual([409, 'idempotency_key_reused']);
  });
});

test('after 24 hours a key is free again [10.1.38 R-2]', async () => {
  const body = { draftName: 'Twice' };
  const save = () =>
    api.call(seeded.manager.token, 'POST /api/drafts', { body, headers: { 'idempotency-key': 'day' } });
  const [first, again] = [await save(), await save()];
  expect(again.body).toEqual(first.body);
  const age = (by: string) =>
    api.sql(`update idempotency_keys set created_at = created_at - $1::interval where key = 'day'`, [by]);
  await age('23 hours 59 minutes');
  expect((await save()).body).toEqual(first.body);
  await age('2 minutes');
  expect((await save()).body.id).not.toBe(first.body.id);
});

test('the stored hash of a body does not confirm a guessed password', async () => {
  const { token } = seeded.manager;
  const drafted = { method: 'POST', url: '/api/drafts', body: { draftName: 'orange-11' } } as const;
  await api.send(token, { ...drafted, headers: { 'idempotency-key': 'guessed' } });
  const [row] = await api.sql<{ fingerprint: Buffer }>(
    `select fingerprint from idempotency_keys where key = 'guessed'`,
  );
  const guess = createHash('sha256')
    .update(`POST /api/drafts\n${JSON.stringify(drafted.body)}`)
    .digest();
  expect(Buffer.from(row?.fingerprint ?? guess)).not.toEqual(guess);
});
