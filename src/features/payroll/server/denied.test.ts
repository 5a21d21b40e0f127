/** Work of denied notes, which payroll lists apart from the totals. */

import { expect, test } from 'vitest';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { readSheet } from '#tests/support/helpers/xlsx.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const WEEK = { from: '2026-03-01', to: '2026-03-07' };

const visit = setUpOnce(async () => {
  const scenario = await createReviewScenario(api);
  const { author, manager, clientId } = scenario;
  const write = (fields: Record<string, unknown>) => createSignedNote(api, author, { clientId, ...fields });
  const deny = async (fields: Record<string, unknown>) => {
    const note = await write(fields);
    await scenario.review(note.id, { action: 'deny', reason: 'No' });
    return note;
  };
  await write({ workDate: '2026-03-01', title: 'Counted' });
  const first = await deny({ workDate: '2026-03-07', endTime: '09:20', title: 'Denied late' });
  const second = await deny({ workDate: '2026-03-03', title: 'Denied early' });
  await deny({ workDate: '2026-03-08', title: 'Next week' });
  const deleted = await deny({ workDate: '2026-03-04', title: 'Deleted' });
  const removed = await write({ workDate: '2026-03-05', title: 'Deleted while pending' });
  for (const { id } of [deleted, removed])
    await api.ok(manager.token, 'DELETE /api/notes/:id', { params: { id } });
  return { ...scenario, deniedIds: [second.id, deleted.id, first.id] };
});

const exportLines = async (query: Record<string, string>, token = visit.manager.token) => {
  const body = await api.ok(token, 'GET /api/payroll/export', { query: { ...WEEK, ...query } });
  return body.trimEnd().split('\r\n').slice(1);
};

test('a week lists the work of its denied notes apart from the totals, oldest first, also of deleted ones [12.periods.13]', async () => {
  const { manager, author, clientId, deniedIds } = visit;
  const query = { week: '2026-03-02' };
  const { denied, total, people } = await api.ok(manager.token, 'GET /api/payroll/week', { query });
  const client = await api.ok(manager.token, 'GET /api/clients/:id', { params: { id: clientId } });
  const { companyName: clientName } = client;
  const shared = { disputed: false, employeeId: author.id, name: 'Eve Worker', clientId, clientName };
  expect(denied).toEqual([
    { noteId: deniedIds[0], workDate: '2026-03-03', minutes: 135, isDeleted: false, ...shared },
    { noteId: deniedIds[1], workDate: '2026-03-04', minutes: 135, isDeleted: true, ...shared },
    { noteId: deniedIds[2], workDate: '2026-03-07', minutes: 20, isDeleted: false, ...shared },
  ]);
  expect(total.thisWeek).toMatchObject({ minutes: 135, units: '9.00', entries: 1, regularMinutes: 135 });
  expect(people.find(({ employeeId }) => employeeId === author.id)?.thisWeek.minutes).toBe(135);
  const before = await api.ok(manager.token, 'GET /api/payroll/week', { query: { week: '2026-02-22' } });
  expect(before.denied).toEqual([]);
});

test('exports have denied work in rows of its own, with minutes that are in no other column [12.periods.14]', async () => {
  const entries = await exportLines({});
  expect(entries.map((line) => line.split(',').slice(-6).join())).toEqual([
    '"135","9","Pending","Counted","",""',
    '"","","Denied","Denied early","","135"',
    '"","","Denied","Deleted","","135"',
    '"","","Denied","Denied late","","20"',
  ]);
  const people = await exportLines({ kind: 'people' });
  expect(people.map((line) => line.split(',').slice(-9).join())).toEqual([
    '"1","135","2.25","135","0","9","1","",""',
    '"","","","","","","","","290"',
  ]);
  const { rawPayload } = await api.server.app.inject({
    method: 'GET',
    url: `/api/payroll/export?format=xlsx&kind=people&from=${WEEK.from}&to=${WEEK.to}`,
    cookies: { quarterhour_read: visit.manager.token },
  });
  const { rows } = await readSheet(rawPayload);
  // Empty cells are left out.
  expect(rows.map((row) => row.at(-1))).toEqual(['Denied minutes', 1, 290]);
});

test('an employee exports only their own denied work [12.periods.14]', async () => {
  expect(await exportLines({}, visit.author.token)).toHaveLength(4);
  const colleague = await createPerson(api, visit.business);
  expect(await exportLines({}, colleague.token)).toEqual([]);
});
