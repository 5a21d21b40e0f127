import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient, createAssignment } from '#tests/support/factories/clients.ts';
import { createSignedNote, createAssignedClient } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));

const at = (startTime: string, endTime: string) => ({ startTime, endTime });
const overlapsOf = async (id: number) => {
  const note = await api.ok(business.admin.token, 'GET /api/notes/:id', { params: { id } });
  return note.overlaps;
};

test('overlapping notes of an employee list each other until one is denied', async () => {
  const { author, client } = await createAssignedClient(api, business);
  const second = await createClient(api, business);
  await createAssignment(api, business, { clientId: second.id, employeeId: author.id });
  const visit = await createSignedNote(api, author, { clientId: client.id, ...at('09:00', '11:15') });
  expect(await overlapsOf(visit.id)).toEqual([]);
  const other = await createSignedNote(api, author, { clientId: second.id, ...at('11:00', '12:00') });
  expect(await overlapsOf(visit.id)).toEqual([
    {
      noteId: other.id,
      clientName: second.companyName,
      startTime: '2026-03-02T17:00:00.000Z',
      endTime: '2026-03-02T18:00:00.000Z',
    },
  ]);
  const own = await api.ok(author.token, 'GET /api/notes/:id', { params: { id: other.id } });
  expect(own.overlaps).toMatchObject([{ noteId: visit.id, clientName: client.companyName }]);

  const body = { action: 'deny' as const, reason: 'You were with another client.' };
  await api.ok(business.admin.token, 'PATCH /api/notes/:id/review', { params: { id: other.id }, body });
  expect(await overlapsOf(visit.id)).toEqual([]);
  expect(await overlapsOf(other.id)).toEqual([]);
});

test('an overnight shift overlaps with the next morning, earliest first', async () => {
  const { author, client } = await createAssignedClient(api, business);
  const note = (workDate: string, startTime: string, endTime: string) =>
    createSignedNote(api, author, { clientId: client.id, workDate, startTime, endTime });
  const night = await note('2026-03-03', '22:00', '06:00');
  const morning = await note('2026-03-04', '05:30', '06:30');
  const evening = await note('2026-03-03', '21:00', '22:30');
  const named = (await overlapsOf(night.id)).map(({ noteId }) => noteId);
  expect(named).toEqual([evening.id, morning.id]);
});

test('adjacent work and the work of a colleague do not overlap', async () => {
  const { author, client } = await createAssignedClient(api, business);
  const colleague = await createPerson(api, business);
  await createAssignment(api, business, { clientId: client.id, employeeId: colleague.id });
  const visit = await createSignedNote(api, author, { clientId: client.id, ...at('09:00', '11:15') });
  await createSignedNote(api, author, { clientId: client.id, ...at('11:15', '12:00') });
  await createSignedNote(api, author, { clientId: client.id, ...at('08:00', '09:00') });
  await createSignedNote(api, colleague, { clientId: client.id, ...at('09:00', '11:15') });
  expect(await overlapsOf(visit.id)).toEqual([]);
});
