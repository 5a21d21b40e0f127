/** The order of what happens to a note, and of its client's units: times never go back. */

import { expect, test, vi } from 'vitest';
import { clock } from '#platform/server/clock.ts';
import { buildNoteForm, toQuarterHour } from '#tests/support/factories/notes.ts';
import { createNoteWithReceipt } from '#tests/support/factories/receipts.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { callConcurrently, listNumbers } from '#tests/support/helpers/concurrency.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';

const api = useApi({ RATE_LIMITS: 'off' });

const ROUNDS = process.env['TESTS'] === 'all' ? 300 : 30;

type Visit = Awaited<ReturnType<typeof createReviewScenario>>;

const dispute = (token: string) =>
  api.call(null, 'POST /api/receipts/:token/dispute', { params: { token }, body: { reason: 'not_here' } });
const edit = ({ author, clientId }: Visit, id: number, fields = {}) =>
  api.call(author.token, 'PUT /api/notes/:id', { params: { id }, body: buildNoteForm(clientId, fields) });

const buyUnits = ({ business, clientId }: Visit) =>
  api.ok(business.admin.token, 'PUT /api/clients/:id', {
    params: { id: clientId },
    body: { totalTimeUnits: 20_000 },
  });

/** The events of a note in the order of the log, and in the order of time; equal times keep the order. */
async function readOrders(noteId: number) {
  const rows = await api.sql<{ action: string; at: Date; seq: number }>(
    `select action, created_at as at, seq from audit_log where object = 'note' and object_id = $1 order by seq`,
    [noteId],
  );
  const byTime = rows.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const toActions = (list: typeof rows) => list.map(({ action, seq }) => `${seq} ${action}`);
  return [toActions(rows), toActions(byTime)];
}

/** The ledger entries of a client that have an earlier time than the one before. */
const listEarlierEntries = (clientId: number) =>
  api.sql(
    `select * from (select id, kind, created_at, lag(created_at) over (order by id) as before
       from unit_ledger where client_id = $1) as entry where created_at < before`,
    [clientId],
  );

/** Runs work while a request waits for the closed period, before it locks a note. @returns the answer to the request */
async function overtake<T>(
  { business }: Visit,
  wait: () => Promise<T>,
  work: () => Promise<void>,
): Promise<T> {
  const release = await holdLock(api, 'select from period_locks where business_id = $1 for update', [
    business.id,
  ]);
  const answer = wait();
  await waitForLocks(api, 1);
  await work();
  await release();
  return answer;
}

test('a request that waited has a later time than the events of the note meanwhile [15.times.1]', async () => {
  const visit = await createReviewScenario(api, 10_000);
  const requests: Record<string, (id: number) => Promise<{ status: number }>> = {
    denied: (id: number) => visit.review(id, { action: 'deny', reason: 'No visit took place' }),
    held: (id: number) => visit.review(id, { action: 'hold' }),
    resubmitted: (id: number) => edit(visit, id),
    deleted: (id: number) => api.call(visit.manager.token, 'DELETE /api/notes/:id', { params: { id } }),
  };
  for (const [number, [action, send]] of Object.entries(requests).entries()) {
    const fields = { clientId: visit.clientId, ...toQuarterHour(number) };
    const { id, token } = await createNoteWithReceipt(api, visit.author, fields);
    const { status } = await overtake(
      visit,
      () => send(id),
      async () => {
        expect((await dispute(token)).status).toBe(201);
      },
    );
    expect([action, status < 300]).toEqual([action, true]);
    const [logged, byTime] = await readOrders(id);
    expect(logged?.map((one) => one.split(' ')[1])).toEqual(
      expect.arrayContaining(['submitted', 'disputed', action]),
    );
    expect(byTime).toEqual(logged);
  }
  await expectInvariants(api);
});

test('a ledger entry that waited has a later time than the one before it; the note keeps the time of its request [15.times.2]', async () => {
  const visit = await createReviewScenario(api, 10_000);
  const { clientId, business } = visit;
  const body = buildNoteForm(clientId);
  const answer = await overtake(
    visit,
    () => api.ok(visit.author.token, 'POST /api/notes', { body }),
    async () => {
      await buyUnits(visit);
    },
  );
  expect(await listEarlierEntries(clientId)).toEqual([]);
  const params = { id: answer.id };
  const evidence = await api.ok(business.admin.token, 'GET /api/notes/:id/evidence', { params });
  const signed = JSON.parse(evidence.canonical ?? '') as Record<string, string>;
  expect([evidence.matches, signed['recordedAt']]).toEqual([true, answer.createdAt]);
  expect(Date.parse(signed['employeeSignedAt'] ?? '')).toBeLessThan(Date.parse(answer.createdAt));
});

test('a node whose clock is behind gives a note no time earlier than its last event [15.times.1]', async () => {
  const visit = await createReviewScenario(api, 10_000);
  const { id, token } = await createNoteWithReceipt(api, visit.author, { clientId: visit.clientId });
  await visit.review(id, { action: 'approve' });
  const slow = vi.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() - 60_000));
  try {
    expect((await dispute(token)).status).toBe(201);
    expect((await visit.review(id, { action: 'reopen', reason: 'Disputed' })).status).toBe(200);
    await api.ok(visit.manager.token, 'POST /api/notes/:id/dispute/resolve', {
      params: { id },
      body: { answer: 'We looked into it.' },
    });
    expect((await edit(visit, id)).status).toBe(200);
    await buyUnits(visit);
  } finally {
    slow.mockRestore();
  }
  const [logged, byTime] = await readOrders(id);
  expect([logged?.length, byTime]).toEqual([6, logged]);
  expect(await listEarlierEntries(visit.clientId)).toEqual([]);
  await expectInvariants(api);
});

test(
  `of ${ROUNDS} approvals and disputes at the same moment, an approval that was first is never later [15.times.1]`,
  { timeout: 60_000 + ROUNDS * 1000 },
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
    const approvals = await callConcurrently(
      8,
      created.map(({ id, token }, round) => async () => {
        const calls = [
          () => dispute(token),
          () => visit.review(id, { action: 'approve' }),
          () => edit(visit, id),
        ];
        const ordered = round % 2 ? calls : calls.toReversed();
        // Once a dispute first, once an approval, so that both outcomes occur.
        if (round < 2) await calls[round]?.();
        const answers = await Promise.all(ordered.map((call) => call()));
        expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
        const [logged, byTime] = await readOrders(id);
        expect(byTime).toEqual(logged);
        return logged?.some((one) => one.endsWith('approved'));
      }),
    );
    expect(new Set(approvals).size).toBe(2);
    expect(await listEarlierEntries(visit.clientId)).toEqual([]);
    await expectInvariants(api);
  },
);
