/** Claim batches: from approved visits under a payer to what the payer decided. */

import { expect, test } from 'vitest';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createCounty } from '#tests/support/factories/claims.ts';
import { PERIOD } from '#tests/support/factories/invoices.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { createDispute } from '#tests/support/factories/receipts.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';

const api = useApi({ RATE_LIMITS: 'off' });

test('the approved visits of a payer are claimed once, with a line each [14.claims.1,2]', async () => {
  const { calls, claim, clientId, payerId, readCsv } = await createCounty(api);
  const first = await calls.approve();
  const second = await calls.approve({ workDate: '2026-03-03', startTime: '08:00', endTime: '08:10' });
  const own = await calls.approve({ category: 'transitional', workDate: '2026-03-04' });
  const { status, body } = await claim();
  expect(status).toBe(201);
  expect(body).toMatchObject({
    payerId,
    payerName: 'County',
    from: PERIOD.from,
    to: PERIOD.to,
    currency: 'USD',
    total: '111.00',
    exported: 2,
    accepted: 0,
    rejected: 0,
    notIncluded: [{ noteId: own.id, why: 'other_payer' }],
  });
  expect(body.lines).toMatchObject([
    {
      noteId: first.id,
      state: 'exported',
      client: expect.stringMatching(/^Cleo Client \(C-/),
      payerClientId: '=CNT-77',
      serviceCode: 'H2015',
      modifiers: 'U1 HQ',
      date: '2026-03-02',
      startTime: '09:00',
      endTime: '11:15',
      minutes: 135,
      units: '9.00',
      rate: '11.10',
      amount: '99.90',
      authorization: 'A-1',
      employee: 'Eve Worker',
    },
    { noteId: second.id, minutes: 10, units: '1.00', amount: '11.10' },
  ]);
  const csv = await readCsv(body.id);
  const client = `"${first.clientContactName} (${first.clientName})"`;
  expect(csv.trimEnd().split('\r\n')).toEqual([
    '\uFEFF"Client","Client ID at the payer","Service code","Modifiers","Date","Start","End","Minutes","Units","Rate","Amount","Authorization","Employee","Note ID"',
    // A number that looks like a formula stays text.
    `${client},"'=CNT-77","H2015","U1 HQ","2026-03-02","09:00","11:15","135","9.00","11.10","99.90","A-1","Eve Worker","${first.id}"`,
    `${client},"'=CNT-77","H2015","U1 HQ","2026-03-03","08:00","08:10","10","1.00","11.10","11.10","A-1","Eve Worker","${second.id}"`,
  ]);
  expectError(await claim(), 409, 'claim_empty');
  const draft = await calls.draft({ payer: 'County', clientIds: [clientId] });
  const claimed = { why: 'billed', invoiceId: null, claimBatchId: body.id };
  expect(draft.notIncluded).toMatchObject([
    claimed,
    claimed,
    { why: 'other_payer', invoiceId: null, claimBatchId: null },
  ]);
  await expectInvariants(api);
});

test('a note on a claim batch is refused with 409 note_billed until its line is rejected, and then on an invoice [14.claims.2,3]', async () => {
  const { calls, claim, decide, manager, author, clientId, review } = await createCounty(api);
  const note = await calls.approve();
  const params = { id: note.id };
  const remove = () => api.call(manager.token, 'DELETE /api/notes/:id', { params });
  const tryAll = async () => [
    await api.call(author.token, 'PUT /api/notes/:id', { params, body: buildNoteForm(clientId) }),
    await review(note.id, { action: 'reopen', reason: 'Wrong' }),
    await remove(),
  ];
  const { body: batch } = await claim();
  for (const answer of await tryAll()) {
    expectError(answer, 409, 'note_billed');
    expect(answer.error?.message).toBe(
      'This note is on a claim batch. Reject its line in the claim batch first.',
    );
  }
  await decide(batch.id, [{ noteId: note.id, state: 'rejected' }]);
  const draft = await calls.draft({ payer: 'County', clientIds: [clientId] });
  await calls.issue(draft.id);
  for (const answer of await tryAll()) {
    expectError(answer, 409, 'note_billed');
    expect(answer.error?.message).toBe('This note is on an issued invoice. Void the invoice first.');
  }
  await calls.void(draft.id);
  expect((await remove()).status).toBe(204);
});

test('the minutes of a claim are those that were signed, also in another time zone of the business [14.claims.2]', async () => {
  const { calls, claim, manager } = await createCounty(api);
  // The clocks of Chicago go forward in this night, those of Phoenix never.
  const { minutes } = await calls.approve({ workDate: '2026-03-07', startTime: '22:00', endTime: '06:00' });
  expect(minutes).toBe(420);
  await api.ok(manager.token, 'PUT /api/business', { body: { timeZone: 'America/Phoenix' } });
  expect((await claim()).body.lines).toMatchObject([{ minutes }]);
});

test('what the payer decided is recorded line by line, and a rejected visit can be billed again [14.claims.3,4]', async () => {
  const { calls, claim, decide, business, manager } = await createCounty(api);
  const first = await calls.approve();
  const second = await calls.approve({ workDate: '2026-03-03', startTime: '08:00', endTime: '08:10' });
  const { body: batch } = await claim();
  const decided = await decide(batch.id, [
    { noteId: first.id, state: 'accepted' },
    { noteId: second.id, state: 'rejected' },
  ]);
  expect(decided.body).toMatchObject({ exported: 0, accepted: 1, rejected: 1, total: batch.total });
  expectError(await decide(batch.id, [{ noteId: second.id, state: 'accepted' }]), 409, 'claim_rejected');
  expectError(await decide(batch.id, [{ noteId: 999_999, state: 'accepted' }]), 404, 'not_found');
  const { body: again } = await claim();
  expect(again.lines.map(({ noteId }) => noteId)).toEqual([second.id]);
  // The payer takes back what it accepted.
  await decide(batch.id, [{ noteId: first.id, state: 'rejected' }]);
  expect(
    (await api.ok(manager.token, 'GET /api/claim-batches/:id', { params: { id: batch.id } })).rejected,
  ).toBe(2);
  expect((await claim()).body.lines.map(({ noteId }) => noteId)).toEqual([first.id]);
  const rows = await api.ok(manager.token, 'GET /api/claim-batches', { query: { payerId: batch.payerId } });
  expect(rows.map(({ exported, rejected }) => [exported, rejected])).toEqual([
    [1, 0],
    [1, 0],
    [0, 2],
  ]);
  const audited = await api.sql<{ action: string }>(
    `select action from audit_log where business_id = $1 and object = 'claim_batch' order by seq`,
    [business.id],
  );
  expect(audited.map(({ action }) => action)).toEqual([
    'exported',
    'decided',
    'exported',
    'decided',
    'exported',
  ]);
  await expectInvariants(api);
});

test('a disputed approved visit is left out of a claim batch with the reason, and is on the next one after the answer [14.claims.1,8]', async () => {
  const { calls, claim, manager } = await createCounty(api);
  const undisputed = await calls.approve();
  const disputed = await calls.approve({ workDate: '2026-03-03' });
  await createDispute(api, manager, { noteId: disputed.id });
  const { status, body: first } = await claim();
  expect(status).toBe(201);
  expect(first.lines.map(({ noteId }) => noteId)).toEqual([undisputed.id]);
  expect(first.notIncluded).toMatchObject([{ noteId: disputed.id, why: 'disputed' }]);
  expectError(await claim(), 409, 'claim_empty');
  await api.ok(manager.token, 'POST /api/notes/:id/dispute/resolve', {
    params: { id: disputed.id },
    body: { answer: 'She stayed until the end.' },
  });
  const { body: second } = await claim();
  expect(second.lines.map(({ noteId }) => noteId)).toEqual([disputed.id]);
  expect(second.notIncluded).toMatchObject([
    { noteId: undisputed.id, why: 'billed', claimBatchId: first.id },
  ]);
  await expectInvariants(api);
});

test('a claim batch keeps its columns and its content when the payer, the client or the service changes [14.claims.5]', async () => {
  const { calls, claim, manager, payerId, clientId, readCsv } = await createCounty(api);
  const change = (body: object) =>
    api.call(manager.token, 'PUT /api/payers/:id', { params: { id: payerId }, body: { ...body } });
  expect((await change({ columns: ['noteId', 'client', 'amount'] })).body.columns).toEqual([
    'noteId',
    'client',
    'amount',
  ]);
  const note = await calls.approve();
  const draftNote = await calls.approve({ workDate: '2026-03-04' });
  const { body: batch } = await claim({ to: '2026-03-02' });
  const draft = await calls.draft({ payer: 'County', clientIds: [clientId] });
  expect(draft.lines.flatMap(({ noteIds }) => noteIds)).toEqual([draftNote.id]);
  const csv = await readCsv(batch.id);
  await api.ok(manager.token, 'PUT /api/clients/:id', {
    params: { id: clientId },
    body: { contactName: 'Renamed' },
  });
  await change({ name: 'County Board', columns: ['date'] });
  expect(await readCsv(batch.id)).toBe(csv);
  expect(csv.split('\r\n')[1]).toMatch(new RegExp(`^"${note.id}","Cleo Client .*","99.90"$`));
  // The draft of an invoice follows the new name.
  const renamed = await calls.read(draft.id);
  expect([renamed.payer, renamed.lines.length, renamed.changedNoteIds]).toEqual(['County Board', 1, []]);
});

test('authorizations name a payer by its id, or by its name, ignoring case [14.payers.1,2]', async () => {
  const { business, manager, clientId, payerId, authorization } = await createCounty(api);
  const { token } = manager;
  const other = await createAuthorization(api, business, {
    clientId,
    category: 'transitional',
    payer: 'COUNTY',
  });
  expect([other.payerId, other.payer]).toEqual([payerId, 'County']);
  const state = await api.ok(token, 'POST /api/payers', { body: { name: 'State' } });
  const change = (body: object) =>
    api.call(token, 'PUT /api/services/:id', { params: { id: authorization.id }, body: { ...body } });
  expect((await change({ payerId: state.id })).body).toMatchObject({ payer: 'State', payerId: state.id });
  expect((await change({ reference: 'A-2' })).body.payer).toBe('State');
  expect((await change({ payer: null })).body).toMatchObject({ payer: null, payerId: null });
  expectIssue(await change({ payerId: 999_999 }), { path: 'payerId', message: 'Choose a payer' });
  const names = (await api.ok(token, 'GET /api/payers')).map(({ name }) => name);
  expect(names).toEqual(['County', 'State']);
  expectError(await api.call(token, 'POST /api/payers', { body: { name: 'state' } }), 409, 'payer_exists');
  const rename = { params: { id: payerId }, body: { name: 'STATE' } };
  expectError(await api.call(token, 'PUT /api/payers/:id', rename), 409, 'payer_exists');
  // A payer that no authorization names.
  const body = { payerId: state.id, ...PERIOD };
  expectError(await api.call(token, 'POST /api/claim-batches', { body }), 409, 'claim_empty');
  expectIssue(
    await api.call(token, 'PUT /api/payers/:id', {
      params: { id: payerId },
      body: { columns: ['date', 'date'] },
    }),
    { path: 'columns', message: 'Choose each column once' },
  );
});
