/** Changed settings change the stored checks of notes without a decision. */

import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { setTime, useCheckedNotes } from '#tests/support/factories/checkedNotes.ts';
import { createAssignment } from '#tests/support/factories/clients.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const { createVisits, submit, listCodes, findCheck, review, explain } = useCheckedNotes(api, business);

const change = (body: object) => api.ok(business.admin.token, 'PUT /api/business', { body });
const at = (startTime: string, endTime: string, workDate = '2026-03-03') => ({
  startTime,
  endTime,
  workDate,
});

test('whether two employees are allowed changes the level of client_overlap, and explanations stay [12.checks.39]', async () => {
  const { author, clientId } = await createVisits();
  const { author: colleague } = await createVisits();
  await createAssignment(api, business, { clientId, employeeId: colleague.id });
  const first = await submit(author, { clientId });
  const second = await submit(colleague, { clientId });
  const sentBack = await submit(colleague, { clientId, ...at('10:30', '10:40') });
  await review(sentBack.id, { action: 'return', comment: 'Please name the bus.' });
  const decided = await submit(author, { clientId, ...at('10:50', '11:30') });
  await review(decided.id, { action: 'approve' });
  await explain(second.id, 'client_overlap');

  await change({ allowTwoEmployees: true });
  for (const { id } of [first, second, sentBack]) {
    expect(await findCheck(id, 'client_overlap')).toMatchObject({ level: 'info' });
  }
  expect(await findCheck(second.id, 'client_overlap')).toMatchObject({
    explanation: { reason: 'Handover between visits' },
  });
  expect(await findCheck(decided.id, 'client_overlap')).toMatchObject({ level: 'warning' });
  expect(await findCheck(decided.id, 'author_overlap')).toMatchObject({ level: 'warning' });

  await change({ allowTwoEmployees: false });
  expect(await findCheck(first.id, 'client_overlap')).toMatchObject({ level: 'warning' });
  expect(await findCheck(second.id, 'client_overlap')).toMatchObject({ level: 'warning' });
});

test('the limit of a long day adds and removes author_long_day, also over two months [12.checks.39]', async () => {
  const { author, clientId } = await createVisits();
  const morning = '2026-04-01T16:00:00Z';
  const night = await submit(author, { clientId, ...at('22:00', '06:00', '2026-03-31') }, morning);
  const next = await submit(author, { clientId, ...at('07:00', '09:00', '2026-04-01') }, morning);
  const decided = await submit(author, { clientId, ...at('09:00', '09:30', '2026-04-01') }, morning);
  const { author: colleague, clientId: otherClientId } = await createVisits();
  const other = await submit(
    colleague,
    { clientId: otherClientId, ...at('08:00', '16:00') },
    '2026-03-04T16:00:00Z',
  );
  await review(decided.id, { action: 'approve' });
  expect(await listCodes(night.id)).toEqual([]);

  await change({ longDayHours: 8 });
  // The night reaches into April: with the morning it is 8 h 30 min of work on April 1.
  for (const [{ id }, related] of [
    [night, [next.id, decided.id]],
    [next, [night.id, decided.id]],
  ] as const) {
    expect(await findCheck(id, 'author_long_day')).toMatchObject({
      relatedNoteIds: related,
      detail: { day: '2026-04-01', minutes: 510, hours: 8 },
    });
  }
  expect(await listCodes(other.id)).toEqual([]);
  expect(await listCodes(decided.id)).toEqual([]);

  await change({ longDayHours: 7 });
  expect(await findCheck(other.id, 'author_long_day')).toMatchObject({ detail: { minutes: 480, hours: 7 } });
  expect(await findCheck(night.id, 'author_long_day')).toMatchObject({ detail: { hours: 7 } });

  await review(night.id, { action: 'approve' });
  await change({ longDayHours: 14 });
  expect(await listCodes(next.id)).toEqual([]);
  expect(await listCodes(other.id)).toEqual([]);
  expect(await findCheck(night.id, 'author_long_day')).toMatchObject({ detail: { hours: 7 } });
});

test('another time zone moves no work to another day [12.checks.39]', async () => {
  const { author, clientId } = await createVisits();
  // In Chicago two days of 8 hours, in Tokyo one of 15.
  const evening = await submit(author, { clientId, ...at('16:00', '23:59') }, '2026-03-05T12:00:00Z');
  const morning = await submit(
    author,
    { clientId, ...at('00:00', '07:00', '2026-03-04') },
    '2026-03-05T12:00:00Z',
  );
  expect(await listCodes(evening.id)).toEqual([]);
  await change({ timeZone: 'Asia/Tokyo' });
  expect(await listCodes(evening.id)).toEqual([]);
  await change({ timeZone: 'America/Chicago', longDayHours: 7 });
  expect(await findCheck(evening.id, 'author_long_day')).toMatchObject({ detail: { day: '2026-03-03' } });
  expect(await findCheck(morning.id, 'author_long_day')).toBeUndefined();
  await change({ longDayHours: 14 });
});

test('the limit of a late entry adds and removes late_entry [12.checks.39]', async () => {
  const { author, clientId } = await createVisits();
  const dayLater = '2026-03-04T17:01:00Z';
  const late = await submit(author, { clientId }, dayLater);
  const decided = await submit(author, { clientId, ...at('11:00', '11:30') }, dayLater);
  await review(decided.id, { action: 'approve' });

  await change({ lateEntryHours: 24 });
  expect(await findCheck(late.id, 'late_entry')).toMatchObject({
    level: 'info',
    detail: { minutes: 24 * 60 + 1, hours: 24 },
  });
  expect(await listCodes(decided.id)).toEqual([]);
  await explain(late.id, 'late_entry');
  await change({ lateEntryHours: 20 });
  expect(await findCheck(late.id, 'late_entry')).toMatchObject({
    detail: { hours: 20 },
    explanation: { reason: 'Handover between visits' },
  });
  await change({ lateEntryHours: 48 });
  expect(await listCodes(late.id)).toEqual([]);
});

test('a note that is no longer a warning can be approved with many [12.checks.39]', async () => {
  const { author, clientId } = await createVisits();
  const { author: colleague } = await createVisits();
  await createAssignment(api, business, { clientId, employeeId: colleague.id });
  const { id } = await submit(author, { clientId });
  await submit(colleague, { clientId });
  await setTime(api, '2026-03-10T17:00:00Z');
  const approve = () =>
    api.ok(business.admin.token, 'POST /api/management/notes/approve-many', {
      body: { notes: [{ id, version: 1 }] },
    });
  expect(await approve()).toEqual([{ id, result: 'has_warnings' }]);
  await change({ allowTwoEmployees: true });
  expect(await approve()).toEqual([{ id, result: 'approved' }]);
  await change({ allowTwoEmployees: false });
});
