/** A client who disputes a note while a manager approves or bills it, or twice at the same moment. */

import { expect, test } from 'vitest';
import { createInvoiceCalls } from '#tests/support/factories/invoices.ts';
import { toQuarterHour } from '#tests/support/factories/notes.ts';
import { buildReceiptToken, createNoteWithReceipt } from '#tests/support/factories/receipts.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { callConcurrently, listNumbers } from '#tests/support/helpers/concurrency.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';

const api = useApi({ RATE_LIMITS: 'off' });

const ROUNDS = process.env['TESTS'] === 'all' ? 200 : 20;
const TIMEOUT = { timeout: 60_000 + ROUNDS * 1000 };

/** Makes both calls at once, in alternating order; in the first four rounds one after the other, so that both orders occur. */
async function callBoth<First, Second>(
  round: number,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const isReversed = round % 4 > 1;
  if (round >= 4) {
    if (!isReversed) return Promise.all([first(), second()]);
    const started = second();
    return Promise.all([first(), started]);
  }
  const early = isReversed ? await second() : undefined;
  const answer = await first();
  return [answer, early ?? (await second())];
}

test(
  'no note is approved after an unanswered dispute was stored, one by one and with many [13.dispute.8 T26]',
  TIMEOUT,
  async () => {
    const visit = await createReviewScenario(api, 10_000);
    const created = await callConcurrently(
      8,
      listNumbers(ROUNDS).map(
        (number) => () =>
          createNoteWithReceipt(api, visit.author, { clientId: visit.clientId, ...toQuarterHour(number) }),
      ),
    );
    await api.sql('delete from note_checks where business_id = $1', [visit.business.id]);
    const approve = async (id: number, isSingle: boolean) => {
      if (isSingle) return (await visit.review(id, { action: 'approve' })).error?.code ?? 'approved';
      const body = { notes: [{ id, version: 1 }] };
      const [one] = await api.ok(visit.manager.token, 'POST /api/management/notes/approve-many', { body });
      return one?.result;
    };
    const dispute = async (token: string) =>
      (
        await api.call(null, 'POST /api/receipts/:token/dispute', {
          params: { token },
          body: { reason: 'not_here' },
        })
      ).status;
    const rounds = await callConcurrently(
      8,
      created.map(({ id, token }, round) => async () => {
        const approveOne = () => approve(id, round % 2 === 0);
        const [disputed, approval] = await callBoth(round, () => dispute(token), approveOne);
        return { id, disputed, approval };
      }),
    );
    expect(new Set(rounds.map(({ approval }) => approval)).size).toBe(2);
    for (const { id, disputed, approval } of rounds) {
      expect(disputed).toBe(201);
      const actions = (await visit.audited(id)).map(({ action }) => action);
      expect([approval, actions]).toEqual(
        approval === 'approved'
          ? ['approved', ['submitted', 'approved', 'disputed']]
          : ['note_disputed', ['submitted', 'disputed']],
      );
    }
    await expectInvariants(api);
  },
);

test('the same dispute that arrives twice at the same moment is stored once [13.dispute.14]', async () => {
  const visit = await createReviewScenario(api, 10_000);
  const notes = await callConcurrently(
    8,
    listNumbers(ROUNDS).map(
      (number) => () =>
        createNoteWithReceipt(api, visit.author, { clientId: visit.clientId, ...toQuarterHour(number) }),
    ),
  );
  const stored = await callConcurrently(
    4,
    notes.map(({ token }) => async () => {
      const params = { token };
      const body = { reason: 'other', text: 'The lights were off.' };
      const send = () => api.call(null, 'POST /api/receipts/:token/dispute', { params, body });
      const answers = await Promise.all([send(), send()]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      return (await api.ok(null, 'GET /api/receipts/:token', { params })).disputes.length;
    }),
  );
  expect(new Set(stored)).toEqual(new Set([1]));
});

test(
  'no invoice is issued after a dispute of its visit was stored, and one that was issued shows it [13.dispute.15]',
  TIMEOUT,
  async () => {
    const visit = await createReviewScenario(api, 10_000);
    const { business, manager } = visit;
    const calls = createInvoiceCalls(api, visit);
    const days = listNumbers(ROUNDS).map((number) =>
      new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10),
    );
    const drafts: { id: number; noteId: number; token: string; period: { from: string; to: string } }[] = [];
    for (const day of days) {
      const token = buildReceiptToken();
      const { id: noteId } = await calls.approve({ workDate: day, receiptToken: token });
      const period = { from: day, to: day };
      drafts.push({ id: (await calls.draft(period)).id, noteId, token, period });
    }
    const rounds = await callConcurrently(
      4,
      drafts.map((draft, round) => async () => {
        const params = { token: draft.token };
        const body = { reason: 'not_here' };
        const dispute = () => api.call(null, 'POST /api/receipts/:token/dispute', { params, body });
        const [disputed, issued] = await callBoth(round, dispute, () => calls.issue(draft.id));
        return { ...draft, disputed: disputed.status, issued: issued.error?.code ?? issued.status };
      }),
    );
    expect(new Set(rounds.map(({ issued }) => issued)).size).toBe(2);
    for (const { id, noteId, period, disputed, issued } of rounds) {
      expect(disputed).toBe(201);
      const events = await api.sql<{ action: string }>(
        `select action from audit_log where business_id = $1
           and ((object = 'invoice' and object_id = $2 and action = 'issued') or (object = 'note' and object_id = $3 and action = 'disputed'))
         order by seq`,
        [business.id, id, noteId],
      );
      const isIssued = issued === 200;
      const [note, invoice] = [
        await api.ok(manager.token, 'GET /api/notes/:id', { params: { id: noteId } }),
        await calls.read(id),
      ];
      expect([issued, events.map(({ action }) => action), note.disputed, note.isBilled]).toEqual(
        isIssued ? [200, ['issued', 'disputed'], true, true] : ['invoice_changed', ['disputed'], true, false],
      );
      expect(invoice.disputedNotes.map((one) => one.noteId)).toEqual(isIssued ? [noteId] : []);
      if (isIssued) continue;
      const { body: updated } = await calls.change(id, period);
      expect(updated.lines).toEqual([]);
      expect(updated.notIncluded).toMatchObject([{ noteId, why: 'disputed' }]);
    }
    await expectInvariants(api);
  },
);
