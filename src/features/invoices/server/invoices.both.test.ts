import { describe, expect, test } from 'vitest';
import { openInvoiceBusiness } from '#tests/support/factories/invoices.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { expectInvariants, findFault } from '#tests/support/helpers/expectInvariants.ts';

const api = useApi({ RATE_LIMITS: 'off' });

const openBusiness = (settings?: object) => openInvoiceBusiness(api, settings);

/** The last row of the audit log about an invoice. */
const lastAudited = async (businessId: number) => {
  const [row] = await api.sql<{ action: string; details: Record<string, unknown> }>(
    `select action, details from audit_log where business_id = $1 and object = 'invoice' order by seq desc limit 1`,
    [businessId],
  );
  return row;
};

test('a draft collects the approved visits of a period, and is issued with a number, a due date and a digest [14.invoice.1,2,6]', async () => {
  const { business, manager, calls } = await openBusiness({
    taxRate: '8.875',
    taxId: 'US 12',
    currency: 'EUR',
  });
  const first = await calls.approve();
  const second = await calls.approve({ workDate: '2026-03-03', startTime: '08:00', endTime: '08:10' });
  const draft = await calls.draft();
  expect(draft).toMatchObject({
    number: null,
    state: 'draft',
    billToName: 'Cleo Client',
    billTo: { name: 'Cleo Client', address: '2 Side Street' },
    currency: 'EUR',
    subtotal: '150.00',
    taxRate: '8.875',
    // 13.3125, rounded half up.
    tax: '13.31',
    total: '163.31',
    issuedOn: null,
    digest: null,
    notIncluded: [],
    changedNoteIds: [],
    can: { edit: true, delete: true, issue: true, void: false, recordPayment: false },
  });
  expect(draft.lines).toMatchObject([
    {
      firstDay: '2026-03-02',
      startTime: '09:00',
      quantity: '9.00',
      rate: '15.00',
      amount: '135.00',
      noteIds: [first.id],
    },
    { firstDay: '2026-03-03', endTime: '08:10', quantity: '1.00', amount: '15.00', noteIds: [second.id] },
  ]);
  const { body: issued, status } = await calls.issue(draft.id);
  const year = issued.issuedOn?.slice(0, 4);
  expect(status).toBe(200);
  expect(issued).toMatchObject({
    number: `${year}-0001`,
    state: 'issued',
    total: '163.31',
    due: '163.31',
    lines: draft.lines,
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    issuedByName: 'Mia Boss',
    can: { edit: false, delete: false, issue: false, void: true, recordPayment: true },
  });
  expect(Date.parse(issued.dueOn ?? '') - Date.parse(issued.issuedOn ?? '')).toBe(30 * 86_400_000);
  expect(await lastAudited(business.id)).toMatchObject({
    action: 'issued',
    details: { number: issued.number, total: '163.31', digest: issued.digest },
  });
  const rows = await api.ok(manager.token, 'GET /api/invoices');
  expect(rows.map(({ id, number, total }) => [id, number, total])).toEqual([
    [draft.id, issued.number, '163.31'],
  ]);
  await expectInvariants(api);
});

test('a draft is not issued for another total or currency than the caller confirmed [14.invoice.13]', async () => {
  const { manager, calls } = await openBusiness();
  await calls.approve();
  const { id } = await calls.draft();
  const confirmed = { total: '135.00', currency: 'USD' };
  const change = (body: object) => api.ok(manager.token, 'PUT /api/business', { body: { ...body } });
  const expectRefused = async (path: string, sum: string) => {
    const refused = await calls.issue(id, confirmed);
    expectError(refused, 409, 'invoice_changed');
    const message = `The total of this draft is now ${sum}. Review the draft before you issue it.`;
    expect(refused.error).toMatchObject({ message, issues: [{ path, message }] });
  };
  await change({ taxRate: 7 });
  await expectRefused('total', '144.45 USD');
  await change({ taxRate: 0, currency: 'EUR' });
  await expectRefused('currency', '135.00 EUR');
  const [listed] = await api.ok(manager.token, 'GET /api/invoices');
  expect([listed?.currency, (await calls.read(id)).currency]).toEqual(['EUR', 'EUR']);
  await change({ currency: 'USD' });
  await calls.change(id, { otherLines: [{ description: 'Credit', quantity: 1, rate: '-5' }] });
  await expectRefused('total', '130.00 USD');
  expect(await calls.read(id)).toMatchObject({ state: 'draft', number: null });
  const { status, body } = await calls.issue(id, { total: 130, currency: 'USD' });
  expect([status, body.total, body.number?.split('-')[1]]).toEqual([200, '130.00', '0001']);
});

test('an issued invoice stays as it is when the rates, the client and the settings change [14.invoice.6]', async () => {
  const { manager, clientId, calls } = await openBusiness();
  await calls.approve();
  const { body: issued } = await calls.issue((await calls.draft()).id);
  await api.ok(manager.token, 'PUT /api/clients/:id', {
    params: { id: clientId },
    body: { unitRate: '99.00', contactName: 'Renamed', address: 'Elsewhere' },
  });
  await api.ok(manager.token, 'PUT /api/business', {
    body: { name: 'Renamed Ltd', taxRate: 10, currency: 'GBP' },
  });
  expect(await calls.read(issued.id)).toEqual(issued);
  const { id: draftId } = await calls.draft({ from: '2026-04-01', to: '2026-04-30' });
  // The list has the name on the invoice, and finds it by the client who has another one now.
  const rows = await api.ok(manager.token, 'GET /api/invoices', { query: { clientId } });
  expect(rows.map(({ id, billToName }) => [id, billToName])).toEqual([
    [draftId, 'Renamed'],
    [issued.id, 'Cleo Client'],
  ]);
  for (const answer of [
    await calls.change(issued.id),
    await calls.remove(issued.id),
    await calls.issue(issued.id),
  ])
    expectError(answer, 409, 'invoice_not_draft');
});

test('a note on an issued invoice is neither reopened, denied, edited nor deleted until the invoice is void [14.invoice.7]', async () => {
  const { manager, author, clientId, calls, review } = await openBusiness();
  const note = await calls.approve();
  const readNote = () => api.ok(manager.token, 'GET /api/notes/:id', { params: { id: note.id } });
  const remove = () => api.call(manager.token, 'DELETE /api/notes/:id', { params: { id: note.id } });
  const { body: issued } = await calls.issue((await calls.draft()).id);
  expect(await readNote()).toMatchObject({ isBilled: true, can: { reopen: false, delete: false } });
  expectError(await review(note.id, { action: 'reopen', reason: 'Wrong' }), 409, 'note_billed');
  expectError(await review(note.id, { action: 'deny', reason: 'No' }), 409, 'note_billed');
  expectError(await remove(), 409, 'note_billed');
  const edited = await api.call(author.token, 'PUT /api/notes/:id', {
    params: { id: note.id },
    body: buildNoteForm(clientId),
  });
  expectError(edited, 409, 'note_billed');
  expect((await calls.void(issued.id, 'Wrong rate')).body).toMatchObject({
    number: issued.number,
    state: 'void',
    voidReason: 'Wrong rate',
    lines: issued.lines,
    due: '0.00',
  });
  expect(await readNote()).toMatchObject({ isBilled: false, can: { reopen: true, delete: true } });
  const second = await calls.draft();
  expect(second.lines.flatMap(({ noteIds }) => noteIds)).toEqual([note.id]);
  expect((await calls.issue(second.id)).body.number).toMatch(/-0002$/);
  expectError(await calls.void(issued.id), 409, 'invoice_not_issued');
});

test.each<[change: string, fault: string]>([
  [`document = replace(document, '135.00', '136.00')`, 'its document was changed'],
  ["total = '136.00'", 'its number or its total was changed'],
  ["number = 'X-1'", 'its number or its total was changed'],
  ["bill_to_name = 'Someone'", 'its recipient was changed'],
  ['document = null', 'its document is missing'],
])('npm run verify finds an invoice whose row was changed: %s [14.invoice.6]', async (change, fault) => {
  const { calls } = await openBusiness();
  await calls.approve();
  const { id } = (await calls.issue((await calls.draft()).id)).body;
  const [before] = await api.sql<Record<string, unknown>>(
    'select document, total, number, bill_to_name from invoices where id = $1',
    [id],
  );
  await api.sql(`update invoices set ${change} where id = $1`, [id]);
  expect(await findFault(api, 'invoices')).toContain(fault);
  await api.sql(
    'update invoices set document = $2, total = $3, number = $4, bill_to_name = $5 where id = $1',
    [id, before?.['document'], before?.['total'], before?.['number'], before?.['bill_to_name']],
  );
  expect(await findFault(api, 'invoices')).toBeNull();
});

describe('payments', () => {
  test('are recorded until an invoice is paid, and corrected by a negative one [14.invoice.8]', async () => {
    const { business, calls } = await openBusiness();
    await calls.approve();
    const { id } = await calls.draft();
    expectError(await calls.pay(id, '1.00'), 409, 'invoice_not_issued');
    await calls.issue(id);
    expect((await calls.pay(id, '100.00', { note: ' Check 12 ' })).body).toMatchObject({
      state: 'partly_paid',
      paid: '100.00',
      due: '35.00',
      payments: [{ amount: '100.00', date: '2026-03-31', note: 'Check 12', recordedByName: 'Mia Boss' }],
    });
    expect((await calls.read(id)).can.void).toBe(false);
    expectError(await calls.void(id), 409, 'invoice_has_payments');
    expectIssue(await calls.pay(id, '35.01'), { path: 'amount', message: 'Only 35.00 USD is due' });
    expectIssue(await calls.pay(id, '-100.01'), { path: 'amount', message: 'Only 100.00 USD was paid' });
    expectIssue(await calls.pay(id, '1.005'), { path: 'amount', message: 'Use at most two decimal places' });
    expectIssue(await calls.pay(id, 0), { path: 'amount', message: 'Enter an amount' });
    expectIssue(await calls.pay(id, 1, { date: '2099-01-01' }), {
      path: 'date',
      message: 'This day is in the future',
    });
    expect((await calls.pay(id, 35)).body).toMatchObject({ state: 'paid', due: '0.00' });
    expect((await calls.pay(id, '-135.00')).body).toMatchObject({
      state: 'issued',
      paid: '0.00',
      due: '135.00',
    });
    expect(await lastAudited(business.id)).toMatchObject({
      action: 'payment_recorded',
      details: { amount: '-135.00' },
    });
    expect((await calls.void(id)).body.state).toBe('void');
    await expectInvariants(api);
  });
});

test('a $0 invoice is marked paid when it is issued, without a payment, and can be voided [14.invoice.8]', async () => {
  const { calls } = await openBusiness();
  await calls.approve();
  const { id } = await calls.draft();
  await calls.change(id, { otherLines: [{ description: 'Credit', quantity: 1, rate: '-135.00' }] });
  const { body: issued } = await calls.issue(id);
  expect(issued).toMatchObject({
    state: 'paid',
    total: '0.00',
    can: { void: true, recordPayment: false },
  });
  const { body: voided } = await calls.void(id);
  expect(voided).toMatchObject({ state: 'void', can: { void: false } });
});

describe('what can be billed', () => {
  const NONE = { current: '0.00', days30: '0.00', days60: '0.00', days90: '0.00', older: '0.00' };

  test('is listed by client until a draft has it, with unpaid amounts by their age [14.invoice.9]', async () => {
    const { clientId, business, calls } = await openBusiness();
    await calls.approve();
    await calls.approve({ workDate: '2026-03-04' });
    const { open, aging, currency } = await calls.open();
    expect(currency).toBe('USD');
    expect(open).toEqual([
      {
        clientId,
        clientName: expect.stringMatching(/^Cleo Client \(/),
        payer: null,
        visits: 2,
        units: '18.00',
        amount: '270.00',
        firstDay: '2026-03-02',
        lastDay: '2026-03-04',
        days: expect.any(Number),
      },
    ]);
    expect(aging).toEqual(NONE);
    const { id } = await calls.draft();
    expect((await calls.open()).open).toEqual([]);
    await calls.issue(id);
    expect((await calls.open()).aging).toEqual({ ...NONE, current: '270.00' });
    await calls.pay(id, '70.00');
    const ages = [
      [0, 'current'],
      [1, 'days30'],
      [30, 'days30'],
      [31, 'days60'],
      [61, 'days90'],
      [91, 'older'],
    ] as const;
    for (const [days, age] of ages) {
      // The due date is frozen, so only the database can make it a past one.
      await api.sql(
        `update invoices set due_on = (now() at time zone 'America/Chicago')::date - $2::int where business_id = $1`,
        [business.id, days],
      );
      expect((await calls.open()).aging).toEqual({ ...NONE, [age]: '200.00' });
    }
    const overdue = await api.ok(business.admin.token, 'GET /api/invoices', { query: { state: 'overdue' } });
    expect(overdue.map((row) => [row.id, row.isOverdue])).toEqual([[id, true]]);
  });
});
