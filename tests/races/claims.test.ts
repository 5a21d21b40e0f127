/** Claim batches that are made and decided at the same time as invoices, disputes and reviews. */

import { expect, test } from 'vitest';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createCounty } from '#tests/support/factories/claims.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { createInvoiceCalls } from '#tests/support/factories/invoices.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { callConcurrently, listNumbers } from '#tests/support/helpers/concurrency.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';
import { createRandom } from '#tests/support/helpers/random.ts';
import { listBillingFaults } from './billingFaults.ts';
import { openClaimInterleaving } from './claimInterleaving.ts';

const api = useApi({ RATE_LIMITS: 'off' });

const STEPS = Number(process.env['CLAIM_STEPS'] ?? 200);
const MAX_ROUNDS = 10;
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

/** How many calls of each kind must have succeeded. */
const MIN_SUCCESSES = {
  claim: 5,
  reject: 5,
  draft: 5,
  issue: 5,
  void: 5,
  reopen: 1,
  edit: 1,
  dispute: 1,
  answer: 1,
};

test(
  `no interleaving of claims, rejections, drafts, issue, void, disputes, edits and reviews bills a visit twice or loses a number, seed ${SEED} [14.claims.6]`,
  { timeout: 300_000 },
  async ({ task }) => {
    const { businessId, choose } = await openClaimInterleaving(api, createRandom(SEED));
    const counts: Record<string, number> = {};
    const isDone = () => Object.entries(MIN_SUCCESSES).every(([name, least]) => (counts[name] ?? 0) >= least);
    // In some orders one draft or claim batch has all visits for a whole round.
    let rounds = 0;
    while (rounds < MAX_ROUNDS && !isDone()) {
      const calls = listNumbers(STEPS).map(() => async () => {
        const { name, send } = choose();
        const status = (await send())?.status ?? 404;
        if (status < 300) counts[name] = (counts[name] ?? 0) + 1;
        const faults = await listBillingFaults(api, businessId);
        expect({ name, failed: status >= 500, faults }).toEqual({ name, failed: false, faults: [] });
      });
      await callConcurrently(8, calls);
      rounds += 1;
    }
    await expectInvariants(api);
    expect(counts).toSatisfy(isDone);
    task.meta.metrics = { steps: STEPS * rounds, ...counts };
  },
);

test('authorizations and payers that are saved at once with one new name share one payer [14.payers.1]', async () => {
  const { business, manager } = await createReviewScenario(api);
  const { token } = manager;
  // Authorizations of one client wait for each other.
  const clients = await Promise.all(listNumbers(8).map(() => createClient(api, business)));
  const named = await callConcurrently(
    8,
    clients.map(({ id: clientId }, index) => () => {
      const payer = index % 2 === 0 ? 'County' : 'COUNTY';
      return createAuthorization(api, business, { clientId, payer });
    }),
  );
  expect(new Set(named.map(({ payerId }) => payerId)).size).toBe(1);
  const add = (name: string) => api.ok(token, 'POST /api/payers', { body: { name } });
  const payers = await Promise.all(listNumbers(4).map((number) => add(`Payer ${number}`)));
  const renamed = await callConcurrently(
    4,
    payers.map(
      ({ id }) =>
        () =>
          api.call(token, 'PUT /api/payers/:id', { params: { id }, body: { name: 'State' } }),
    ),
  );
  expect(renamed.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409, 409, 409,
  ]);
});

test('a draft that is created while its payer is renamed has the new name, and is issued [14.claims.5]', async () => {
  const scenario = await createReviewScenario(api);
  const { business, manager, clientId } = scenario;
  const calls = createInvoiceCalls(api, scenario);
  const { payerId } = await createAuthorization(api, business, { clientId, payer: 'County' });
  const note = await calls.approve();
  // The draft waits for the note, after it has read its payer.
  const release = await holdLock(api, 'select from notes where business_id = $1 and id = $2 for update', [
    business.id,
    note.id,
  ]);
  const drafted = calls.draft({ payer: 'County', clientIds: [clientId] });
  await waitForLocks(api, 1);
  const renamed = api.call(manager.token, 'PUT /api/payers/:id', {
    params: { id: payerId ?? 0 },
    body: { name: 'County Board' },
  });
  await Promise.race([renamed, waitForLocks(api, 2)]);
  await release();
  const { id } = await drafted;
  expect((await renamed).status).toBe(200);
  expect((await calls.read(id)).payer).toBe('County Board');
  expect((await calls.issue(id)).body).toMatchObject({ billToName: 'County Board', total: '135.00' });
});

test('a claim batch that is created while its payer is renamed has the visits and the new name [14.claims.5]', async () => {
  const { business, manager, clientId, payerId, calls, claim } = await createCounty(api);
  const note = await calls.approve();
  const { id: draftId } = await calls.draft({ payer: 'County', clientIds: [clientId], to: '2026-03-01' });
  // The change of the name waits for the draft, after it has locked and renamed the payer.
  const release = await holdLock(api, 'select from invoices where business_id = $1 and id = $2 for update', [
    business.id,
    draftId,
  ]);
  const renamed = api.call(manager.token, 'PUT /api/payers/:id', {
    params: { id: payerId },
    body: { name: 'County Board' },
  });
  await waitForLocks(api, 1);
  // Stops the claim after it has read its payer, if that does not wait for the change.
  const releaseClients = await holdLock(api, 'lock table clients in access exclusive mode', []);
  const claimed = claim();
  await waitForLocks(api, 2);
  await release();
  expect((await renamed).status).toBe(200);
  await releaseClients();
  expect((await claimed).body).toMatchObject({ payerName: 'County Board', lines: [{ noteId: note.id }] });
});
