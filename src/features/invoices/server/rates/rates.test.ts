/** Rates with a first day: what a visit is billed at, and what a change of rates does. */

import { describe, expect, test } from 'vitest';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createInvoiceCalls, PERIOD } from '#tests/support/factories/invoices.ts';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const scenario = setUpEach(async () => {
  const one = await createReviewScenario(api);
  const services = await api.ok(one.manager.token, 'GET /api/business-services');
  const serviceId = services.find(({ key }) => key === 'sustaining')?.id ?? 0;
  return { ...one, serviceId, calls: createInvoiceCalls(api, one) };
});

const change = (body: object) =>
  api.call(scenario.manager.token, 'PUT /api/business-services/:id', {
    params: { id: scenario.serviceId },
    body,
  });
const preview = (rates: object[]) =>
  api.ok(scenario.manager.token, 'POST /api/business-services/:id/rates/preview', {
    params: { id: scenario.serviceId },
    body: { rates },
  });
const read = (id: number, token = scenario.manager.token) =>
  api.ok(token, 'GET /api/notes/:id', { params: { id } });
const today = () => new Date().toISOString().slice(0, 10);

const SCHEDULE = [
  { from: null, unitRate: '6.50' },
  { from: '2026-03-09', unitRate: '6.8725' },
];

describe('a visit', () => {
  test('is billed at the rate of its work date, rounded half up, also when it is approved later [15.rates.1]', async () => {
    const { calls } = scenario;
    await change({ rates: SCHEDULE });
    const before = await calls.approve({ workDate: '2026-03-08' });
    const first = await calls.approve({ workDate: '2026-03-09' });
    const after = await calls.approve({ workDate: '2026-03-20', startTime: '09:00', endTime: '09:30' });
    expect([before, first, after].map(({ unitRate }) => unitRate)).toEqual(['6.50', '6.8725', '6.8725']);
    const draft = await calls.draft();
    // 9 × 6.8725 = 61.8525 and 2 × 6.8725 = 13.745.
    expect(draft.lines.map(({ rate, amount }) => [rate, amount])).toEqual([
      ['6.50', '58.50'],
      ['6.8725', '61.85'],
      ['6.8725', '13.75'],
    ]);
    const { body } = await calls.issue(draft.id);
    expect(body).toMatchObject({ state: 'issued', total: '134.10' });
    await expectInvariants(api);
  });

  test('has the rate of its authorization on that day, else of its service, else of its client [15.rates.1]', async () => {
    const { business, clientId, calls } = scenario;
    await createAuthorization(api, business, {
      clientId,
      rates: [
        { from: '2026-03-10', unitRate: '8' },
        { from: '2026-03-20', unitRate: null },
      ],
    });
    await change({ rates: [{ from: '2026-03-05', unitRate: '7.0001' }] });
    const days = ['2026-03-04', '2026-03-05', '2026-03-10', '2026-03-20'];
    const rates = [];
    for (const workDate of days) rates.push((await calls.approve({ workDate })).unitRate);
    expect(rates).toEqual(['15.00', '7.0001', '8.00', '7.0001']);
  });

  test('shows managers the rate of its work date beside the one of today [15.rates.2]', async () => {
    const { author, clientId } = scenario;
    await change({ rates: [...SCHEDULE, { from: '2026-04-01', unitRate: '7.1' }] });
    const { id } = await createSignedNote(api, author, { clientId, workDate: '2026-03-10' });
    expect(await read(id)).toMatchObject({ unitRate: null, workDateRate: '6.8725', todayRate: '7.10' });
    const own = await read(id, author.token);
    for (const field of ['unitRate', 'workDateRate', 'todayRate']) expect(own).not.toHaveProperty(field);
  });

  test('has the rate of its work date in its evidence [15.rates.1]', async () => {
    const { author, clientId, manager } = scenario;
    await change({ rates: SCHEDULE });
    const { id } = await createSignedNote(api, author, { clientId, workDate: '2026-03-10' });
    const evidence = await api.ok(manager.token, 'GET /api/notes/:id/evidence', { params: { id } });
    expect(JSON.parse(evidence.billing ?? '')).toMatchObject({ unitRate: '6.8725' });
  });
});

describe('the rates of a service', () => {
  test('begin as one rate for all days; unitRate adds one from today, and returns today’s rate [15.rates.3]', async () => {
    const { token } = scenario.manager;
    const body = { name: 'Home care', unitRate: 6.8725 };
    const added = await api.ok(token, 'POST /api/business-services', { body });
    expect(added).toMatchObject({ unitRate: '6.8725', rates: [{ from: null, unitRate: '6.8725' }] });
    const params = { id: added.id };
    const put = (fields: object) => api.ok(token, 'PUT /api/business-services/:id', { params, body: fields });
    const changed = await put({ unitRate: '7.1' });
    const rates = [
      { from: null, unitRate: '6.8725' },
      { from: today(), unitRate: '7.10' },
    ];
    expect(changed).toMatchObject({ unitRate: '7.10', rates });
    // A response can be sent back as a request.
    expect(await put({ unitRate: changed.unitRate, rates: changed.rates })).toEqual(changed);
    expect(await put({ unitRate: 7.25 })).toMatchObject({
      rates: [rates[0], { ...rates[1], unitRate: '7.25' }],
    });
    const planned = [
      { from: '2099-01-01', unitRate: '9' },
      { from: null, unitRate: '8' },
    ];
    expect(await put({ rates: planned })).toMatchObject({
      unitRate: '8.00',
      rates: [
        { from: null, unitRate: '8.00' },
        { from: '2099-01-01', unitRate: '9.00' },
      ],
    });
    expect(await put({ rates: [] })).toMatchObject({ unitRate: null, rates: [] });
  });

  test.each([
    [{ rates: [{ from: '2026-02-30', unitRate: 5 }] }, 'rates.0.from', 'Enter a date'],
    [{ rates: [{ from: '2026-3-1', unitRate: 5 }] }, 'rates.0.from', 'Enter a date'],
    [{ rates: [{ from: null, unitRate: '6.87251' }] }, 'rates.0.unitRate', 'Use at most four decimal places'],
    [{ rates: [{ from: null, unitRate: '1,5' }] }, 'rates.0.unitRate', 'Must be a number'],
    [{ rates: [{ from: null, unitRate: -1 }] }, 'rates.0.unitRate', 'Must be at least 0'],
    [
      {
        rates: [
          { from: null, unitRate: 1 },
          { from: null, unitRate: 2 },
        ],
      },
      'rates.1.from',
      'Enter the first day of this rate',
    ],
    [
      {
        rates: [
          { from: '2026-03-01', unitRate: 1 },
          { from: '2026-03-01', unitRate: 1 },
        ],
      },
      'rates.1.from',
      'Another rate starts on this day',
    ],
    [
      { unitRate: 6, rates: [{ from: null, unitRate: 5 }] },
      'unitRate',
      'rates and unitRate disagree. Send only one of them',
    ],
    [{ unitRate: '6.87251' }, 'unitRate', 'Use at most four decimal places'],
  ])('are refused as %j with 400 at %s [15.rates.3]', async (body, path, message) => {
    expectIssue(await change(body), { path, message });
    const { token } = scenario.manager;
    const added = await api.call(token, 'POST /api/business-services', { body: { name: 'New', ...body } });
    expectIssue(added, { path, message });
    const params = { id: scenario.clientId };
    const authorized = await api.call(token, 'POST /api/clients/:id/services', {
      params,
      body: { category: 'sustaining', ...body },
    });
    expectIssue(authorized, { path, message });
  });
});

describe('a new rate', () => {
  const RAISED = [
    { from: null, unitRate: '6.50' },
    { from: '2026-03-09', unitRate: '7' },
  ];

  test('previews its effect on approved visits that are not billed, and then has exactly that effect [15.rates.4,5]', async () => {
    const { calls, author, clientId, audited } = scenario;
    await change({ rates: [{ from: null, unitRate: '6.50' }] });
    const issuedVisit = await calls.approve({ workDate: '2026-03-09' });
    const { id: invoiceId } = await calls.draft();
    await calls.issue(invoiceId);
    const issued = await calls.read(invoiceId);
    const earlier = await calls.approve({ workDate: '2026-03-08' });
    const onDraft = await calls.approve({ workDate: '2026-03-10' });
    const draft = await calls.draft({ from: '2026-03-10' });
    const open = await calls.approve({ workDate: '2026-03-11' });
    await createSignedNote(api, author, { clientId, workDate: '2026-03-12' });
    const effect = {
      visits: 2,
      onDrafts: 1,
      firstDay: '2026-03-10',
      lastDay: '2026-03-11',
      before: '117.00',
      after: '126.00',
      currency: 'USD',
    };
    expect(await preview(RAISED)).toEqual(effect);
    expect((await read(open.id)).unitRate).toBe('6.50');
    expectError(await change({ rates: RAISED, affectedVisits: 1 }), 409, 'visits_affected');
    expect((await read(open.id)).unitRate).toBe('6.50');
    expect((await change({ rates: RAISED, affectedVisits: 2 })).status).toBe(200);
    const notes = [issuedVisit, earlier, onDraft, open];
    const rates = [];
    for (const { id } of notes) rates.push((await read(id)).unitRate);
    expect(rates).toEqual(['6.50', '6.50', '7.00', '7.00']);
    expect((await audited(open.id)).at(-1)).toMatchObject({
      action: 'rated',
      details: { unitRate: '7.00', previousUnitRate: '6.50' },
    });
    expect(await calls.read(invoiceId)).toEqual(issued);
    expectError(await calls.issue(draft.id), 409, 'invoice_changed');
    expect((await calls.change(draft.id, { from: '2026-03-10' })).body.total).toBe('126.00');
    expect((await preview(RAISED)).visits).toBe(0);
    await expectInvariants(api);
  });

  test('of an authorization changes only its own visits, and none on a claim [15.rates.5]', async () => {
    const { business, manager, clientId, calls } = scenario;
    const { token } = manager;
    await change({ unitRate: '5' });
    const { id, payerId } = await createAuthorization(api, business, {
      clientId,
      payer: 'County',
      startDate: '2026-03-05',
      unitRate: '6',
    });
    const claimed = await calls.approve({ workDate: '2026-03-05' });
    await api.ok(token, 'POST /api/claim-batches', { body: { payerId, ...PERIOD } });
    const own = await calls.approve({ workDate: '2026-03-06' });
    const general = await calls.approve({ workDate: '2026-03-04' });
    const params = { id };
    const rates = [{ from: '2026-03-01', unitRate: '6.125' }];
    const effect = await api.ok(token, 'POST /api/services/:id/rates/preview', { params, body: { rates } });
    expect(effect).toMatchObject({ visits: 1, before: '54.00', after: '55.13' });
    const answer = await api.ok(token, 'PUT /api/services/:id', {
      params,
      body: { rates, affectedVisits: effect.visits },
    });
    expect(answer).toMatchObject({ unitRate: '6.125', rates });
    const after = [];
    for (const note of [claimed, own, general]) after.push((await read(note.id)).unitRate);
    expect(after).toEqual(['6.00', '6.125', '15.00']);
    await expectInvariants(api);
  });

  test('is not found for employees and in other businesses [15.rates.6]', async () => {
    const { business, serviceId } = scenario;
    const employee = await createPerson(api, business);
    const other = await createReviewScenario(api);
    const call = (token: string) =>
      api.call(token, 'POST /api/business-services/:id/rates/preview', {
        params: { id: serviceId },
        body: { rates: [] },
      });
    expectError(await call(employee.token), 403, 'forbidden');
    expectError(await call(other.manager.token), 404, 'not_found');
  });
});
