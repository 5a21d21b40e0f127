/** Who is billed at which rate: payers for the clients under their authorizations, and clients. */

import { expect, test } from 'vitest';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createAssignment, createClient } from '#tests/support/factories/clients.ts';
import { createInvoiceCalls, createInvoiceDraft, PERIOD } from '#tests/support/factories/invoices.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { requireAuthorization } from '#tests/support/factories/services.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';

const api = useApi({ RATE_LIMITS: 'off' });

test('a payer gets the visits of several clients under its authorizations, and the client the others [14.invoice.2,3]', async () => {
  const scenario = await createReviewScenario(api);
  const { business, author, clientId } = scenario;
  const calls = createInvoiceCalls(api, scenario);
  const other = await createClient(api, business, { contactName: 'Otto Other' });
  await createAssignment(api, business, { clientId: other.id, employeeId: author.id });
  const authorize = (client: number, reference: string) =>
    createAuthorization(api, business, { clientId: client, payer: 'County', reference, unitRate: '11.10' });
  await authorize(clientId, 'A-1');
  await authorize(other.id, 'A-2');
  const first = await calls.approve();
  const second = await calls.approve({ clientId: other.id, workDate: '2026-03-03' });
  const own = await calls.approve({ category: 'transitional', workDate: '2026-03-04' });
  const { open } = await calls.open();
  expect(open.map((row) => [row.clientId, row.payer, row.amount])).toEqual([
    [clientId, 'County', '99.90'],
    [other.id, 'County', '99.90'],
    [clientId, null, '135.00'],
  ]);
  const draft = await calls.draft({ payer: 'County', clientIds: [clientId, other.id, clientId] });
  expect(draft).toMatchObject({ billTo: { name: 'County', address: null }, total: '199.80' });
  expect(
    draft.lines.map((line) => [line.authorization, line.clientName?.split(' (')[0], line.noteIds]),
  ).toEqual([
    ['A-1', 'Cleo Client', [first.id]],
    ['A-2', 'Otto Other', [second.id]],
  ]);
  expect(draft.notIncluded).toMatchObject([{ noteId: own.id, why: 'other_payer' }]);
  const ofClient = await calls.draft();
  expect(ofClient.lines.flatMap(({ noteIds }) => noteIds)).toEqual([own.id]);
  expect(ofClient.notIncluded).toMatchObject([{ noteId: first.id, why: 'other_payer' }]);
  const ofOther = await api.ok(business.admin.token, 'GET /api/invoices', { query: { clientId: other.id } });
  expect(ofOther.map(({ id }) => id)).toEqual([draft.id]);
});

test('the invoices to a payer are listed, without those to clients, to other payers and of other businesses [14.invoice.129]', async () => {
  const [scenario, neighbor] = await Promise.all([createReviewScenario(api), createReviewScenario(api)]);
  const create = ({ manager, clientId }: typeof scenario, payer?: string) =>
    createInvoiceDraft(api, manager, payer === undefined ? { clientId } : { payer, clientIds: [clientId] });
  const addPayer = ({ manager }: typeof scenario, name: string) =>
    api.ok(manager.token, 'POST /api/payers', { body: { name } });
  await addPayer(scenario, 'County');
  await addPayer(scenario, 'County Two');
  await addPayer(neighbor, 'County');
  const list = async ({ manager }: typeof scenario, payer: string) =>
    (await api.ok(manager.token, 'GET /api/invoices', { query: { payer } })).map(({ id }) => id);
  const draft = await create(scenario, 'County');
  await create(scenario, 'County Two');
  await create(scenario);
  const ofNeighbor = await create(neighbor, 'County');
  expect(await list(scenario, 'County')).toEqual([draft.id]);
  expect(await list(neighbor, 'County')).toEqual([ofNeighbor.id]);
  expect(await list(scenario, 'Coun')).toEqual([]);
});

test('a renamed payer keeps its invoices in the list, and a new payer with its old name does not get them [14.invoice.129]', async () => {
  const scenario = await createReviewScenario(api);
  const { business, manager, clientId } = scenario;
  const { token } = manager;
  const calls = createInvoiceCalls(api, scenario);
  const { payerId } = await createAuthorization(api, business, { clientId, payer: 'County' });
  await calls.approve();
  const draft = () => calls.draft({ payer: 'County', clientIds: [clientId] });
  const issued = await draft();
  await calls.issue(issued.id);
  const open = await draft();
  const list = async (payer: string) =>
    (await api.ok(token, 'GET /api/invoices', { query: { payer } })).map(({ id, payer: name }) => [id, name]);
  const params = { id: payerId ?? 0 };
  await api.ok(token, 'PUT /api/payers/:id', { params, body: { name: 'County Board' } });
  expect(await list('county board')).toEqual([
    [open.id, 'County Board'],
    [issued.id, 'County'],
  ]);
  expect(await list('County')).toEqual([[issued.id, 'County']]);
  await api.ok(token, 'POST /api/payers', { body: { name: 'County' } });
  const ofNew = await draft();
  expect(await list('County')).toEqual([[ofNew.id, 'County']]);
});

test('a visit of a service that requires an authorization is not billed without one [14.invoice.3]', async () => {
  const scenario = await createReviewScenario(api);
  const { manager, clientId } = scenario;
  const calls = createInvoiceCalls(api, scenario);
  await requireAuthorization(api, manager, 'sustaining');
  await api.ok(manager.token, 'POST /api/payers', { body: { name: 'County' } });
  const note = await calls.approve();
  const missing = [{ noteId: note.id, why: 'no_authorization' }];
  expect((await calls.draft()).notIncluded).toMatchObject(missing);
  const ofPayer = await calls.draft({ payer: 'County', clientIds: [clientId] });
  expect(ofPayer.notIncluded).toMatchObject(missing);
});

test('a visit after the last day of a shortened authorization is left off drafts and claim batches as without one [14.invoice.3,7]', async () => {
  const scenario = await createReviewScenario(api);
  const { business, manager, clientId } = scenario;
  const { token } = manager;
  const calls = createInvoiceCalls(api, scenario);
  const { id, payerId } = await createAuthorization(api, business, { clientId, payer: 'County' });
  await api.ok(token, 'POST /api/payers', { body: { name: 'State' } });
  const note = await calls.approve();
  const ofCounty = { payer: 'County', clientIds: [clientId] };
  const before = await calls.draft(ofCounty);
  const setEnd = (expiryDate: string) =>
    api.ok(token, 'PUT /api/services/:id', { params: { id }, body: { expiryDate } });
  await setEnd('2026-03-01');
  const missing = [{ noteId: note.id, why: 'no_authorization' }];
  expect(await calls.read(before.id)).toMatchObject({ changedNoteIds: [note.id], notIncluded: missing });
  expectError(await calls.issue(before.id), 409, 'invoice_changed');
  await calls.remove(before.id);
  expect(await calls.draft(ofCounty)).toMatchObject({ lines: [], notIncluded: missing });
  expect(await calls.draft()).toMatchObject({ lines: [], notIncluded: [{ why: 'other_payer' }] });
  const ofState = await calls.draft({ payer: 'State', clientIds: [clientId] });
  expect(ofState).toMatchObject({ lines: [], notIncluded: [{ why: 'other_payer' }] });
  expect(await calls.open()).toMatchObject({
    open: [],
    notBillable: [{ payer: 'County', why: 'no_authorization', visits: 1 }],
  });
  const claim = () => api.call(token, 'POST /api/claim-batches', { body: { ...PERIOD, payerId } });
  expectError(await claim(), 409, 'claim_empty');
  await setEnd('2026-03-02');
  expect((await claim()).body).toMatchObject({ lines: [{ noteId: note.id }], notIncluded: [] });
});

test('a visit without any rate is approved and signed without one, and is billed when it has one [14.invoice.3 11.services.10]', async () => {
  const scenario = await createReviewScenario(api);
  const { manager, clientId } = scenario;
  const calls = createInvoiceCalls(api, scenario);
  const setRate = (unitRate: string | null) =>
    api.ok(manager.token, 'PUT /api/clients/:id', { params: { id: clientId }, body: { unitRate } });
  expect((await setRate(null)).unitRate).toBeNull();
  const note = await calls.approve();
  expect(note.unitRate).toBeNull();
  const pdf = await api.call(manager.token, 'GET /api/notes/:id/pdf', { params: { id: note.id } });
  expect(pdf.status).toBe(200);
  await expectInvariants(api);
  expect(await calls.open()).toMatchObject({ open: [], notBillable: [{ visits: 1, why: 'no_rate' }] });
  const draft = await calls.draft();
  expect(draft.notIncluded).toMatchObject([{ noteId: note.id, why: 'no_rate' }]);
  await setRate('12.00');
  expect((await calls.change(draft.id)).body.total).toBe('108.00');
});

test('a visit that is approved again without any rate is not billed at the rate of a deleted draft [14.invoice.3]', async () => {
  const scenario = await createReviewScenario(api);
  const { author, manager, clientId, review } = scenario;
  const calls = createInvoiceCalls(api, scenario);
  const setRate = (unitRate: string | null) =>
    api.ok(manager.token, 'PUT /api/clients/:id', { params: { id: clientId }, body: { unitRate } });
  await setRate(null);
  const { id } = await calls.approve();
  await setRate('12.00');
  const draft = await calls.draft();
  expect(draft.total).toBe('108.00');
  await calls.remove(draft.id);
  await setRate('13.00');
  const second = await calls.draft();
  expect(second.total).toBe('108.00');
  await calls.remove(second.id);
  await setRate(null);
  await review(id, { action: 'reopen', reason: 'Wrong times' });
  await review(id, { action: 'return', comment: 'Again, please.' });
  await api.ok(author.token, 'PUT /api/notes/:id', { params: { id }, body: buildNoteForm(clientId) });
  expect((await review(id, { action: 'approve', version: 2 })).body).toMatchObject({ unitRate: null });
  expect(await calls.draft()).toMatchObject({ lines: [], notIncluded: [{ noteId: id, why: 'no_rate' }] });
});

test('an invoice requires a payer of the business, whose name is matched ignoring case [14.invoice.1]', async () => {
  const [scenario, neighbor] = await Promise.all([createReviewScenario(api), createReviewScenario(api)]);
  const { business, manager, clientId } = scenario;
  await createAuthorization(api, business, { clientId, payer: 'County', reference: 'A-1' });
  await api.ok(neighbor.manager.token, 'POST /api/payers', { body: { name: 'Conty' } });
  const calls = createInvoiceCalls(api, scenario);
  const note = await calls.approve();
  const body = { ...PERIOD, payer: 'Conty', clientIds: [clientId] };
  expectIssue(await api.call(manager.token, 'POST /api/invoices', { body }), {
    path: 'payer',
    message: 'There is no payer with this name. Choose another payer.',
  });
  expect(await calls.draft({ payer: 'COUNTY', clientIds: [clientId] })).toMatchObject({
    payer: 'County',
    lines: [{ noteIds: [note.id] }],
  });
});

test('an invoice to a payer is for 300 clients, and for at most 5,000 [14.invoice.1]', async () => {
  const scenario = await createReviewScenario(api);
  const { business, manager, clientId } = scenario;
  const calls = createInvoiceCalls(api, scenario);
  await createAuthorization(api, business, { clientId, payer: 'County', reference: 'A-1' });
  const note = await calls.approve();
  const others = await api.sql<{ id: string }>(
    `insert into clients (business_id, company_name, contact_name)
     select $1, 'C-' || n, 'Cleo' from generate_series(1, 299) n returning id`,
    [business.id],
  );
  const clientIds = [...others.map(({ id }) => Number(id)), clientId];
  const draft = await calls.draft({ payer: 'County', clientIds });
  expect(draft.lines.flatMap(({ noteIds }) => noteIds)).toEqual([note.id]);
  expect(draft.clientIds).toHaveLength(300);
  const body = { ...PERIOD, payer: 'County', clientIds: Array(5_001).fill(clientId) };
  expectIssue(await api.call(manager.token, 'POST /api/invoices', { body }), {
    path: 'clientIds',
    message: 'Choose up to 5,000 clients',
  });
});

test('clients of another business are 404, and the last visits of an archived client are billed [14.invoice.1]', async () => {
  const [scenario, neighbor] = await Promise.all([createReviewScenario(api), createReviewScenario(api)]);
  const { manager, clientId } = scenario;
  const create = (body: Record<string, unknown>) =>
    api.call(manager.token, 'POST /api/invoices', { body: { ...PERIOD, ...body } });
  expectError(await create({ clientId: neighbor.clientId }), 404, 'not_found');
  expectError(await create({ payer: 'County', clientIds: [clientId, neighbor.clientId] }), 404, 'not_found');
  const note = await createInvoiceCalls(api, scenario).approve();
  await api.ok(manager.token, 'DELETE /api/clients/:id', { params: { id: clientId } });
  const { body } = await create({ clientId });
  expect(body.lines.flatMap(({ noteIds }) => noteIds)).toEqual([note.id]);
  const issued = await api.call(manager.token, 'POST /api/invoices/:id/issue', { params: { id: body.id } });
  expect(issued.status).toBe(200);
});
