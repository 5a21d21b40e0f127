/** Drafts: what they leave out, free lines, and changes between a draft and its issue. */

import { describe, expect, test } from 'vitest';
import { createInvoiceCalls } from '#tests/support/factories/invoices.ts';
import { createSignedNote, toQuarterHour } from '#tests/support/factories/notes.ts';
import { createDispute } from '#tests/support/factories/receipts.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';
import { captureStatements } from '#tests/support/helpers/statements.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const scenario = setUpEach(() => createReviewScenario(api));
const calls = setUpEach(() => Promise.resolve(createInvoiceCalls(api, scenario)));

const omitted = (draft: { notIncluded: { noteId: number; why: string }[] }) =>
  draft.notIncluded.map(({ noteId, why }) => [noteId, why]);

test('a draft reads its visits once when it is created and when it is changed, and returns what a read returns [14.invoice.1,4]', async () => {
  const { author, clientId } = scenario;
  for (const number of [1, 2]) await calls.approve(toQuarterHour(number));
  await createSignedNote(api, author, { clientId, ...toQuarterHour(3) });
  const capture = captureStatements(api);
  const countReads = async (work: () => Promise<unknown>) => {
    const isRead = /^select .*"modifiers".* from "notes"/s;
    return (await capture(work)).filter(({ text }) => isRead.test(text)).length;
  };
  let id = 0;
  for (const write of [calls.draft, async () => (await calls.change(id)).body]) {
    let draft: Awaited<ReturnType<typeof calls.read>> | undefined;
    expect(await countReads(async () => (draft = await write()))).toBe(1);
    expect([draft?.lines.length, draft?.notIncluded.length]).toEqual([2, 1]);
    id = draft?.id ?? 0;
    expect(await calls.read(id)).toEqual(draft);
  }
});

test('every visit of the period that is not on a draft is listed with the reason [14.invoice.3]', async () => {
  const { author, manager, clientId, review } = scenario;
  const sign = (number: number, fields: Record<string, unknown> = {}) =>
    createSignedNote(api, author, { clientId, ...toQuarterHour(number), ...fields });
  const approve = (number: number) => calls.approve(toQuarterHour(number));
  const approved = await approve(1);
  const first = await calls.draft();
  const pending = await sign(2);
  const held = await sign(3);
  await review(held.id, { action: 'hold' });
  const returned = await sign(4);
  await review(returned.id, { action: 'return', comment: 'Again, please.' });
  const denied = await sign(5);
  await review(denied.id, { action: 'deny', reason: 'No' });
  const disputed = await approve(6);
  await createDispute(api, manager, { noteId: disputed.id });
  const empty = await approve(7);
  await api.sql('update notes set time_units_used = 0 where id = $1', [empty.id]);
  const outside = await calls.approve({ workDate: '2026-04-01' });
  const draft = await calls.draft();
  expect(draft.lines).toEqual([]);
  expect(omitted(draft)).toEqual([
    [approved.id, 'billed'],
    [pending.id, 'pending'],
    [held.id, 'on_hold'],
    [returned.id, 'sent_back'],
    [denied.id, 'denied'],
    [disputed.id, 'disputed'],
    [empty.id, 'no_units'],
  ]);
  expect(draft.notIncluded[0]).toMatchObject({ clientId, invoiceId: first.id, claimBatchId: null });
  expect(draft.notIncluded[1]).toMatchObject({ clientId, invoiceId: null, claimBatchId: null });
  expect(omitted(await calls.draft({ to: '2026-04-01' })).map(([id]) => id)).not.toContain(outside.id);
  expect(omitted(await calls.read(first.id)).map(([id]) => id)).not.toContain(approved.id);
});

test('a billed visit is listed as billed, also when its service requires an authorization later [14.invoice.3]', async () => {
  const note = await calls.approve();
  await calls.draft();
  const require = `update services set authorization_required = 'block' where business_id = $1`;
  await api.sql(require, [scenario.business.id]);
  expect(omitted(await calls.draft())).toEqual([[note.id, 'billed']]);
});

test('a draft without lines is not issued, and deleting one frees its visits [14.invoice.4]', async () => {
  expectError(await calls.issue((await calls.draft()).id), 409, 'invoice_empty');
  const note = await calls.approve();
  const first = await calls.draft();
  expect((await calls.draft()).lines).toEqual([]);
  expect((await calls.remove(first.id)).status).toBe(204);
  expect((await calls.draft()).lines.flatMap(({ noteIds }) => noteIds)).toEqual([note.id]);
  expectError(await calls.remove(first.id), 404, 'not_found');
});

describe('a draft that is changed', () => {
  test('leaves out visits by choice, and collects newly approved ones [14.invoice.4]', async () => {
    const note = await calls.approve();
    const { id } = await calls.draft();
    const later = await calls.approve({ workDate: '2026-03-09' });
    const { body } = await calls.change(id, { excludedNoteIds: [note.id] });
    expect(body.lines.flatMap(({ noteIds }) => noteIds)).toEqual([later.id]);
    expect(omitted(body)).toEqual([[note.id, 'excluded']]);
    expect((await calls.change(id)).body.lines).toHaveLength(2);
  });

  test('is not changed when a colleague changed it after it was read [14.invoice.14]', async () => {
    const note = await calls.approve();
    const { id, updatedAt } = await calls.draft();
    const { body: changed } = await calls.change(id, { to: '2026-03-30', updatedAt });
    expect(changed).toMatchObject({ to: '2026-03-30', lines: [{ noteIds: [note.id] }] });
    expectError(await calls.change(id, { excludedNoteIds: [note.id], updatedAt }), 409, 'invoice_changed');
    expect(await calls.read(id)).toEqual(changed);
    const left = await calls.change(id, { excludedNoteIds: [note.id], updatedAt: changed.updatedAt });
    expect([left.status, left.body.lines]).toEqual([200, []]);
  });

  test('stores half a surrogate pair in a free line as a replacement character, and whole ones as they are [14.invoice.4 R-20]', async () => {
    const { id } = await calls.draft();
    const describe = (description: string) =>
      calls.change(id, { otherLines: [{ description, quantity: 1, rate: 1 }] });
    for (const half of ['\ud83d', '\ude00', '\ud83d\ud83d'])
      expect((await describe(`Bus ${half}.`)).body.otherLines).toMatchObject([
        { description: `Bus ${half.toWellFormed()}.` },
      ]);
    // Escaped in the JSON, as other clients may send it.
    const sent = await api.server.app.inject({
      method: 'PUT',
      url: `/api/invoices/${id}`,
      headers: { authorization: `Bearer ${scenario.manager.token}`, 'content-type': 'application/json' },
      payload: `{"from":"2026-03-01","to":"2026-03-31","grouping":"visit","otherLines":[{"description":"\\uD83D\\uDE00 \\\\ud83d \\uDE00","quantity":1,"rate":1}]}`,
    });
    expect(sent.json()).toMatchObject({ otherLines: [{ description: '\u{1F600} \\ud83d \ufffd' }] });
  });

  test('has free lines with amounts rounded half away from zero, also as a credit [14.invoice.4,5]', async () => {
    await calls.approve();
    const { id } = await calls.draft();
    const otherLines = [
      { description: ' Mileage ', quantity: '12.5', rate: '0.67' },
      { description: 'Credit', quantity: 0.5, rate: '-0.25' },
    ];
    const { body } = await calls.change(id, { otherLines });
    expect(body.otherLines).toEqual([
      { description: 'Mileage', quantity: '12.50', rate: '0.67' },
      { description: 'Credit', quantity: '0.50', rate: '-0.25' },
    ]);
    // 8.375 and -0.125.
    expect(body.lines.map(({ amount }) => amount)).toEqual(['135.00', '8.38', '-0.13']);
    expect(body.total).toBe('143.25');
    await calls.change(id, { otherLines: [{ description: 'Credit', quantity: 1, rate: '-135.01' }] });
    expectError(await calls.issue(id), 409, 'invoice_negative');
  });

  test('has one line for each service and rate when grouped, whose sum is rounded once [14.invoice.5]', async () => {
    const { manager, clientId } = scenario;
    const setRate = (unitRate: string) =>
      api.ok(manager.token, 'PUT /api/clients/:id', { params: { id: clientId }, body: { unitRate } });
    for (const number of [1, 2, 3]) await calls.approve(toQuarterHour(number));
    await setRate('7.77');
    await calls.approve(toQuarterHour(4));
    await calls.approve({ ...toQuarterHour(5), category: 'transitional' });
    const { body } = await calls.change((await calls.draft()).id, { grouping: 'service' });
    expect(
      body.lines.map((line) => [line.quantity, line.rate, line.amount, line.noteIds.length, line.startTime]),
    ).toEqual([
      ['3.00', '15.00', '45.00', 3, null],
      ['1.00', '7.77', '7.77', 1, null],
      ['1.00', '7.77', '7.77', 1, null],
    ]);
  });

  test.each<[fields: Record<string, unknown>, path: string]>([
    [{ from: '2026-02-30' }, 'from'],
    [{ to: '2026-02-01' }, 'to'],
    [{ grouping: 'day' }, 'grouping'],
    [{ updatedAt: 'yesterday' }, 'updatedAt'],
    [{ otherLines: [{ description: ' ', quantity: 1, rate: 1 }] }, 'otherLines.0.description'],
    [{ otherLines: [{ description: 'A', quantity: -1, rate: 1 }] }, 'otherLines.0.quantity'],
    [{ otherLines: [{ description: 'A', quantity: 1, rate: 'x' }] }, 'otherLines.0.rate'],
    [{ otherLines: [{ description: 'A', quantity: 1, rate: '1.005' }] }, 'otherLines.0.rate'],
    [{ otherLines: [{ description: 'A', quantity: 0.125, rate: 1 }] }, 'otherLines.0.quantity'],
    [{ otherLines: Array(51).fill({ description: 'A', quantity: 1, rate: 1 }) }, 'otherLines'],
    [{ otherLines: [{ description: 'A', quantity: '99999.99', rate: '9999999.99' }] }, 'to'],
  ])('is refused with 400 at the field for %j [14.invoice.4]', async (fields, path) => {
    const answer = await calls.change((await calls.draft()).id, fields);
    expect([answer.status, answer.error?.issues?.[0]?.path]).toEqual([400, path]);
  });
});

test.each<[body: Record<string, unknown>, path: string, message: string]>([
  [{}, 'clientId', 'Choose a client or payer'],
  [{ clientId: 1, payer: 'County' }, 'clientId', 'Choose a client or payer'],
  [{ payer: 'County' }, 'clientIds', 'Choose at least one client'],
  [{ clientId: 1, to: '2026-02-01' }, 'to', 'The end is before the start'],
])('POST /api/invoices is refused with 400 for %j [14.invoice.1]', async (body, path, message) => {
  const period = { from: '2026-03-01', to: '2026-03-31' };
  expectIssue(
    await api.call(scenario.manager.token, 'POST /api/invoices', { body: { ...period, ...body } }),
    { path, message },
  );
});

describe('a visit that changes after it was put on a draft', () => {
  test('by a dispute is dropped, and the draft is issued only after an update [14.invoice.7]', async () => {
    const { manager } = scenario;
    const note = await calls.approve();
    const other = await calls.approve({ workDate: '2026-03-03' });
    const { id } = await calls.draft();
    await createDispute(api, manager, { noteId: note.id });
    const read = await calls.read(id);
    expect(read).toMatchObject({ changedNoteIds: [note.id], total: '135.00' });
    expect(omitted(read)).toEqual([[note.id, 'disputed']]);
    const refused = await calls.issue(id);
    expectError(refused, 409, 'invoice_changed');
    expect(refused.error?.issues?.map(({ path }) => path)).toEqual([`notes.${note.id}`]);
    await calls.change(id);
    const { body } = await calls.issue(id);
    expect(body.lines.flatMap(({ noteIds }) => noteIds)).toEqual([other.id]);
  });

  test('by a new approval at another rate or by its deletion is found when the draft is issued [14.invoice.7]', async () => {
    const { manager, clientId, review } = scenario;
    const note = await calls.approve();
    const { id } = await calls.draft();
    await review(note.id, { action: 'reopen', reason: 'Wrong rate' });
    await api.ok(manager.token, 'PUT /api/clients/:id', {
      params: { id: clientId },
      body: { unitRate: '20.00' },
    });
    await review(note.id, { action: 'approve' });
    expectError(await calls.issue(id), 409, 'invoice_changed');
    expect((await calls.change(id)).body.total).toBe('180.00');
    await api.ok(manager.token, 'DELETE /api/notes/:id', { params: { id: note.id } });
    expectError(await calls.issue(id), 409, 'invoice_changed');
    expect((await calls.change(id)).body.lines).toEqual([]);
  });
});

test('a note approved before rates were stored gets its rate when it is first put on a draft [14.invoice.2]', async () => {
  const { manager, clientId } = scenario;
  const note = await calls.approve();
  await api.sql('update notes set unit_rate = null where id = $1', [note.id]);
  const { id, total } = await calls.draft();
  expect(total).toBe('135.00');
  await api.ok(manager.token, 'PUT /api/clients/:id', {
    params: { id: clientId },
    body: { unitRate: '20.00' },
  });
  expect(await calls.read(id)).toMatchObject({ changedNoteIds: [], total: '135.00' });
  await calls.remove(id);
  expect((await calls.draft()).total).toBe('135.00');
});

test('a dispute after the issue is shown on the invoice, which stays [14.invoice.7]', async () => {
  const { manager } = scenario;
  const note = await calls.approve();
  const { body: issued } = await calls.issue((await calls.draft()).id);
  await createDispute(api, manager, { noteId: note.id });
  const { id: noteId, title } = note;
  expect(await calls.read(issued.id)).toEqual({
    ...issued,
    disputedNotes: [{ noteId, title, clientName: 'Cleo Client', workDate: '2026-03-02' }],
  });
});

test('the dispute of a billed visit is answered, and the invoice stays without the Disputed badge [14.invoice.7]', async () => {
  const { manager } = scenario;
  const note = await calls.approve();
  const { body: issued } = await calls.issue((await calls.draft()).id);
  await createDispute(api, manager, { noteId: note.id });
  const params = { id: note.id };
  const body = { answer: 'We asked her.' };
  const [answered] = await api.ok(manager.token, 'POST /api/notes/:id/dispute/resolve', { params, body });
  expect(answered).toMatchObject({ answer: 'We asked her.' });
  expect(await api.ok(manager.token, 'GET /api/notes/:id', { params })).toMatchObject({
    status: 'resolved',
    isBilled: true,
    disputed: false,
  });
  expect(await calls.read(issued.id)).toEqual(issued);
});

test('numbers follow the format, begin again with another one and are never given twice [14.invoice.6]', async () => {
  const { manager } = scenario;
  const setFormat = (invoiceNumberFormat: string) =>
    api.call(manager.token, 'PUT /api/business', { body: { invoiceNumberFormat } });
  const issue = async () => {
    await calls.approve({ workDate: '2026-03-05' });
    return calls.issue((await calls.draft()).id);
  };
  await setFormat('R {00}');
  expect((await issue()).body.number).toBe('R 01');
  await setFormat('R 0{0}');
  expectError(await issue(), 409, 'number_taken');
  await setFormat('{YYYY}/{00000}');
  const [open] = await api.ok(manager.token, 'GET /api/invoices', { query: { state: 'draft' } });
  expect((await calls.issue(open?.id ?? 0)).body.number).toMatch(/^20\d\d\/00001$/);
  for (const format of ['{YYYY}', '0000', '{00}{00}', '<{00}>', '{000000000}', ''])
    expect((await setFormat(format)).error?.issues?.[0]?.path).toBe('invoiceNumberFormat');
});
