/** Work of disputed notes, which is paid and not billed, and marked when it is denied. */

import { expect, test } from 'vitest';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { createDispute } from '#tests/support/factories/receipts.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const api = useApi({ RATE_LIMITS: 'off' });

/** An approved note of 9 units that its client disputes and a pending one of 4, and exports of their week. */
async function createDisputed() {
  const { author, manager, clientId, review } = await createReviewScenario(api);
  const { id } = await createSignedNote(api, author, { clientId, title: 'Disputed' });
  await createSignedNote(api, author, { clientId, title: 'Other', startTime: '12:00', endTime: '13:00' });
  await review(id, { action: 'approve' });
  await createDispute(api, manager, { noteId: id });
  /** The last columns of each row. */
  const readExport = async (kind: string, columns: number) => {
    const query = { from: '2026-03-01', to: '2026-03-07', kind };
    const body = await api.ok(manager.token, 'GET /api/payroll/export', { query });
    const lines = body.trimEnd().split('\r\n').slice(1);
    return lines.map((line) => line.split(',').slice(-columns).join());
  };
  return { id, manager, readExport };
}

test('exports have the units of a disputed note in a column of their own until a manager answers [13.dispute.11]', async () => {
  const { id, manager, readExport } = await createDisputed();
  expect(await readExport('entries', 6)).toEqual([
    '"135","","Approved","Disputed","9",""',
    '"60","4","Pending","Other","",""',
  ]);
  expect(await readExport('people', 8)).toEqual(['"195","3.25","195","0","4","1","9",""']);
  await api.ok(manager.token, 'POST /api/notes/:id/dispute/resolve', {
    params: { id },
    body: { answer: 'We asked her.' },
  });
  expect(await readExport('entries', 6)).toContain('"135","9","Approved","Disputed","",""');
  expect(await readExport('people', 8)).toEqual(['"195","3.25","195","0","13","1","",""']);
});

test('the units of a disputed note that a manager deletes after its approval are in the billed units only [13.dispute.11 14.pay.6]', async () => {
  const { id, manager, readExport } = await createDisputed();
  await api.ok(manager.token, 'DELETE /api/notes/:id', { params: { id } });
  expect(await readExport('entries', 6)).toContain('"135","9","Approved","Disputed","",""');
  expect(await readExport('people', 8)).toEqual(['"195","3.25","195","0","13","1","",""']);
  const week = await api.ok(manager.token, 'GET /api/payroll/week', { query: { week: '2026-03-01' } });
  expect(week.total.thisWeek).toMatchObject({ units: '13.00', billedUnits: '13.00' });
});

test('denied work of a disputed note is marked until a manager answers or deletes the note [13.dispute.16]', async () => {
  const { author, manager, clientId, review } = await createReviewScenario(api);
  const deny = async (startTime: string, endTime: string) => {
    const { id } = await createSignedNote(api, author, { clientId, startTime, endTime });
    await createDispute(api, manager, { noteId: id });
    await review(id, { action: 'deny', reason: 'No' });
    return id;
  };
  const answered = await deny('08:00', '09:00');
  const deleted = await deny('10:00', '11:00');
  const open = await deny('12:00', '13:00');
  const listMarked = async () => {
    const query = { week: '2026-03-02' };
    const { denied } = await api.ok(manager.token, 'GET /api/payroll/week', { query });
    return denied.filter(({ disputed }) => disputed).map(({ noteId }) => noteId);
  };
  expect(await listMarked()).toEqual([answered, deleted, open]);
  await api.ok(manager.token, 'POST /api/notes/:id/dispute/resolve', {
    params: { id: answered },
    body: { answer: 'We asked her.' },
  });
  await api.ok(manager.token, 'DELETE /api/notes/:id', { params: { id: deleted } });
  expect(await listMarked()).toEqual([open]);
});
