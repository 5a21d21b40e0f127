import { describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { setTime, useCheckedNotes } from '#tests/support/factories/checkedNotes.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const { createVisits, submit, findCheck, listCodes } = useCheckedNotes(api, business);

/** Times in Chicago on March 3. */
const clocked = (from: string, to: string) => ({
  clock: { startedAt: `2026-03-03T${from}-06:00`, endedAt: `2026-03-03T${to}-06:00` },
});

describe('clock_differs', () => {
  test.each([
    ['start', clocked('10:15:00', '11:00:00')],
    ['start', clocked('09:45:00', '11:00:00')],
    ['end', clocked('10:00:00', '10:45:00')],
    ['end', clocked('10:00:00', '11:15:00')],
  ])('is info when the %s differs by 15 minutes from %j [13.clock.12]', async (_, fields) => {
    const { author, clientId } = await createVisits(1);
    const note = await submit(author, { clientId, ...fields }, '2026-03-03T17:20:00Z');
    expect(note.checks).toMatchObject([{ code: 'clock_differs', level: 'info', relatedNoteIds: [] }]);
    expect(await listCodes(note.id)).toEqual(['clock_differs']);
  });

  test.each([
    ['is absent', {}],
    ['is null', { clock: null }],
    ['started 14 min 59 s late', clocked('10:14:59', '11:00:00')],
    ['started 14 min 59 s early', clocked('09:45:01', '11:00:00')],
    ['ended 14 min 59 s early', clocked('10:00:00', '10:45:01')],
    ['ended 14 min 59 s late', clocked('10:00:00', '11:14:59')],
  ])('is not found when the clock %s [13.clock.12]', async (_, fields) => {
    const { author, clientId } = await createVisits(1);
    const note = await submit(author, { clientId, ...fields }, '2026-03-03T17:20:00Z');
    expect(note.checks).toEqual([]);
  });

  test('names both times in the time zone of the business, and another day [13.clock.13]', async () => {
    const { author, clientId } = await createVisits(1);
    const same = await submit(author, { clientId, ...clocked('10:20:30', '11:02:00') });
    expect(same.checks[0]?.message).toBe(
      'The visit clock ran from 10:20 AM to 11:02 AM, the signed times are 10:00 AM to 11:00 AM.',
    );
    const clock = { startedAt: '2026-03-03T02:00:00Z', endedAt: '2026-03-03T03:00:00Z' };
    const before = await submit(author, { clientId, startTime: '08:00', endTime: '09:00', clock });
    expect(before.checks[0]?.message).toBe(
      'The visit clock ran from 8:00 PM to 9:00 PM on Mar 2, 2026, the signed times are 8:00 AM to 9:00 AM.',
    );
  });

  test('compares the hours that are meant where clocks repeat one in autumn, and names them [13.clock.49]', async () => {
    const { author, clientId } = await createVisits(1);
    const night = { clientId, workDate: '2025-11-02', startTime: '01:30' };
    const clock = { startedAt: '2025-11-02T07:30:00Z', endedAt: '2025-11-02T08:30:00Z' };
    const longer = await submit(author, { ...night, endTime: '02:30', clock });
    expect(longer.checks.find(({ code }) => code === 'clock_differs')?.message).toBe(
      'The visit clock ran from 1:30 AM (after the clocks change) to 2:30 AM, the signed times are 1:30 AM (before the clocks change) to 2:30 AM.',
    );
    // Ten minutes from both times.
    const crossing = { startedAt: '2025-11-02T06:50:00Z', endedAt: '2025-11-02T07:05:00Z' };
    const near = await submit(author, { ...night, startTime: '01:40', endTime: '01:55', clock: crossing });
    expect(near.checks.map(({ code }) => code)).not.toContain('clock_differs');
    const within = { startedAt: '2025-11-02T07:30:00Z', endedAt: '2025-11-02T07:50:00Z' };
    const same = await submit(author, {
      ...night,
      endTime: '01:50',
      startOccurrence: 'second',
      clock: within,
    });
    expect(same.checks.map(({ code }) => code)).not.toContain('clock_differs');
  });

  test('is seen by the author and goes with the version that has it [13.clock.12]', async () => {
    const { author, clientId } = await createVisits(1);
    const { id } = await submit(author, { clientId, ...clocked('10:20:00', '11:00:00') });
    expect(await findCheck(id, 'clock_differs', author.token)).toBeDefined();
    await setTime(api, '2026-03-03T18:00:00Z');
    const times = { workDate: '2026-03-03', startTime: '10:15', endTime: '11:00' };
    const body = buildNoteForm(clientId, { ...times, ...clocked('10:20:00', '11:00:00') });
    await api.ok(author.token, 'PUT /api/notes/:id', { params: { id }, body });
    expect(await listCodes(id)).toEqual([]);
  });
});
