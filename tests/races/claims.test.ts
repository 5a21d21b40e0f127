/** Claim batches that are made and decided at the same time as drafts of invoices and reviews. */
import { expect, test } from 'vitest';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createCounty } from '#tests/support/factories/claims.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { createInvoiceCalls, PERIOD } from '#tests/support/factories/invoices.ts';
import { createCleanNotes, createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { callConcurrently, listNumbers } from '#tests/support/helpers/concurrency.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { createRandom } from '#tests/support/helpers/random.ts';

const api = useApi({ RATE_LIMITS: 'off' });

const STEPS = Number(process.env['CLAIM_STEPS'] ?? 200);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

test(`no interleaving of claims, rejections, drafts and reviews bills a visit twice, seed ${SEED} [14.claims.6]`, async ({
  task,
}) => {
  const random = createRandom(SEED);
  const scenario = await createReviewScenario(api);
  const { business, manager, clientId, review } = scenario;
  const { token } = manager;
  const calls = createInvoiceCalls(api, scenario);
  const { payerId } = await createAuthorization(api, business, {
    clientId,
    payer: 'County',
    unitsAuthorized: 500,
  });
  const createNote = await createCleanNotes(api, { business, clientId });
  const notes: number[] = [];
  for (const _ of listNumbers(8)) notes.push((await createNote(scenario.author)).id);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const claim = () => api.call(token, 'POST /api/claim-batches', { body: { payerId, ...PERIOD } });
  const reject = async () => {
    const [line] = await api.sql<{ batch: number; note: number }>(
      `select claim_batch_id as batch, note_id as note from claim_lines
       where business_id = $1 and state <> 'rejected' order by random() limit 1`,
      [business.id],
    );
    if (!line) return undefined;
    const params = { id: line.batch };
    const body = [{ noteId: line.note, state: 'rejected' }];
    return api.call(token, 'PATCH /api/claim-batches/:id/lines', { params, body });
  };
  const draft = () => calls.draft({ payer: 'County', clientIds: [clientId] });
  const removeDraft = async () => {
    const [row] = await api.ok(token, 'GET /api/invoices', { query: { state: 'draft', limit: 1 } });
    return row && calls.remove(row.id);
  };
  const steps: (() => Promise<unknown>)[] = [
    () => review(pick(notes) ?? 0, { action: 'approve' }),
    () => review(pick(notes) ?? 0, { action: 'approve' }),
    () => review(pick(notes) ?? 0, { action: 'reopen', reason: 'Again' }),
    claim,
    claim,
    reject,
    draft,
    removeDraft,
    removeDraft,
  ];
  const count = async () => {
    const [counts] = await api.sql<{ batches: number; rejected: number }>(
      `select count(distinct claim_batch_id)::int as batches, count(*) filter (where state = 'rejected')::int as rejected
       from claim_lines where business_id = $1`,
      [business.id],
    );
    return counts ?? { batches: 0, rejected: 0 };
  };
  // In some orders one draft has all visits for the whole round.
  const answers: unknown[] = [];
  let [rounds, counts] = [0, await count()];
  while (rounds < 5 && (counts.batches < 2 || counts.rejected === 0)) {
    const calls = listNumbers(STEPS).map(() => () => pick(steps)?.() ?? Promise.resolve());
    answers.push(...(await callConcurrently(8, calls)));
    [rounds, counts] = [rounds + 1, await count()];
  }
  const statuses = answers.flatMap((answer) =>
    typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'number'
      ? [answer.status]
      : [],
  );
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  const faults = await api.sql(
    `with claimed as (select note_id from claim_lines where business_id = $1 and state <> 'rejected'),
       held as (select note_id, claim_batch_id from billed_notes where business_id = $1)
     select 'claimed twice' as fault, note_id from claimed group by note_id having count(*) > 1
     union all
     select 'not held', note_id from claimed where note_id not in (select note_id from held where claim_batch_id is not null)
     union all
     select 'held without a claim', note_id from held where claim_batch_id is not null and note_id not in (select note_id from claimed)
     union all
     select 'wrong mark', id from notes where business_id = $1
       and (is_billed, is_claimed) <> (id in (select note_id from claimed), id in (select note_id from claimed))
     union all
     select 'not approved', id from notes where business_id = $1 and id in (select note_id from claimed)
       and (status <> 'resolved' or deleted_at is not null)`,
    [business.id],
  );
  expect(faults).toEqual([]);
  await expectInvariants(api);
  expect(counts.batches).toBeGreaterThan(1);
  expect(counts.rejected).toBeGreaterThan(0);
  task.meta.metrics = { steps: STEPS * rounds, ...counts };
});

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
