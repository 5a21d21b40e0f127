import { beforeAll, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createSignedNote, createAssignedClient } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api));
let admin: string;
beforeAll(async () => {
  admin = business.admin.token;
});

test('an archived client keeps its notes, hours, ledger and name [10.6.14 S-38]', async () => {
  const { author, client } = await createAssignedClient(api, business);
  const { id, status } = await createSignedNote(api, author, { clientId: client.id });
  await api.ok(admin, 'DELETE /api/clients/:id', { params: { id: client.id } });
  const clientName = client.companyName;
  const [listed] = await api.ok(author.token, 'GET /api/notes/my');
  expect(listed).toMatchObject({ id, clientName, status });
  expect(await api.ok(admin, 'GET /api/notes/:id', { params: { id } })).toMatchObject({ clientName });
  expect(await api.ok(author.token, 'GET /api/time-entries/my')).toMatchObject([{ noteId: id, clientName }]);
  const ledger = await api.ok(admin, 'GET /api/clients/:id/ledger', { params: { id: client.id } });
  expect(ledger.map(({ kind }) => kind)).toEqual(['note', 'purchase']);
  // Its note can still be reviewed, and its units are still returned.
  const body = { action: 'deny', reason: 'Twice' };
  await api.ok(admin, 'PATCH /api/notes/:id/review', { params: { id }, body });
  const [back] = await api.ok(admin, 'GET /api/clients/:id/ledger', { params: { id: client.id } });
  expect(back).toMatchObject({ kind: 'reversal', delta: '9.00', balanceAfter: '100.00' });
});

test('an inactive user keeps profile, notes and hours, and cannot be deleted [10.6.15]', async () => {
  const { author, client } = await createAssignedClient(api, business);
  const { id } = await createSignedNote(api, author, { clientId: client.id });
  const params = { id: author.id };
  await api.ok(admin, 'PUT /api/users/:id/profile', { params, body: { status: 'inactive' } });
  const answer = await api.send(admin, { method: 'DELETE', url: `/api/users/${author.id}` });
  expect(answer.status).toBe(405);
  expect(await api.ok(admin, 'GET /api/users/:id', { params })).toMatchObject({
    firstName: 'Eve',
    status: 'inactive',
  });
  expect(await api.ok(admin, 'GET /api/notes/:id', { params: { id } })).toMatchObject({
    authorId: author.id,
    authorName: 'Eve Worker',
  });
  const hours = await api.ok(admin, 'GET /api/employees/:id/time-entries', { params });
  expect(hours).toMatchObject([{ noteId: id, employeeName: 'Eve Worker' }]);
});

test('the end of a visit stays as it was signed when the business changes its time zone', async () => {
  const { author, client } = await createAssignedClient(api, business);
  const { id } = await createSignedNote(api, author, { clientId: client.id });
  const endOf = async () => (await api.ok(admin, 'GET /api/notes/:id', { params: { id } })).workEndedAt;
  expect(await endOf()).toBe('2026-03-02T17:15:00.000Z');
  await api.ok(admin, 'PUT /api/business', { body: { timeZone: 'America/Los_Angeles' } });
  expect(await endOf()).toBe('2026-03-02T17:15:00.000Z');
});
