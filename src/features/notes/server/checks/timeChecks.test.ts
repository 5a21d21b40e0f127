import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { setTime, useCheckedNotes } from '#tests/support/factories/checkedNotes.ts';
import { createAssignment } from '#tests/support/factories/clients.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const { createVisits, submit, readNote, listCodes, findCheck, remove, review } = useCheckedNotes(
  api,
  business,
);
beforeAll(async () => {
  await api.sql(`update users set first_name = 'Ana', last_name = 'Ruiz' where id = $1`, [business.admin.id]);
});

/** Sets settings until the end of a test. */
async function withSettings(body: object, work: () => Promise<void>): Promise<void> {
  const { token } = business.admin;
  const before = await api.ok(token, 'GET /api/business');
  await api.ok(token, 'PUT /api/business', { body });
  try {
    await work();
  } finally {
    const { lateEntryHours, longDayHours, allowTwoEmployees } = before;
    await api.ok(token, 'PUT /api/business', { body: { lateEntryHours, longDayHours, allowTwoEmployees } });
  }
}

const at = (startTime: string, endTime: string, workDate = '2026-03-03') => ({
  startTime,
  endTime,
  workDate,
});

describe('author_overlap', () => {
  test('appears on both notes with client, times and links, and goes with the cause [12.checks.1,2,3,4]', async () => {
    const { author, clientId, otherClientId, clients } = await createVisits();
    const first = await submit(author, { clientId, ...at('10:00', '11:00') });
    const noon = '2026-03-03T18:05:00Z';
    const second = await submit(author, { clientId: otherClientId, ...at('10:59', '12:00') }, noon);
    expect(second.checks).toMatchObject([
      {
        code: 'author_overlap',
        level: 'warning',
        relatedNoteIds: [first.id],
        message: `Eve Worker also has a note from 10:00 AM to 11:00 AM for ${clients[0]?.contactName}.`,
        explanation: null,
      },
    ]);
    expect(await findCheck(first.id, 'author_overlap')).toMatchObject({
      relatedNoteIds: [second.id],
      detail: { otherStart: '10:59', otherEnd: '12:00', otherDay: '2026-03-03' },
    });
    expect(await listCodes(first.id, author.token)).toEqual(['author_overlap']);
    await remove(second.id);
    expect(await listCodes(first.id)).toEqual([]);
  });

  test('goes when the other note is denied, which keeps its own [12.checks.4,5]', async () => {
    const { author, clientId, otherClientId } = await createVisits();
    const first = await submit(author, { clientId });
    const second = await submit(author, { clientId: otherClientId });
    await review(second.id, { action: 'deny', reason: 'Wrong day' });
    expect(await listCodes(first.id)).toEqual([]);
    expect(await listCodes(second.id)).toEqual(['author_overlap']);
  });

  test('names the remaining note when the one that it named is denied [12.checks.2,4]', async () => {
    const { author, clientId, otherClientId, clients } = await createVisits();
    const evening = '2026-03-03T23:05:00Z';
    const first = await submit(author, { clientId, ...at('09:00', '10:00') }, evening);
    const second = await submit(author, { clientId: otherClientId, ...at('12:00', '13:00') }, evening);
    const long = await submit(author, { clientId, ...at('08:00', '16:00') }, evening);
    expect((await findCheck(long.id, 'author_overlap'))?.relatedNoteIds).toEqual([first.id, second.id]);
    await review(first.id, { action: 'deny', reason: 'Wrong day' });
    expect(await findCheck(long.id, 'author_overlap')).toMatchObject({
      relatedNoteIds: [second.id],
      message: `Eve Worker also has a note from 12:00 PM to 1:00 PM for ${clients[1]?.contactName}.`,
    });
  });

  test('goes when the other note is from before there were checks, reopened and denied [12.checks.4,5]', async () => {
    const { author, clientId, otherClientId } = await createVisits();
    const old = await submit(author, { clientId });
    await review(old.id, { action: 'approve' });
    await api.sql('delete from note_fingerprints where note_id = $1', [old.id]);
    const later = await submit(author, { clientId: otherClientId });
    expect(await listCodes(later.id)).toEqual(['author_overlap']);
    await review(old.id, { action: 'reopen', reason: 'Wrong day' });
    expect((await findCheck(old.id, 'author_overlap'))?.relatedNoteIds).toEqual([later.id]);
    await review(old.id, { action: 'deny', reason: 'Wrong day' });
    expect(await listCodes(later.id)).toEqual([]);
  });

  test('goes when the other note is corrected [12.checks.4]', async () => {
    const { author, clientId, otherClientId } = await createVisits();
    const first = await submit(author, { clientId });
    const second = await submit(author, { clientId: otherClientId });
    const body = buildNoteForm(otherClientId, at('11:00', '12:00'));
    await setTime(api, '2026-03-03T18:05:00Z');
    await api.ok(author.token, 'PUT /api/notes/:id', { params: { id: second.id }, body });
    expect(await listCodes(first.id)).toEqual([]);
    expect(await listCodes(second.id)).toEqual([]);
  });

  test('does not appear when work ends as the next begins, or before it [12.checks.1]', async () => {
    const { author, clientId } = await createVisits();
    const ids = [];
    for (const [start, end] of [
      ['09:00', '10:00'],
      ['10:00', '11:00'],
      ['11:01', '11:02'],
    ] as const) {
      ids.push((await submit(author, { clientId, ...at(start, end) })).id);
    }
    for (const id of ids) expect(await listCodes(id)).toEqual([]);
  });

  test('finds an overnight shift of 16 hours and the first minute of the next morning [12.checks.1]', async () => {
    const { author, clientId } = await createVisits();
    const night = await submit(author, { clientId, ...at('16:00', '08:00') }, '2026-03-04T14:05:00Z');
    const early = await submit(
      author,
      { clientId, ...at('07:59', '08:30', '2026-03-04') },
      '2026-03-04T14:35:00Z',
    );
    const late = await submit(
      author,
      { clientId, ...at('08:00', '08:15', '2026-03-05') },
      '2026-03-05T14:35:00Z',
    );
    expect((await findCheck(night.id, 'author_overlap'))?.relatedNoteIds).toEqual([early.id]);
    expect((await findCheck(early.id, 'author_overlap'))?.message).toContain(
      'from 4:00 PM to 8:00 AM on Mar 3, 2026',
    );
    expect(await listCodes(late.id)).toEqual([]);
  });

  test.each([
    // Clocks go from 2:00 to 3:00: 1:30 to 3:30 is an hour, which ends as the next begins.
    ['2026-03-08', ['01:30', '03:30'], ['03:30', '04:00'], false],
    ['2026-03-08', ['01:30', '03:31'], ['03:30', '04:00'], true],
    // Clocks go back from 2:00 to 1:00: 0:30 to 2:30 is three hours.
    ['2026-11-01', ['00:30', '02:30'], ['02:30', '03:00'], false],
    ['2026-11-01', ['00:30', '02:30'], ['02:29', '03:00'], true],
  ] as const)(
    'compares moments when clocks change on %s: %j and %j [12.checks.1]',
    async (day, one, other, overlaps) => {
      const { author, clientId } = await createVisits();
      const moment = `${day}T18:00:00Z`;
      await submit(author, { clientId, ...at(one[0], one[1], day) }, moment);
      const { id } = await submit(author, { clientId, ...at(other[0], other[1], day) }, moment);
      expect(await listCodes(id)).toEqual(overlaps ? ['author_overlap'] : []);
    },
  );

  test('appears only on undecided notes, and stays as it was on a decided one [12.checks.5]', async () => {
    const { author, clientId, otherClientId } = await createVisits();
    const approved = await submit(author, { clientId });
    await review(approved.id, { action: 'approve' });
    const later = await submit(author, { clientId: otherClientId });
    expect(await listCodes(approved.id)).toEqual([]);
    expect(await listCodes(later.id)).toEqual(['author_overlap']);
    await review(later.id, { action: 'approve' });
    expect(await listCodes(later.id)).toEqual(['author_overlap']);
  });
});

describe('client_overlap', () => {
  test('names the other author, is hidden from authors, and goes with the cause [12.checks.6,7]', async () => {
    const { author, clientId } = await createVisits();
    const { author: colleague } = await createVisits();
    await createAssignment(api, business, { clientId, employeeId: colleague.id });
    const first = await submit(author, { clientId });
    const second = await submit(colleague, { clientId, ...at('10:45', '11:45') }, '2026-03-03T17:50:00Z');
    expect(await findCheck(first.id, 'client_overlap')).toMatchObject({
      level: 'warning',
      relatedNoteIds: [second.id],
      message: 'Eve Worker also has a note from 10:45 AM to 11:45 AM for Cleo Client.',
    });
    expect(await listCodes(second.id)).toContain('client_overlap');
    expect(await listCodes(first.id, author.token)).toEqual([]);
    await review(first.id, { action: 'deny', reason: 'Not there' });
    expect(await listCodes(second.id)).not.toContain('client_overlap');
  });

  test('is info when the business allows two employees at once [12.checks.8]', async () => {
    const { author, clientId } = await createVisits();
    await withSettings({ allowTwoEmployees: true }, async () => {
      const first = await submit(author, { clientId });
      await submit(business.admin, { clientId });
      expect(await findCheck(first.id, 'client_overlap')).toMatchObject({ level: 'info' });
    });
  });
});

describe('author_long_day', () => {
  test('appears on all notes of a day of more than 14 hours, and goes with one of them [12.checks.9]', async () => {
    const { author, clientId } = await createVisits();
    const evening = '2026-03-04T06:00:00Z';
    const first = await submit(author, { clientId, ...at('06:00', '13:00') }, evening);
    const second = await submit(author, { clientId, ...at('13:00', '20:00') }, evening);
    expect(await listCodes(second.id)).toEqual([]);
    const third = await submit(author, { clientId, ...at('20:00', '20:01') }, evening);
    expect(await findCheck(first.id, 'author_long_day', author.token)).toMatchObject({
      relatedNoteIds: [second.id, third.id],
      message: "Eve Worker's notes for Mar 3, 2026 total 14 h 1 min, over the 14 h limit.",
    });
    expect(third.checks).toMatchObject([{ code: 'author_long_day', relatedNoteIds: [first.id, second.id] }]);
    await remove(third.id);
    expect(await listCodes(first.id)).toEqual([]);
    expect(await listCodes(second.id)).toEqual([]);
  });

  test('splits night shifts at midnight, and follows the setting [12.checks.9,10]', async () => {
    const { author, clientId } = await createVisits();
    const night = (workDate: string) => at('22:00', '06:00', workDate);
    const morning = '2026-03-05T12:30:00Z';
    const before = await submit(author, { clientId, ...night('2026-03-03') }, morning);
    const after = await submit(author, { clientId, ...night('2026-03-04') }, morning);
    await withSettings({ longDayHours: 8 }, async () => {
      // Until 6:00 and from 22:00 on March 4 are 8 hours.
      expect(await listCodes(after.id)).toEqual([]);
      const more = await submit(author, { clientId, ...at('12:00', '12:15', '2026-03-04') }, morning);
      for (const { id } of [before, after, more]) {
        expect(await findCheck(id, 'author_long_day')).toMatchObject({
          detail: { day: '2026-03-04', minutes: 495 },
        });
      }
    });
  });

  test('counts the hours that a day has when clocks change [12.checks.9]', async () => {
    const { author, clientId } = await createVisits();
    const spring = await submit(
      author,
      { clientId, ...at('00:00', '14:59', '2026-03-08') },
      '2026-03-08T20:00:00Z',
    );
    expect(await listCodes(spring.id)).toEqual([]);
    const autumn = await submit(
      author,
      { clientId, ...at('00:00', '13:30', '2026-11-01') },
      '2026-11-01T20:00:00Z',
    );
    expect((await findCheck(autumn.id, 'author_long_day'))?.detail).toMatchObject({ minutes: 870 });
  });
});

describe('late_entry and signed_early', () => {
  test('late_entry is info from 48 hours after the end of the work, or as set [12.checks.11,12]', async () => {
    const { author, clientId } = await createVisits();
    const on = await submit(author, { clientId }, '2026-03-05T17:00:00Z');
    expect(on.checks).toEqual([]);
    const late = await submit(author, { clientId, ...at('12:00', '12:30') }, '2026-03-05T18:31:00Z');
    expect(late.checks).toMatchObject([
      {
        code: 'late_entry',
        level: 'info',
        message: 'Submitted 2 days after the visit ended (limit: 48 h).',
      },
    ]);
    await withSettings({ lateEntryHours: 1 }, async () => {
      const hourLater = await submit(author, { clientId, ...at('13:00', '13:30') }, '2026-03-03T20:31:00Z');
      expect(hourLater.checks[0]?.message).toBe('Submitted 1 h 1 min after the visit ended (limit: 1 h).');
    });
  });

  test('a note that was sent back is as late as its first version [12.checks.11]', async () => {
    const { author, clientId } = await createVisits();
    const { id } = await submit(author, { clientId });
    await setTime(api, '2026-03-20T17:00:00Z');
    await review(id, { action: 'return', comment: 'Please add the bus route.' });
    const body = buildNoteForm(clientId, at('10:00', '11:00'));
    await api.ok(author.token, 'PUT /api/notes/:id', { params: { id }, body });
    expect(await listCodes(id)).toEqual([]);
  });

  test('signed_early begins more than 15 minutes before the end of the work [12.checks.13]', async () => {
    const { author, clientId } = await createVisits();
    const on = await submit(author, { clientId }, '2026-03-03T16:45:00Z');
    expect(on.checks).toEqual([]);
    const early = await submit(author, { clientId, ...at('12:00', '13:00') }, '2026-03-03T18:44:00Z');
    expect(early.checks).toMatchObject([
      {
        code: 'signed_early',
        level: 'warning',
        message: 'Cleo Client signed 16 min before the visit ended.',
      },
    ]);
    expect(await readNote(early.id, author.token)).toMatchObject({ checks: [{ code: 'signed_early' }] });
  });
});
