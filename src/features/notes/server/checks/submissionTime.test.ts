import { describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildCapture } from '#tests/support/factories/captures.ts';
import { setTime, useCheckedNotes } from '#tests/support/factories/checkedNotes.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const { createVisits, submit, listCodes, findCheck, remove, review } = useCheckedNotes(api, business);

const MINUTE_MS = 60_000;
/** Three days after the visits. */
const ARRIVAL = '2026-03-06T17:00:00Z';

interface Kept {
  submittedAt: string;
  arrival?: string;
  /** The clock of the device minus that of the server, in milliseconds. */
  difference?: number;
  [field: string]: unknown;
}

/** The capture of a note that was submitted without a network and arrives later. */
function keep({ submittedAt, arrival = ARRIVAL, difference = 0, ...fields }: Kept) {
  const onDevice = (moment: string) => new Date(Date.parse(moment) + difference);
  const deviceNow = onDevice(arrival).toISOString();
  return { capture: buildCapture(onDevice(submittedAt), { offline: true, deviceNow, ...fields }) };
}

/** Visits of 30 minutes on March 2 and 3, each with when it was over in Chicago. */
const VISITS = [
  ['2026-03-02', '08:00', '08:30', '2026-03-02T14:30:00Z'],
  ['2026-03-02', '10:00', '10:30', '2026-03-02T16:30:00Z'],
  ['2026-03-02', '12:00', '12:30', '2026-03-02T18:30:00Z'],
  ['2026-03-03', '08:00', '08:30', '2026-03-03T14:30:00Z'],
  ['2026-03-03', '10:00', '10:30', '2026-03-03T16:30:00Z'],
] as const;

/** Sends the notes of all visits within a minute. */
async function sendAll(captureOf: (sent: { ended: string; arrival: string; index: number }) => object) {
  const { author, clientId } = await createVisits(1);
  const ids: number[] = [];
  for (const [index, [workDate, startTime, endTime, ended]] of VISITS.entries()) {
    const arrival = new Date(Date.parse(ARRIVAL) + index * 1000).toISOString();
    const fields = { clientId, workDate, startTime, endTime, ...captureOf({ ended, arrival, index }) };
    ids.push((await submit(author, fields, arrival)).id);
  }
  return { author, clientId, ids };
}
const listAllCodes = (ids: number[]) => Promise.all(ids.map((id) => listCodes(id)));
const none = VISITS.map(() => []);

describe('notes that wait for a network for three days', () => {
  test('have neither late_entry nor batch_entry when each was submitted after its visit, also by a clock 5 minutes off [13.capture.29]', async () => {
    const { ids } = await sendAll(({ ended: submittedAt, arrival, index }) =>
      keep({ submittedAt, arrival, difference: (index - 2) * 150_000 }),
    );
    expect(await listAllCodes(ids)).toEqual(none);
  });

  test('have late_entry and batch_entry when they were submitted together on the device [13.capture.29]', async () => {
    const { author, clientId, ids } = await sendAll(({ index }) =>
      keep({ submittedAt: `2026-03-05T17:0${index}:00Z` }),
    );
    for (const codes of await listAllCodes(ids)) expect(codes).toEqual(['batch_entry', 'late_entry']);
    expect(await findCheck(ids[0] ?? 0, 'late_entry')).toMatchObject({
      detail: { minutes: 3 * 24 * 60 + 150 },
    });
    const later = await submit(
      author,
      { clientId, startTime: '13:00', endTime: '13:30', ...keep({ submittedAt: ARRIVAL }) },
      ARRIVAL,
    );
    expect(await listCodes(later.id)).toEqual(['late_entry']);
    await remove(ids[0] ?? 0);
    expect(await listAllCodes(ids.slice(1))).toEqual(ids.slice(1).map(() => ['late_entry']));
  });

  test.each([
    ['is more than 5 minutes fast', { difference: 5 * MINUTE_MS + 1000 }],
    ['is more than 5 minutes slow', { difference: -5 * MINUTE_MS - 1000 }],
    [
      'was set back during the visit',
      { elapsedMs: { begun: 0, clientSigned: 0, employeeSigned: 0, submitted: 11 * MINUTE_MS } },
    ],
  ])('count from their arrival when the clock of the device %s [13.capture.29]', async (_, fields) => {
    const { ids } = await sendAll(({ ended: submittedAt, arrival }) =>
      keep({ submittedAt, arrival, ...fields }),
    );
    const codes = await listAllCodes(ids);
    for (const list of codes) expect(list).toEqual(['batch_entry', 'device_clock', 'late_entry']);
  });

  test('count from their arrival when they were submitted with a network [13.capture.29]', async () => {
    const { ids } = await sendAll(({ ended: submittedAt }) => keep({ submittedAt, offline: false }));
    for (const codes of await listAllCodes(ids)) expect(codes).toEqual(['batch_entry', 'late_entry']);
  });

  test('count from their arrival at the latest [13.capture.29]', async () => {
    const { author, clientId } = await createVisits(1);
    const visit = { clientId, workDate: '2026-03-03', startTime: '10:00', endTime: '11:00' };
    const deviceNow = '2026-03-05T17:00:00Z';
    // The counter and the clock are rounded, so a submit may lie up to 5 seconds after the request.
    const capture = buildCapture(new Date('2026-03-05T17:00:04Z'), { offline: true, deviceNow });
    expect((await submit(author, { ...visit, capture }, deviceNow)).checks).toEqual([]);
    const [row] = await api.sql<{ at: Date }>(
      'select max(submitted_at) as at from note_fingerprints where business_id = $1 and author_id = $2',
      [business.id, author.id],
    );
    expect(row?.at).toEqual(new Date(deviceNow));
  });
});

test('a note that waited is as late as on the device after settings change, in the report and when it is sent again [13.capture.29]', async () => {
  const { token } = business.admin;
  const { author, clientId } = await createVisits(1);
  const visit = { workDate: '2026-03-03', startTime: '10:00', endTime: '11:00' };
  const { id } = await submit(
    author,
    { clientId, ...visit, ...keep({ submittedAt: '2026-03-03T20:00:00Z' }) },
    ARRIVAL,
  );
  const countLate = async () => {
    const { authors } = await api.ok(token, 'GET /api/reports/late-notes');
    return authors.find(({ authorId }) => authorId === author.id)?.lateEntries ?? 0;
  };
  const setLimit = (lateEntryHours: number) =>
    api.ok(token, 'PUT /api/business', { body: { lateEntryHours } });
  expect([await listCodes(id), await countLate()]).toEqual([[], 0]);
  await setLimit(2);
  expect([await findCheck(id, 'late_entry'), await countLate()]).toMatchObject([
    { detail: { minutes: 180 } },
    1,
  ]);
  await setLimit(4);
  expect([await listCodes(id), await countLate()]).toEqual([[], 0]);
  await review(id, { action: 'return', comment: 'Please add the bus route.' });
  await setTime(api, '2026-03-20T17:00:00Z');
  await api.ok(author.token, 'PUT /api/notes/:id', { params: { id }, body: buildNoteForm(clientId, visit) });
  expect(await listCodes(id)).toEqual([]);
  await setLimit(48);
});

test('a clock that was a day slow and corrected before the note was sent is found as signed_early [13.capture.31]', async () => {
  const { author, clientId } = await createVisits(1);
  const visit = { clientId, workDate: '2026-03-03', startTime: '10:00', endTime: '11:00' };
  const slow = keep({ submittedAt: '2026-03-02T17:05:00Z', arrival: '2026-03-03T17:06:00Z' });
  const { id } = await submit(author, { ...visit, ...slow }, '2026-03-03T17:06:00Z');
  expect(await listCodes(id)).toEqual(['signed_early']);
});
