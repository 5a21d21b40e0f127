import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient, createAssignment } from '#tests/support/factories/clients.ts';
import { buildNoteForm, createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const visit = setUpOnce(() => createReviewScenario(api));

const FIRST = 'Went through the budget and paid two bills together.';
const SECOND = 'Went through the whole budget and paid three bills.';

/** A note with a version for each set of fields. */
async function createVersions(first: Record<string, unknown>, ...later: Record<string, unknown>[]) {
  const { id } = await createSignedNote(api, visit.author, { clientId: visit.clientId, ...first });
  for (const fields of later) {
    const body = buildNoteForm(visit.clientId, fields);
    await api.ok(visit.author.token, 'PUT /api/notes/:id', { params: { id }, body });
  }
  return id;
}

const read = (id: number, query: Record<string, string | number> = {}, token = visit.manager.token) =>
  api.call(token, 'GET /api/notes/:id/changes', { params: { id }, query });

test('the changes of a note are word by word, only of changed fields, between the last two versions [12.review.18]', async () => {
  const id = await createVersions(
    { description: 'Something else entirely.' },
    { description: FIRST },
    { description: SECOND, endTime: '11:00' },
  );
  expect((await read(id)).body).toEqual([
    {
      field: 'endTime',
      parts: [
        { kind: 'removed', text: '11:15' },
        { kind: 'added', text: '11:00' },
      ],
    },
    {
      field: 'timeUnitsUsed',
      parts: [
        { kind: 'removed', text: '9.00' },
        { kind: 'added', text: '8.00' },
      ],
    },
    {
      field: 'description',
      parts: [
        { kind: 'same', text: 'Went through the ' },
        { kind: 'added', text: 'whole ' },
        { kind: 'same', text: 'budget and paid ' },
        { kind: 'removed', text: 'two' },
        { kind: 'added', text: 'three' },
        { kind: 'same', text: ' bills' },
        { kind: 'removed', text: ' together' },
        { kind: 'same', text: '.' },
      ],
    },
  ]);
});

test('the parts of a change add up to the old and the new text [12.review.18]', async () => {
  const old = 'Ünïcode  with\n\nlines, and\ttabs; 12.50 $ (twice).';
  const current = 'Ünïcode with\nlines and 📦, tabs; 13.50 $ twice.';
  const id = await createVersions({ description: old }, { description: current });
  const parts = (await read(id)).body[0]?.parts ?? [];
  const join = (kind: string) =>
    parts
      .filter((part) => part.kind !== kind)
      .map(({ text }) => text)
      .join('');
  expect([join('added'), join('removed')]).toEqual([old, current]);
});

test('another client, service and title are changes; an automatic title is not [12.review.18]', async () => {
  const other = await createClient(api, visit.business);
  await createAssignment(api, visit.business, { clientId: other.id, employeeId: visit.author.id });
  const id = await createVersions(
    {},
    { category: 'transitional' },
    { category: 'transitional', clientId: other.id, title: 'Visit', tags: ['car'], priority: 'high' },
  );
  const fields = async (query: object) => (await read(id, { ...query })).body.map(({ field }) => field);
  expect(await fields({ from: 1, to: 2 })).toEqual(['category']);
  expect(await fields({ from: 2, to: 3 })).toEqual(['clientId', 'title', 'priority', 'tags']);
  const [client] = (await read(id)).body;
  expect(client?.parts[1]).toEqual({ kind: 'added', text: `${other.companyName}, ${other.contactName}` });
});

test('any two versions can be compared, in both directions [12.review.18]', async () => {
  const id = await createVersions({ endTime: '10:00' }, { endTime: '10:00' }, { endTime: '10:15' });
  const endOf = async (query: Record<string, number>) =>
    (await read(id, query)).body.find(({ field }) => field === 'endTime')?.parts.map(({ text }) => text);
  expect(await endOf({ from: 1, to: 3 })).toEqual(['10:00', '10:15']);
  expect(await endOf({ from: 3, to: 1 })).toEqual(['10:15', '10:00']);
  expect(await endOf({ to: 2 })).toBeUndefined();
  expect((await read(id, { from: 2, to: 2 })).body).toEqual([]);
  expect((await read(await createVersions({}))).body).toEqual([]);
});

test('texts that have nothing in common are compared in little time [12.review.18]', async () => {
  const write = (letter: string) => `${letter} `.repeat(999).trim();
  const id = await createVersions({ description: write('a') }, { description: write('b') });
  expect((await read(id)).body).toEqual([
    {
      field: 'description',
      parts: [
        { kind: 'removed', text: write('a') },
        { kind: 'added', text: write('b') },
      ],
    },
  ]);
});

test('the changes are for the author and managers; unknown versions are 404, invalid ones 400 [12.review.19]', async () => {
  const id = await createVersions({}, { endTime: '11:00' });
  expect((await read(id, {}, visit.author.token)).status).toBe(200);
  const colleague = await createPerson(api, visit.business);
  expect((await read(id, {}, colleague.token)).status).toBe(403);
  const away = await createBusiness(api);
  expect((await read(id, {}, away.admin.token)).status).toBe(404);
  const unknown: Record<string, number>[] = [{ from: 3 }, { to: 3 }, { from: 1, to: 9_007_199_254_740_991 }];
  for (const query of unknown) {
    expect((await read(id, query)).status).toBe(404);
  }
  for (const value of [0, -1, 1.5, 'x', '']) {
    for (const name of ['from', 'to']) {
      const answer = await read(id, { [name]: value });
      expect([answer.status, answer.error?.issues?.[0]?.path]).toEqual([400, name]);
    }
  }
});
