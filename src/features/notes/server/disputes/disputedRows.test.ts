/** Time entries and unit history entries of disputed notes, which are marked like the notes. */

import { expect, onTestFinished, test } from 'vitest';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { createNoteWithReceipt } from '#tests/support/factories/receipts.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { openEventStream } from '#tests/support/helpers/eventStream.ts';

const api = useApi({ RATE_LIMITS: 'off' });

/** A note of 9 units with a receipt link, another note, and the lists that have both. */
async function createRows() {
  const scenario = await createReviewScenario(api);
  const { author, manager, clientId } = scenario;
  const { id, token } = await createNoteWithReceipt(api, author, { clientId });
  const other = await createSignedNote(api, author, { clientId, startTime: '12:00', endTime: '13:00' });
  const ofEmployee = { params: { id: author.id } };
  /** The ids of the notes of marked rows, by list. */
  const listMarked = async () => {
    const lists = [
      await api.ok(author.token, 'GET /api/time-entries/my'),
      await api.ok(manager.token, 'GET /api/time-entries/all'),
      await api.ok(manager.token, 'GET /api/employees/:id/time-entries', ofEmployee),
      await api.ok(author.token, 'GET /api/employees/:id/payroll/entries', {
        ...ofEmployee,
        query: { week: '2026-03-02' },
      }),
      await api.ok(manager.token, 'GET /api/clients/:id/ledger', { params: { id: clientId } }),
    ];
    for (const rows of lists) {
      expect(rows.map(({ noteId }) => noteId)).toEqual(expect.arrayContaining([id, other.id]));
      for (const row of rows) expect(row.disputed).toBeTypeOf('boolean');
    }
    return lists.map((rows) => rows.filter((row) => row.disputed).map(({ noteId }) => noteId));
  };
  return { ...scenario, id, token, otherId: other.id, listMarked };
}

const dispute = (token: string) =>
  api.ok(null, 'POST /api/receipts/:token/dispute', { params: { token }, body: { reason: 'wrong_times' } });
const answer = ({ token }: { token: string }, id: number) =>
  api.ok(token, 'POST /api/notes/:id/dispute/resolve', { params: { id }, body: { answer: 'We asked her.' } });
const inEachList = (...noteIds: number[]) => Array.from({ length: 5 }, () => noteIds);

test('time entries and the unit history mark a disputed note until a manager answers [13.dispute.16]', async () => {
  const { manager, id, token, listMarked } = await createRows();
  expect(await listMarked()).toEqual(inEachList());
  await dispute(token);
  expect(await listMarked()).toEqual(inEachList(id));
  await answer(manager, id);
  expect(await listMarked()).toEqual(inEachList());
});

test('time entries and the unit history of a disputed note that a manager deletes after its approval are not marked [13.dispute.16]', async () => {
  const { manager, id, token, review, listMarked } = await createRows();
  await review(id, { action: 'approve' });
  await dispute(token);
  expect(await listMarked()).toEqual(inEachList(id));
  await api.ok(manager.token, 'DELETE /api/notes/:id', { params: { id } });
  expect(await listMarked()).toEqual(inEachList());
});

test('a disputed note of another business marks no row, even with the same id [13.dispute.16]', async () => {
  const own = await createRows();
  const foreign = await createRows();
  await dispute(foreign.token);
  await api.sql(
    `insert into notes select (jsonb_populate_record(notes, jsonb_build_object('id', $2::bigint))).* from notes
     where business_id = $1 and is_disputed`,
    [foreign.business.id, own.id],
  );
  expect(await own.listMarked()).toEqual(inEachList());
  expect(await foreign.listMarked()).toEqual(inEachList(foreign.id));
});

test('open pages refetch time entries and units when a note is disputed, and when it is answered [13.dispute.16]', async () => {
  const { author, manager, id, token } = await createRows();
  const address = await api.server.app.listen({ port: 0, host: '127.0.0.1' });
  const stream = await openEventStream(address, author.token);
  onTestFinished(() => stream.close());
  const expectRefetch = async (change: () => Promise<unknown>) => {
    const { length } = stream.text;
    await change();
    await expect.poll(() => stream.text.slice(length)).toMatch(/"units","time"/);
  };
  await expectRefetch(() => dispute(token));
  await expectRefetch(() => answer(manager, id));
});
