/** Idempotency keys work on every POST of signed-in users. */

import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildRequest, hasBody, listEndpoints, PREVIEWS } from '#tests/support/factories/endpointRequests.ts';
import { createIssuedInvoice } from '#tests/support/factories/invoices.ts';
import { createDispute } from '#tests/support/factories/receipts.ts';
import {
  createSeededBusiness,
  getCaller,
  type SeededBusiness,
} from '#tests/support/factories/seededBusiness.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { subtractInterval } from '#tests/support/helpers/sqlTime.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';

/** The secrets of the example are wrong here, or it is not for managers; their own tests send correct ones twice. */
const NEED_MORE = [
  'POST /api/auth/change-password',
  'POST /api/auth/totp/enable',
  'POST /api/auth/totp/disable',
  'POST /api/users/:id/sending-login',
];
const posts = listEndpoints(
  ({ access, upload }, name) =>
    name.startsWith('POST ') &&
    access !== 'public' &&
    !PREVIEWS.includes(name) &&
    (!upload || hasBody(name)) &&
    !NEED_MORE.includes(name),
);

const api = useApi({ RATE_LIMITS: 'off' });
let seeded: SeededBusiness;
beforeAll(async () => {
  seeded = await createSeededBusiness(api);
});

describe('a repeated key executes once', () => {
  test.each(posts)('$name [10.1.36,37 R-2]', async ({ name, endpoint: { access, showsSecret } }) => {
    const { token } = getCaller(seeded, access);
    const headers = { 'idempotency-key': name.replaceAll(/\W+/g, '-') };
    // The other one is void by then.
    const invoice = name.endsWith('payments')
      ? (await createIssuedInvoice(api, seeded.manager, { clientId: seeded.ids.client })).id
      : seeded.ids.invoice;
    const request = { ...buildRequest(name, { ...seeded.ids, invoice }), headers };
    // A second assignment of the same person would be refused.
    if (name.endsWith('assignments')) await api.sql('delete from client_assignments');
    // Its visit can be claimed again.
    if (name.endsWith('claim-batches'))
      await api.ok(token, 'PATCH /api/claim-batches/:id/lines', {
        params: { id: seeded.ids.claimBatch },
        body: [{ noteId: seeded.ids.claimedNote, state: 'rejected' }],
      });
    if (name.endsWith('dispute/resolve'))
      await createDispute(api, seeded.manager, { noteId: seeded.ids.note });
    const first = await api.send(token, request);
    expect([name, first.error]).toEqual([name, null]);
    const before = await checksumRows(api, seeded.business.id);
    const again = await api.send(token, request);
    expect([again.status, showsSecret ? again.error?.code : again.body]).toEqual(
      showsSecret ? [409, 'secret_not_stored'] : [first.status, first.body],
    );
    expect(again.headers['idempotent-replayed']).toBe(showsSecret ? undefined : 'true');
    expect(await checksumRows(api, seeded.business.id)).toEqual(before);
    if (!request.body) return;
    const changed = await api.send(token, { ...request, body: { ...request.body, another: 1 } });
    expectError(changed, 409, 'idempotency_key_reused');
  });
});

test('a key expires after 24 hours [10.1.38 R-2]', async () => {
  const body = { draftName: 'Twice' };
  const save = async () =>
    (
      await api.call(seeded.manager.token, 'POST /api/drafts', {
        body,
        headers: { 'idempotency-key': 'day' },
      })
    ).body;
  const first = await save();
  expect(await save()).toEqual(first);
  const age = (by: string) =>
    api.sql(
      `update idempotency_keys set created_at = ${subtractInterval('created_at', '$1::interval')} where key = 'day'`,
      [by],
    );
  await age('23 hours 59 minutes');
  expect(await save()).toEqual(first);
  await age('2 minutes');
  expect((await save()).id).not.toBe(first.id);
});

test('a stored answer of another shape, or of another key, is 409 answer_unavailable, and nothing is done twice [16.bodies.2]', async () => {
  const request = { method: 'POST', url: '/api/drafts', body: { draftName: 'Shape' } } as const;
  const send = () => api.send(seeded.manager.token, { ...request, headers: { 'idempotency-key': 'shape' } });
  expect((await send()).error).toBeNull();
  const purpose = `first-answer:${seeded.business.id}:${seeded.manager.id}:shape`;
  const encrypt = (answer: unknown) => api.server.services.secrets.encrypt(purpose, JSON.stringify(answer));
  for (const stored of [encrypt(null), encrypt('text'), encrypt({}), encrypt([]), Buffer.alloc(40)]) {
    await api.sql(`update idempotency_keys set answer = $1 where key = 'shape'`, [stored]);
    expectError(await send(), 409, 'answer_unavailable');
  }
  const drafts = await api.ok(seeded.manager.token, 'GET /api/drafts');
  expect(drafts.filter(({ draftName }) => draftName === 'Shape')).toHaveLength(1);
});

test('the stored hash of a body does not confirm a guessed password', async () => {
  const request = { method: 'POST', url: '/api/drafts', body: { draftName: 'orange-11' } } as const;
  await api.send(seeded.manager.token, { ...request, headers: { 'idempotency-key': 'guess' } });
  const [row] = await api.sql<{ fingerprint: Buffer }>(
    `select fingerprint from idempotency_keys where key = 'guess'`,
  );
  const guess = createHash('sha256')
    .update(`POST /api/drafts\n${JSON.stringify(request.body)}`)
    .digest();
  expect(Buffer.from(row?.fingerprint ?? guess)).not.toEqual(guess);
});
