import { describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import {
  drawSignature,
  createSignedNote,
  createAssignedClient,
  buildNoteForm,
} from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));

const unitsOf = async (clientId: number) => {
  const client = await api.ok(business.admin.token, 'GET /api/clients/:id', { params: { id: clientId } });
  return [client.usedTimeUnits, client.availableTimeUnits];
};
const hoursOf = (token: string) => api.ok(token, 'GET /api/time-entries/my');
const ledgerOf = (id: number) =>
  api.ok(business.admin.token, 'GET /api/clients/:id/ledger', { params: { id } });

describe('POST /api/notes', () => {
  test('deducts the units, writes the hours and counts the note as pending [1.employees.1 1.units.4 6.capability.1 7.notes.3 9.units.6 10.1.3,4 10.4.1,20 10.5.3 10.8.11]', async () => {
    const { author, client } = await createAssignedClient(api, business);
    const answer = await api.call(author.token, 'POST /api/notes', { body: buildNoteForm(client.id) });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      title: `Sustaining, ${client.companyName}, March 2, 2026`,
      content: 'Went through the budget and paid two bills together.',
      status: 'pending',
      priority: 'medium',
      tags: [],
      timeUnitsUsed: '9.00',
      minutes: 135,
      workDate: '2026-03-02',
      startTime: '09:00',
      endTime: '11:15',
      clientName: client.companyName,
      authorName: 'Eve Worker',
      authorDepartment: 'Field',
      isClientSigned: true,
      version: 1,
      reviewedById: null,
      can: { approve: false, deny: false, edit: true, delete: true },
    });
    expect(answer.body).not.toHaveProperty('employeeSignature');
    expect(await unitsOf(client.id)).toEqual(['9.00', '91.00']);
    const [entry, ...more] = await hoursOf(author.token);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      noteId: answer.body.id,
      clientName: client.companyName,
      employeeName: 'Eve Worker',
      timeUnits: '9.00',
      minutes: 135,
      startTime: '2026-03-02T15:00:00.000Z',
      endTime: '2026-03-02T17:15:00.000Z',
    });
    expect((await ledgerOf(client.id))[0]).toMatchObject({
      kind: 'note',
      delta: '-9.00',
      balanceAfter: '91.00',
      noteId: answer.body.id,
    });
    expect(await api.ok(author.token, 'GET /api/notes/my/stats')).toMatchObject({ pending: 1, total: 1 });
  });

  test('accepts title, priority and tags, and managers for any client [1.managers.1 5.note.15 6.capability.1 10.4.5 10.5.1]', async () => {
    const client = await createClient(api, business);
    const fields = { title: 'Move-in day', priority: 'urgent', tags: ['move', 'keys'], timeUnitsUsed: 1 };
    const note = await createSignedNote(api, business.admin, { clientId: client.id, ...fields });
    expect(note).toMatchObject({ title: 'Move-in day', priority: 'urgent', tags: ['move', 'keys'] });
    expect(note.timeUnitsUsed).toBe('9.00');
  });

  test('ends an overnight visit on the next day and rounds units up [9.units.2 10.4.6,20]', async () => {
    const { author, client } = await createAssignedClient(api, business);
    const night = await createSignedNote(api, author, {
      clientId: client.id,
      startTime: '22:00',
      endTime: '06:01',
    });
    expect(night).toMatchObject({ minutes: 481, timeUnitsUsed: '33.00' });
    const [entry] = await hoursOf(author.token);
    expect(entry).toMatchObject({
      startTime: '2026-03-03T04:00:00.000Z',
      endTime: '2026-03-03T12:01:00.000Z',
    });
  });

  test.each([
    ['spring', '2026-03-07', 420, '28.00'],
    ['autumn', '2026-10-31', 540, '36.00'],
  ])(
    'counts actual minutes of the night in %s when clocks change [9.units.3 R-15]',
    async (_, workDate, minutes, units) => {
      const { author, client } = await createAssignedClient(api, business);
      const fields = { workDate, startTime: '22:00', endTime: '06:00' };
      const note = await createSignedNote(api, author, { clientId: client.id, ...fields });
      expect(note).toMatchObject({ minutes, timeUnitsUsed: units });
    },
  );

  test("deletes the draft that the note was written from, but never another user's [10.5.1,2]", async () => {
    const { author, client } = await createAssignedClient(api, business);
    const other = await createPerson(api, business);
    const body = { draftName: 'Later' };
    const own = await api.ok(author.token, 'POST /api/drafts', { body });
    const foreign = await api.ok(other.token, 'POST /api/drafts', { body });
    await createSignedNote(api, author, { clientId: client.id, draftId: own.id });
    await createSignedNote(api, author, { clientId: client.id, draftId: foreign.id });
    expect(await api.ok(author.token, 'GET /api/drafts')).toEqual([]);
    expect(await api.ok(other.token, 'GET /api/drafts')).toHaveLength(1);
  });

  test('returns the whole note to its author and managers only [1.employees.2 7.notes.3 10.5.30]', async () => {
    const { author, client } = await createAssignedClient(api, business);
    const form = buildNoteForm(client.id, {
      description: 'Zoë brought 3 ½ boxes \ud83d\udce6 and a half \ud83d pair.',
    });
    const { id } = await api.ok(author.token, 'POST /api/notes', { body: form });
    const params = { id };
    const note = await api.ok(author.token, 'GET /api/notes/:id', { params });
    expect(note.content).toBe('Zoë brought 3 ½ boxes \ud83d\udce6 and a half \ufffd pair.');
    expect(note.employeeSignature).toBe(form['employeeSignature']);
    expect(note.clientSignature).toBe(form['clientSignature']);
    const managed = await api.ok(business.admin.token, 'GET /api/notes/:id', { params });
    expect(managed.can).toEqual({
      approve: true,
      deny: true,
      hold: true,
      resume: false,
      return: true,
      reopen: false,
      edit: false,
      delete: true,
    });
    const colleague = await createPerson(api, business);
    expect((await api.call(colleague.token, 'GET /api/notes/:id', { params })).status).toBe(403);
  });
});

describe('POST /api/notes rejects without side effects', () => {
  const refused = async (token: string | null, clientId: number, fields: Record<string, unknown>) => {
    const { status, error } = await api.call(token, 'POST /api/notes', {
      body: buildNoteForm(clientId, fields),
    });
    return { status, code: error?.code, issue: error?.issues?.[0] };
  };

  test('an employee who is not assigned and an inactive client [1.employees.1 6.capability.9 10.5.4,17 T10]', async () => {
    const { author, client } = await createAssignedClient(api, business);
    const foreign = await createClient(api, business);
    expect(await refused(author.token, foreign.id, {})).toMatchObject({ status: 403 });
    const params = { id: client.id };
    const body = { status: 'inactive' };
    await api.ok(business.admin.token, 'PUT /api/clients/:id', { params, body });
    const inactive = { status: 409, code: 'client_inactive' };
    expect(await refused(author.token, client.id, {})).toMatchObject(inactive);
    await api.ok(business.admin.token, 'DELETE /api/clients/:id', { params });
    expect(await refused(business.admin.token, client.id, {})).toMatchObject(inactive);
    expect((await ledgerOf(client.id)).map(({ kind }) => kind)).toEqual(['purchase']);
    expect(await hoursOf(author.token)).toEqual([]);
  });

  test('a wrong code and a client without a code [3.notes.9 8.notes.11 10.5.11,12]', async () => {
    const { author, client } = await createAssignedClient(api, business);
    const issue = {
      path: 'clientSignatureCode',
      message: 'The verification code is incorrect. Please check with management for the correct code.',
    };
    const wrong = await refused(author.token, client.id, { clientSignatureCode: '9999zz' });
    expect(wrong).toEqual({ status: 400, code: 'invalid', issue });
    const none = await createClient(api, business, { signatureCode: '' });
    expect(await refused(business.admin.token, none.id, {})).toMatchObject({ status: 400, issue });
    expect(await unitsOf(client.id)).toEqual(['0.00', '100.00']);
  });

  test('more units than available under the policy block [10.1.30 10.4.12 10.5.4]', async () => {
    const strict = await createBusiness(api);
    await api.ok(strict.admin.token, 'PUT /api/business', { body: { overusePolicy: 'block' } });
    const client = await createClient(api, strict, { totalTimeUnits: 10 });
    const note = await createSignedNote(api, strict.admin, { clientId: client.id });
    const answer = await api.call(strict.admin.token, 'POST /api/notes', { body: buildNoteForm(client.id) });
    expectError(answer, 409, 'not_enough_units');
    expect(answer.error?.message).toContain('9.00 needed, 1.00 available');
    // The old version's units are reversed first, so a note of the same size can be resubmitted.
    const params = { id: note.id };
    const again = await api.ok(strict.admin.token, 'PUT /api/notes/:id', {
      params,
      body: buildNoteForm(client.id),
    });
    expect(again).toMatchObject({ version: 2, timeUnitsUsed: '9.00' });
    const longer = { params, body: buildNoteForm(client.id, { endTime: '12:00' }) };
    const refusal = await api.call(strict.admin.token, 'PUT /api/notes/:id', longer);
    expectError(refusal, 409, 'not_enough_units');
    expect(refusal.error?.message).toContain('12.00 needed, 10.00 available');
    const stored = await api.ok(strict.admin.token, 'GET /api/clients/:id', { params: { id: client.id } });
    expect(stored.availableTimeUnits).toBe('1.00');
  });

  test('nothing under the policy allow, and notifies managers of overuse once [10.4.10]', async () => {
    const { author, client } = await createAssignedClient(api, business, { totalTimeUnits: 10 });
    for (let visit = 0; visit < 3; visit += 1) await createSignedNote(api, author, { clientId: client.id });
    expect(await unitsOf(client.id)).toEqual(['27.00', '-17.00']);
    const notified = await api.sql<{ recipient_id: number; content: string }>(
      'select recipient_id, content from messages where business_id = $1 and subject like $2',
      [business.id, `Units used up: ${client.companyName}%`],
    );
    expect(notified.map((row) => row.recipient_id)).toEqual([business.admin.id]);
    expect(notified[0]?.content).toContain('has used all 10 general units and is 8 units over');
  });

  test('the same image for both signatures [T12]', async () => {
    const client = await createClient(api, business);
    const one = drawSignature();
    const answer = await refused(business.admin.token, client.id, {
      employeeSignature: one,
      clientSignature: one,
    });
    expect(answer).toMatchObject({ status: 400, issue: { path: 'clientSignature' } });
  });
});
