import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildCapture } from '#tests/support/factories/captures.ts';
import { buildNoteForm, createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach, setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const visit = setUpEach(() => createAssignedClient(api, business));

const measured = { startedAt: '2026-03-02T09:02:30-06:00', endedAt: '2026-03-02T11:14:00.500-06:00' };
const stored = { startedAt: '2026-03-02T15:02:30.000Z', endedAt: '2026-03-02T17:14:00.500Z' };

const read = (id: number) => api.ok(visit.author.token, 'GET /api/notes/:id', { params: { id } });
const resubmit = (id: number, fields: object) =>
  api.call(visit.author.token, 'PUT /api/notes/:id', {
    params: { id },
    body: buildNoteForm(visit.client.id, { ...fields }),
  });

test('a note keeps what the clock measured beside what was signed, each version its own [13.clock.10]', async () => {
  const note = await createSignedNote(api, visit.author, { clientId: visit.client.id, clock: measured });
  expect(note).toMatchObject({ clock: stored, startTime: '09:00', endTime: '11:15' });
  expect((await read(note.id)).clock).toEqual(stored);
  const other = { ...measured, endedAt: '2026-03-02T11:10:00-06:00' };
  expect((await resubmit(note.id, { clock: other })).body.clock?.endedAt).toBe('2026-03-02T17:10:00.000Z');
  expect((await resubmit(note.id, {})).body.clock).toBeNull();
  expect((await read(note.id)).clock).toBeNull();
});

test('a clock of a device that is a day fast stays when its note is signed again [13.clock.31]', async () => {
  const fast = { startedAt: inHours(23), endedAt: inHours(24) };
  const note = await createSignedNote(api, visit.author, {
    clientId: visit.client.id,
    captureId: randomUUID(),
    capture: buildCapture(new Date(Date.now() + 24 * 60 * 60_000)),
    clock: fast,
  });
  const again = await resubmit(note.id, { clock: note.clock });
  expect(again.body).toMatchObject({ version: 2, clock: note.clock });
  const path = 'clock.endedAt';
  const later = await resubmit(note.id, { clock: { ...fast, endedAt: inHours(24.5) } });
  expectIssue(later, { path, message: 'The clock must not end in the future' });
});

test('a draft keeps what the clock measured [13.clock.11]', async () => {
  const { token } = visit.author;
  const readDraft = async (id: number) =>
    (await api.ok(token, 'GET /api/drafts/:id', { params: { id } })).clock;
  const body = { draftName: 'Visit', clock: measured };
  const { id } = await api.ok(token, 'POST /api/drafts', { body });
  expect(await readDraft(id)).toEqual(stored);
  await api.ok(token, 'PUT /api/drafts/:id', { params: { id }, body: { draftName: 'Visit' } });
  expect(await readDraft(id)).toBeNull();
});

const MOMENT = 'Please enter a date and time with an offset from UTC';
const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60_000).toISOString();

test.each([
  ['clock.startedAt', { ...measured, startedAt: '2026-03-02T09:02' }, MOMENT],
  ['clock.endedAt', { ...measured, endedAt: 'noon' }, MOMENT],
  [
    'clock.endedAt',
    { ...measured, endedAt: '2026-03-02T09:02:29-06:00' },
    'The clock must not end before it started',
  ],
  [
    'clock.endedAt',
    { ...measured, endedAt: '2026-03-03T09:02:30-06:00' },
    'A visit clock covers less than 24 hours',
  ],
  [
    'clock.endedAt',
    { startedAt: inHours(-1), endedAt: inHours(0.1) },
    'The clock must not end in the future',
  ],
  [
    'clock.startedAt',
    { startedAt: '1999-12-31T23:59:59Z', endedAt: '2000-01-01T00:00:00Z' },
    'The clock is too long ago',
  ],
])('a note answers 400 at %s of %j [13.clock.14]', async (path, clock, message) => {
  const { token } = visit.author;
  const body = buildNoteForm(visit.client.id, { clock });
  expectIssue(await api.call(token, 'POST /api/notes', { body }), { path, message });
  const { id } = await createSignedNote(api, visit.author, { clientId: visit.client.id });
  expectIssue(await resubmit(id, { clock }), { path, message });
});
