/** Invoices that are made, issued, voided and paid at the same time as their notes change. */
import { expect, test } from 'vitest';
import { createChargeDraft, createInvoiceCalls } from '#tests/support/factories/invoices.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi, type Api } from '#tests/support/helpers/api.ts';
import { callConcurrently, countOutcomes, listNumbers } from '#tests/support/helpers/concurrency.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { createRandom } from '#tests/support/helpers/random.ts';
import { openInterleaving } from './invoiceInterleaving.ts';

const api = useApi({ RATE_LIMITS: 'off' });

/** 500 were measured. */
const INVOICES = Number(process.env['INVOICES'] ?? 100);

const INTERLEAVINGS = Number(process.env['INVOICE_INTERLEAVINGS'] ?? 300);
const CALLS_AT_ONCE = 5;
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

test(
  `no interleaving of drafts, issue, void, payments, reopening, denial and approval bills a note twice or loses a number, seed ${SEED} [14.invoice.7]`,
  {
    timeout: 300_000,
  },
  async ({ task }) => {
    const random = createRandom(SEED);
    const interleaving = await openInterleaving(api, random);
    const counts: Record<string, number> = {};
    for (const number of listNumbers(INTERLEAVINGS)) {
      const calls = await interleaving.choose(CALLS_AT_ONCE);
      const answers = await callConcurrently(
        CALLS_AT_ONCE,
        calls.map(({ send }) => send),
      );
      answers.forEach(({ status }, index) => {
        const name = `${calls[index]?.name} ${status < 300 ? 'done' : 'refused'}`;
        counts[name] = (counts[name] ?? 0) + 1;
      });
      const failed = answers.filter(({ status }) => status >= 500);
      const faults = await listFaults(api, interleaving.businessId);
      expect({ number, failed, faults }).toEqual({ number, failed: [], faults: [] });
    }
    await expectInvariants(api);
    // Each call succeeds many times: at least 20 in 300 interleavings.
    const least = Math.max(1, Math.floor(INTERLEAVINGS / 15));
    for (const name of ['approve', 'reopen', 'deny', 'draft', 'issue', 'void', 'pay', 'refund'])
      expect([name, counts[`${name} done`] ?? 0]).toEqual([
        name,
        expect.toSatisfy((count) => count >= least),
      ]);
    task.meta.metrics = { interleavings: INTERLEAVINGS, ...counts };
  },
);

/** Notes on two valid invoices, notes whose mark is wrong, billed notes that are not approved, wrong payments, and gaps in numbers. */
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
     select 'wrong payments', i.id::text from invoices i
       left join lateral (select coalesce(sum(p.amount), 0) as paid from invoice_payments p
         where p.business_id = i.business_id and p.invoice_id = i.id) p on true
       where i.business_id = $1 and (i.paid <> p.paid or i.paid < 0 or i.paid > i.total
         or (i.state = 'void' and i.paid <> 0)
         or i.state in ('issued', 'partly_paid', 'paid') and i.state <>
           case i.paid when 0 then 'issued' when i.total then 'paid' else 'partly_paid' end)
     union all
     select 'number missing', max(split_part(number, '-', 2)) from invoices
       where business_id = $1 and number is not null
       having max(split_part(number, '-', 2)::int) <> count(*)`,
    [businessId],
  );
}
