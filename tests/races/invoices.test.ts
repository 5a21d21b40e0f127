/** Invoices that are made, issued, voided and paid at the same time as their notes change. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import type { RunningServer } from '#app/server.ts';
import { backdateAssignments } from '#tests/support/factories/clients.ts';
import {
  createApprovedNote,
  createInvoiceCalls,
  createIssuedInvoice,
} from '#tests/support/factories/invoices.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { createServerCalls, useApi, type ServerCalls } from '#tests/support/helpers/api.ts';
import { callConcurrently, countOutcomes, listNumbers } from '#tests/support/helpers/concurrency.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';
import { createRandom } from '#tests/support/helpers/random.ts';
import { startSecondNode } from '#tests/support/helpers/secondNode.ts';
import { listBillingFaults } from './billingFaults.ts';
import { openInterleaving } from './invoiceInterleaving.ts';

const api = useApi({ RATE_LIMITS: 'off' });

let second: RunningServer;
let stopSecond: () => Promise<void>;
beforeAll(async () => {
  // Both accept the same sessions.
  const SERVER_KEY = api.server.services.settings.serverKey.toString('hex');
  ({ node: second, stop: stopSecond } = await startSecondNode(api, { RATE_LIMITS: 'off', SERVER_KEY }));
});
afterAll(() => stopSecond());

const INVOICES = Number(process.env['INVOICES'] ?? (process.env['TESTS'] === 'all' ? 500 : 100));
/** More than the ten pool connections of one server. */
const CONNECTIONS = 16;
const FIRST_DAY = '2024-10-01';

const INTERLEAVINGS = Number(
  process.env['INVOICE_INTERLEAVINGS'] ?? (process.env['TESTS'] === 'all' ? 300 : 60),
);
const CALLS_AT_ONCE = 5;
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

test(
  '16 connections to two servers issue invoices: each visit is billed once, and each number is used once, without a gap [14.invoice.2,6,7]',
  { timeout: 300_000 },
  async ({ task }) => {
    const { business, days, noteIds, callAll, draft, issue } = await openVisits(INVOICES);
    // Two for each visit at the same time, one from each server.
    const drafts = await callAll(
      days.flatMap((day) => [day, day]),
      draft,
    );
    expect(listBilled(drafts)).toEqual(noteIds);
    // All connections have to wait for the same number.
    const release = await holdLock(api, 'select from invoice_series where business_id = $1 for update', [
      business.id,
    ]);
    const issuing = callAll(
      drafts.toSorted((a, b) => b.lines.length - a.lines.length),
      issue,
    );
    await Promise.race([issuing, waitForLocks(api, CONNECTIONS)]);
    await release();
    const issued = await issuing;
    expect(countOutcomes(issued)).toEqual({ 200: INVOICES, invoice_empty: INVOICES });
    const invoices = issued.flatMap(({ status, body }) => (status === 200 ? body : []));
    expect(listBilled(invoices)).toEqual(noteIds);
    const numbers = invoices.map(({ number }) => Number(number?.split('-')[1])).toSorted((a, b) => a - b);
    expect(numbers).toEqual(listNumbers(INVOICES).map((index) => index + 2));

    const late = await callAll(days, draft);
    expect(listBilled(late)).toEqual([]);
    expect(late.map(({ notIncluded }) => notIncluded.map(({ why }) => why))).toEqual(
      days.map(() => ['billed']),
    );
    expect(countOutcomes(await callAll(late, issue))).toEqual({ invoice_empty: INVOICES });
    expect(await listBillingFaults(api, business.id)).toEqual([]);
    await expectInvariants(api);
    task.meta.metrics = { invoices: INVOICES, connections: CONNECTIONS };
  },
);

/** The notes on these invoices, by id. */
const listBilled = (invoices: { lines: { noteIds: number[] }[] }[]): number[] =>
  invoices.flatMap(({ lines }) => lines.flatMap(({ noteIds }) => noteIds)).toSorted((a, b) => a - b);

/** A business with its first invoice and an approved visit on each of many days, and calls to both servers. */
async function openVisits(count: number) {
  const { business, manager, author, clientId } = await createReviewScenario(api);
  const { token } = manager;
  await createIssuedInvoice(api, manager, { clientId });
  await backdateAssignments(api, business, { since: FIRST_DAY });
  const nodes = [api, createServerCalls(second)] as const;
  /** Calls for each item, every other one to the second server. @returns the answers of the first server, then the others */
  const callAll = async <Item, Answer>(
    items: Item[],
    call: (node: ServerCalls, item: Item) => Promise<Answer>,
  ): Promise<Answer[]> => {
    const answers = nodes.map((node, nth) => {
      const own = items.filter((_, index) => index % nodes.length === nth);
      return callConcurrently(
        CONNECTIONS / nodes.length,
        own.map((item) => () => call(node, item)),
      );
    });
    return (await Promise.all(answers)).flat();
  };
  const days = listNumbers(count).map((index) => addDays(FIRST_DAY, index));
  const visit = { clientId, startTime: '09:00', endTime: '09:15' };
  const notes = await callAll(days, (_, workDate) =>
    createApprovedNote(api, { author, manager }, { ...visit, workDate }),
  );
  return {
    business,
    days,
    noteIds: notes.map(({ id }) => id).toSorted((a, b) => a - b),
    callAll,
    draft: (node: ServerCalls, day: string) =>
      node.ok(token, 'POST /api/invoices', { body: { clientId, from: day, to: day } }),
    issue: (node: ServerCalls, { id }: { id: number }) =>
      node.call(token, 'POST /api/invoices/:id/issue', { params: { id } }),
  };
}

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
      const faults = await listBillingFaults(api, interleaving.businessId);
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
