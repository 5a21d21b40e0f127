/** Invoices that are made, issued, voided and paid at the same time as their notes change. */
import { expect, test } from 'vitest';
import { createChargeDraft, createInvoiceCalls } from '#tests/support/factories/invoices.ts';
import { createCleanNotes, createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi, type Api } from '#tests/support/helpers/api.ts';
import { callConcurrently, countOutcomes, listNumbers } from '#tests/support/helpers/concurrency.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { createRandom } from '#tests/support/helpers/random.ts';

const api = useApi({ RATE_LIMITS: 'off' });

/** 500 were measured. */
const INVOICES = Number(process.env['INVOICES'] ?? 100);

const STEPS = Number(process.env['INVOICE_STEPS'] ?? 300);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

test('invoices issued by 16 connections at once have each number once, without a gap [14.invoice.6]', async ({
  task,
}) => {
  const { business, manager, clientId } = await createReviewScenario(api);
  const drafts = await callConcurrently(
    16,
    listNumbers(INVOICES).map(() => () => createChargeDraft(api, manager, { clientId })),
  );
  const issued = await callConcurrently(
    16,
    drafts.map(
      ({ id }) =>
        () =>
          api.call(manager.token, 'POST /api/invoices/:id/issue', { params: { id } }),
    ),
  );
  expect(countOutcomes(issued)).toEqual({ 200: INVOICES });
  const numbers = issued.map(({ body }) => Number(body.number?.split('-')[1])).toSorted((a, b) => a - b);
  expect(numbers).toEqual(listNumbers(INVOICES).map((index) => index + 1));
  expect(await listFaults(api, business.id)).toEqual([]);
  await expectInvariants(api);
  task.meta.metrics = { invoices: INVOICES };
});

test('of many drafts made at once for the same visits, one has them [14.invoice.2]', async () => {
  const scenario = await createReviewScenario(api);
  const calls = createInvoiceCalls(api, scenario);
  const notes = [await calls.approve(), await calls.approve({ workDate: '2026-03-03' })];
  const drafts = await callConcurrently(
    8,
    listNumbers(16).map(() => () => calls.draft()),
  );
  const billed = drafts.flatMap(({ lines }) => lines.flatMap(({ noteIds }) => noteIds));
  expect(billed.toSorted((a, b) => a - b)).toEqual(notes.map(({ id }) => id));
});

test(`no interleaving of drafts, issue, void, reopening, denial and approval bills a note twice or loses a number, seed ${SEED} [14.invoice.7]`, async ({
  task,
}) => {
  const random = createRandom(SEED);
  const scenario = await createReviewScenario(api);
  const { business, manager, clientId, review } = scenario;
  const calls = createInvoiceCalls(api, scenario);
  const createNote = await createCleanNotes(api, { business, clientId });
  const notes: number[] = [];
  for (const _ of listNumbers(8)) notes.push((await createNote(scenario.author)).id);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const listIds = async (state: string) => {
    const query = { state, limit: 200 };
    return (await api.ok(manager.token, 'GET /api/invoices', { query })).map(({ id }) => id);
  };
  const withInvoice = async (state: string, act: (id: number) => Promise<unknown>) => {
    const id = pick(await listIds(state));
    return id === undefined ? undefined : act(id);
  };
  const steps: (() => Promise<unknown>)[] = [
    () => review(pick(notes) ?? 0, { action: 'approve' }),
    () => review(pick(notes) ?? 0, { action: 'approve' }),
    () => review(pick(notes) ?? 0, { action: 'reopen', reason: 'Again' }),
    () => calls.draft(),
    () => withInvoice('draft', (id) => calls.issue(id)),
    () => withInvoice('draft', (id) => calls.change(id)),
    () => withInvoice('draft', (id) => calls.remove(id)),
    () => withInvoice('issued', (id) => calls.void(id)),
  ];
  // Rarely, because a denied note cannot be approved again.
  const deny = () => review(pick(notes) ?? 0, { action: 'deny', reason: 'No' });
  const answers = await callConcurrently(
    8,
    listNumbers(STEPS).map(() => () => (random() < 0.02 ? deny() : pick(steps)?.()) ?? Promise.resolve()),
  );
  const statuses = answers.flatMap((answer) =>
    typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'number'
      ? [answer.status]
      : [],
  );
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(await listFaults(api, business.id)).toEqual([]);
  await expectInvariants(api);
  const [counts] = await api.sql<{ issued: number; void: number }>(
    `select count(*) filter (where number is not null)::int as issued, count(*) filter (where state = 'void')::int as void
     from invoices where business_id = $1`,
    [business.id],
  );
  expect(counts?.issued).toBeGreaterThan(0);
  task.meta.metrics = { steps: STEPS, ...counts };
});

/** Notes on two valid invoices, notes whose mark is wrong, billed notes that are not approved, and gaps in numbers. */
async function listFaults({ sql }: Api, businessId: number) {
  return sql(
    `with valid as (
       select i.id, (line -> 'noteIds') as note_ids
       from invoices i, jsonb_array_elements(i.document::jsonb -> 'lines') as line
       where i.business_id = $1 and i.state in ('issued', 'partly_paid', 'paid')
     ), billed as (select id, jsonb_array_elements_text(note_ids)::bigint as note_id from valid)
     select 'billed twice' as fault, note_id::text as what from billed group by note_id having count(*) > 1
     union all
     select 'wrong mark', n.id::text from notes n
       where n.business_id = $1 and n.is_billed <> exists (select from billed b where b.note_id = n.id)
     union all
     select 'not approved', n.id::text from notes n join billed b on b.note_id = n.id
       where n.business_id = $1 and (n.status <> 'resolved' or n.deleted_at is not null)
     union all
     select 'number missing', max(split_part(number, '-', 2)) from invoices
       where business_id = $1 and number is not null
       having max(split_part(number, '-', 2)::int) <> count(*)`,
    [businessId],
  );
}
