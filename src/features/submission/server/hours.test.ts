/** Visits on nights on which clocks change, from the request to payroll, documents and evidence. */

import { describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildNoteForm, createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { readPdf } from '#tests/support/helpers/pdf.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() =>
  createBusiness(api, { plan: 'professional', form: { timeZone: 'America/New_York' } }),
);
const NIGHT = { workDate: '2026-11-01' };
const SPRING = { workDate: '2026-03-08' };

async function createVisit() {
  const visit = await createAssignedClient(api, business, { totalTimeUnits: 100 });
  const { author, client } = visit;
  return {
    ...visit,
    submit: (fields: object) => createSignedNote(api, author, { clientId: client.id, ...fields }),
    send: (fields: object) =>
      api.call(author.token, 'POST /api/notes', { body: buildNoteForm(client.id, { ...fields }) }),
  };
}

/** The text of a PDF, as a manager downloads it. */
async function readDocument(url: string): Promise<string> {
  const { token } = business.admin;
  const answer = await api.server.app.inject({ method: 'GET', url, cookies: { quarterhour_read: token } });
  return (await readPdf(answer.rawPayload)).pages.join(' ');
}

describe('in the hour that clocks show twice, a note', () => {
  test.each([
    [{ startTime: '01:30', endTime: '01:15' }, 45, 'first', 'second'],
    [{ startTime: '01:30', endTime: '01:30' }, 60, 'first', 'second'],
    [{ startTime: '01:00', endTime: '01:30', startOccurrence: 'second' }, 30, 'second', 'second'],
    [{ startTime: '00:30', endTime: '01:30', endOccurrence: 'second' }, 120, null, 'second'],
    [{ startTime: '09:00', endTime: '10:00', startOccurrence: 'second' }, 60, null, null],
  ])(
    'of %j has %i true minutes in all of its records [15.hours.5,6,11]',
    async (times, minutes, first, second) => {
      const { author, submit } = await createVisit();
      const occurrences = { startOccurrence: first, endOccurrence: second };
      const note = await submit({ ...NIGHT, ...times });
      expect(note).toMatchObject({ minutes, ...occurrences });
      const [entry] = await api.ok(author.token, 'GET /api/time-entries/my');
      expect(entry).toMatchObject({ minutes, ...occurrences });
      expect((Date.parse(entry?.endTime ?? '') - Date.parse(entry?.startTime ?? '')) / 60_000).toBe(minutes);
      const params = { id: note.id };
      const { canonical, matches } = await api.ok(author.token, 'GET /api/notes/:id/evidence', { params });
      expect(matches).toBe(true);
      expect(JSON.parse(canonical ?? '')).toMatchObject({
        form: 'quarterhour-note-5',
        minutes,
        ...occurrences,
      });
      await expectInvariants(api);
    },
  );

  test('follows another one without an overlap, is paid in full, and names its hour in the file and the PDF [15.hours.6,10]', async () => {
    const { author, client, submit } = await createVisit();
    const half = { ...NIGHT, startTime: '01:00', endTime: '01:30' };
    const first = await submit({ ...half, startOccurrence: 'first' });
    const second = await submit({ ...half, startOccurrence: 'second', signedMinutes: 30, signedUnits: 2 });
    const read = (id: number) => api.ok(business.admin.token, 'GET /api/notes/:id', { params: { id } });
    for (const { id } of [first, second]) {
      const { overlaps, checks } = await read(id);
      expect([overlaps, checks.map(({ code }) => code)]).toEqual([
        [],
        expect.not.arrayContaining(['author_overlap']),
      ]);
    }
    const week = await api.ok(business.admin.token, 'GET /api/payroll/week', {
      query: { week: '2026-11-01' },
    });
    const own = week.people.find(({ employeeId }) => employeeId === author.id);
    expect(own?.thisWeek).toMatchObject({ minutes: 60, regularMinutes: 60, overtimeMinutes: 0 });
    const query = {
      kind: 'entries',
      format: 'csv',
      from: '2026-11-01',
      to: '2026-11-01',
      employeeId: author.id,
    } as const;
    const csv = await api.ok(business.admin.token, 'GET /api/payroll/export', { query });
    expect(csv).toContain('"2026-11-01 01:00 -04:00","2026-11-01 01:30 -04:00"');
    expect(csv).toContain('"2026-11-01 01:00 -05:00","2026-11-01 01:30 -05:00"');
    const pdf = await readDocument(`/api/notes/${second.id}/pdf`);
    expect(pdf).toContain('Nov 1, 2026 at 1:00 AM EST');
    const statement = await readDocument(`/api/clients/${client.id}/statement?from=2026-11-01&to=2026-11-01`);
    expect(statement).toContain('1:00 AM (before the clocks change)');
    expect(statement).toContain('1:00 AM (after the clocks change)');
    // The same visit again does overlap.
    const { id } = await submit({ ...half, endTime: '01:15' });
    expect((await read(id)).overlaps.map(({ noteId }) => noteId)).toEqual([first.id]);
  });

  test('explains its length, and its changes name the hour [15.hours.10]', async () => {
    const { author, client, submit } = await createVisit();
    const times = { ...NIGHT, startTime: '01:30', endTime: '01:15' };
    const { id } = await submit(times);
    const params = { id };
    expect(await api.ok(author.token, 'GET /api/notes/:id/units', { params })).toMatchObject({
      clockChangeMinutes: 60,
      steps: ['Clocks moved back 60 min: 45 min worked', '45 min = 3 × 15, so 3 units'],
    });
    const body = buildNoteForm(client.id, {
      ...times,
      startTime: '00:30',
      endTime: '01:30',
      endOccurrence: 'second',
    });
    await api.ok(author.token, 'PUT /api/notes/:id', { params, body });
    const changes = await api.ok(business.admin.token, 'GET /api/notes/:id/changes', { params });
    expect(changes.find(({ field }) => field === 'startTime')?.parts).toEqual([
      { kind: 'removed', text: '01:30 (before the clocks change)' },
      { kind: 'added', text: '00:30' },
    ]);
  });

  test('of a device that shows another hour is refused, not stored [15.hours.1]', async () => {
    const { send } = await createVisit();
    const times = { ...NIGHT, startTime: '00:30', endTime: '01:30' };
    expectError(await send({ ...times, signedMinutes: 120, signedUnits: 8 }), 409, 'units_changed');
  });

  test('cannot end before it starts: the hour is named [15.hours.5]', async () => {
    const { send } = await createVisit();
    const times = { ...NIGHT, startTime: '01:30', endTime: '01:15', endOccurrence: 'first' };
    expect((await send(times)).error?.issues).toEqual([
      { path: 'endTime', message: 'The end is before the start. Choose the time after the clocks change' },
    ]);
    expect((await send({ ...times, endOccurrence: 'third' })).error?.issues?.[0]?.path).toBe('endOccurrence');
  });
});

test('a draft keeps the hour [15.hours.10]', async () => {
  const { author } = await createVisit();
  const draft = {
    draftName: 'Night',
    ...NIGHT,
    startTime: '01:30',
    endTime: '01:45',
    startOccurrence: 'second',
  };
  const { id } = await api.ok(author.token, 'POST /api/drafts', { body: draft });
  const read = () => api.ok(author.token, 'GET /api/drafts/:id', { params: { id } });
  expect(await read()).toMatchObject({ startOccurrence: 'second', endOccurrence: null });
  await api.ok(author.token, 'PUT /api/drafts/:id', {
    params: { id },
    body: { ...draft, endOccurrence: 'second' },
  });
  expect(await read()).toMatchObject({ startOccurrence: 'second', endOccurrence: 'second' });
  const { draftName, startTime } = draft;
  // As an earlier release saves it.
  await api.ok(author.token, 'PUT /api/drafts/:id', { params: { id }, body: { draftName, startTime } });
  expect(await read()).toMatchObject({ startOccurrence: null, endOccurrence: null });
});

test('a time that clocks skip is refused at its field, also in the preview and in a new version [15.hours.8]', async () => {
  const { author, client, submit, send } = await createVisit();
  const issues = [
    { path: 'startTime', message: 'At 2:00 AM clocks went forward to 3:00 AM. Enter 3:15 AM.' },
    { path: 'endTime', message: 'At 2:00 AM clocks went forward to 3:00 AM. Enter 3:45 AM.' },
  ];
  const skipped = { ...SPRING, startTime: '02:15', endTime: '02:45' };
  const refused = await send(skipped);
  expect([refused.status, refused.error?.issues]).toEqual([400, issues]);
  const visit = { clientId: client.id, category: 'sustaining', ...skipped };
  const preview = await api.call(author.token, 'POST /api/units/preview', { body: visit });
  expect([preview.status, preview.error?.issues]).toEqual([400, issues]);
  const { id } = await submit({ ...SPRING, startTime: '01:15', endTime: '03:15' });
  const body = buildNoteForm(client.id, skipped);
  const again = await api.call(author.token, 'PUT /api/notes/:id', { params: { id }, body });
  expect([again.status, again.error?.issues]).toEqual([400, issues]);
});
