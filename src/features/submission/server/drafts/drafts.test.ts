import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { drawSignature, createAssignedClient } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { MAX_DRAFTS } from './actions.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api));
let author: Account;
let client: { id: number; companyName: string };
beforeAll(async () => {
  ({ author, client } = await createAssignedClient(api, business));
});

const save = (body: unknown, token: string | null = author.token) =>
  api.call(token, 'POST /api/drafts', { body });

const whole = () => ({
  draftName: '  Monday visit ',
  clientId: client.id,
  title: 'Bills',
  content: 'Half a thought',
  category: 'sustaining',
  priority: 'urgent',
  workDate: '2026-03-02',
  startTime: '09:00',
  endTime: '',
  rounding: 'nearest',
  timeZone: 'America/Chicago',
  research: 'x',
  summary: null,
  employeeSignature: drawSignature(),
  clientSignatureCode: '4711ab',
  clock: { startedAt: '2026-03-02T15:02:00.000Z', endedAt: '2026-03-02T16:14:00.000Z' },
  // Without the relation, which a note requires.
  signer: { kind: 'representative', name: 'Ann Miller', relation: null, reason: null, typed: null },
  dispute: { reason: 'wrong_times', text: 'You left at ten.' },
  language: 'es',
});

describe('a draft', () => {
  test('stores any subset of the fields and returns them unchanged [1.employees.3 7.drafts.1,2 10.1.17 10.5.35 13.sheet.5]', async () => {
    const input = whole();
    const saved = await save(input);
    expect(saved.status).toBe(201);
    const expected = { ...input, draftName: 'Monday visit', endTime: null, clientName: client.companyName };
    const { id, createdAt, updatedAt } = saved.body;
    const hours = { startOccurrence: null, endOccurrence: null };
    expect(saved.body).toEqual({
      ...expected,
      ...hours,
      hasEmployeeSignature: true,
      id,
      createdAt,
      updatedAt,
    });
    expect(await api.ok(author.token, 'GET /api/drafts/:id', { params: { id } })).toEqual(saved.body);
    const bare = await save({ draftName: 'Bare' });
    const nothing = { clientId: null, clientName: null, priority: null, workDate: null };
    expect(bare.body).toMatchObject(nothing);
    expect(await api.ok(author.token, 'GET /api/drafts/:id', { params: { id: bare.body.id } })).toMatchObject(
      { content: null, research: null, summary: null },
    );
    const list = await api.ok(author.token, 'GET /api/drafts');
    expect(list.map((row) => row.id)).toEqual([bare.body.id, id]);
  });

  test('keeps no half of a surrogate pair in a dispute, which PostgreSQL cannot store [13.sheet.5 R-20]', async () => {
    const saved = await save({ draftName: 'Emoji', dispute: { reason: 'other', text: 'Late \ud83d' } });
    expect(saved.status).toBe(201);
    const { dispute } = await api.ok(author.token, 'GET /api/drafts/:id', { params: { id: saved.body.id } });
    expect(dispute).toEqual({ reason: 'other', text: 'Late \ufffd' });
  });

  test('is listed with all fields except the signature [10.1.7,16]', async () => {
    const signed = (await save(whole())).body;
    const { employeeSignature, ...unsigned } = whole();
    const bare = (await save(unsigned)).body;
    const list = await api.ok(author.token, 'GET /api/drafts');
    const rows = [bare, signed].map((draft) => ({ ...draft, employeeSignature: undefined }));
    expect(list.slice(0, 2)).toEqual(rows);
    expect(rows.map((row) => row.hasEmployeeSignature)).toEqual([false, true]);
    expect(JSON.stringify(list)).not.toContain(employeeSignature);
  });

  test("stores the client's code encrypted", async () => {
    const { id } = (await save(whole())).body;
    const text = "encode(client_signature_code, 'escape') as code";
    const [row] = await api.sql<{ code: string }>(`select ${text} from note_drafts where id = $1`, [id]);
    expect(row?.code).toMatch(/./);
    expect(row?.code).not.toContain('4711ab');
    const params = { id };
    await api.ok(author.token, 'PUT /api/drafts/:id', {
      params,
      body: { ...whole(), clientSignatureCode: '99xy' },
    });
    const changed = await api.ok(author.token, 'GET /api/drafts/:id', { params });
    expect(changed.clientSignatureCode).toBe('99xy');
  });

  test('is overwritten as a whole and listed first [10.1.18 10.5.36 10.8.4]', async () => {
    const one = (await save(whole())).body;
    await save({ draftName: 'Newer' });
    const params = { id: one.id };
    const body = { draftName: 'Renamed', content: 'More thought' };
    const changed = await api.ok(author.token, 'PUT /api/drafts/:id', { params, body });
    expect(await api.ok(author.token, 'GET /api/drafts/:id', { params })).toEqual(changed);
    expect(changed).toMatchObject({ ...body, id: one.id, clientId: null, createdAt: one.createdAt });
    const [first] = await api.ok(author.token, 'GET /api/drafts');
    expect(first?.id).toBe(one.id);
  });

  test('can be deleted once [4.draft.3 7.drafts.3]', async () => {
    const params = { id: (await save({ draftName: 'Gone' })).body.id };
    expect((await api.call(author.token, 'DELETE /api/drafts/:id', { params })).status).toBe(204);
    expect((await api.call(author.token, 'DELETE /api/drafts/:id', { params })).status).toBe(404);
    expect((await api.call(author.token, 'PUT /api/drafts/:id', { params, body: whole() })).status).toBe(404);
    expect((await api.call(author.token, 'GET /api/drafts/:id', { params })).status).toBe(404);
  });

  test('answers 404 to other users, managers included [6.capability.2 10.5.37]', async () => {
    const mine = (await save(whole())).body;
    const params = { id: mine.id };
    const colleague = await createPerson(api, business);
    for (const token of [colleague.token, business.admin.token]) {
      const body = { draftName: 'Taken' };
      expect((await api.call(token, 'GET /api/drafts/:id', { params })).status).toBe(404);
      expect((await api.call(token, 'PUT /api/drafts/:id', { params, body })).status).toBe(404);
      expect((await api.call(token, 'DELETE /api/drafts/:id', { params })).status).toBe(404);
      expect(await api.ok(token, 'GET /api/drafts')).toEqual([]);
    }
    expect(await api.ok(author.token, 'GET /api/drafts/:id', { params })).toEqual(mine);
  });

  test('keeps a client that its author is not assigned to, without the name [T10]', async () => {
    const unassigned = await createClient(api, business);
    const saved = await save({ draftName: 'Guess', clientId: unassigned.id });
    expect(saved.body).toMatchObject({ clientId: unassigned.id, clientName: null });
    const otherBusiness = await createBusiness(api);
    const theirs = await createClient(api, otherBusiness);
    expect((await save({ draftName: 'Guess', clientId: theirs.id })).status).toBe(404);
    expect((await save({ draftName: 'Guess', clientId: 999_999_999 })).status).toBe(404);
  });

  test.each([
    [{}, 'draftName', 'Draft name required'],
    [{ draftName: '  ' }, 'draftName', 'Draft name required'],
    [{ draftName: 'x'.repeat(256) }, 'draftName', 'At most 255 characters'],
    [{ draftName: 'x', category: 'other' }, 'category', 'Please select a service'],
  ])('%j returns 400 [5.draft.1,2 9.texts.5]', async (body, path, message) => {
    const { status, error } = await save(body);
    expect({ status, issues: error?.issues }).toEqual({ status: 400, issues: [{ path, message }] });
  });

  test.each(['0000-01-01', '2026-02-30'])('the day %s returns 400', async (workDate) => {
    expect((await save({ draftName: 'x', workDate })).status).toBe(400);
  });

  test(`returns 409 when there are already ${MAX_DRAFTS}`, async () => {
    const hoarder = await createPerson(api, business);
    for (let n = 0; n < MAX_DRAFTS; n += 1) await save({ draftName: `Draft ${n}` }, hoarder.token);
    const answer = await save({ draftName: 'One more' }, hoarder.token);
    expectError(answer, 409, 'too_many_drafts');
    expect(await api.ok(hoarder.token, 'GET /api/drafts')).toHaveLength(MAX_DRAFTS);
  });
});
