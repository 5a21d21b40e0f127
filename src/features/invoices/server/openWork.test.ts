/** Unbilled work agrees with the visits that drafts take. */

import { expect, test, vi } from 'vitest';
import { clock } from '#platform/server/clock.ts';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { openInvoiceBusiness, PERIOD } from '#tests/support/factories/invoices.ts';
import { toQuarterHour } from '#tests/support/factories/notes.ts';
import { createDispute } from '#tests/support/factories/receipts.ts';
import { requireAuthorization } from '#tests/support/factories/services.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const api = useApi({ RATE_LIMITS: 'off' });

test('the work to bill is what drafts take, and other approved work is listed with the reason [14.invoice.11]', async () => {
  const { business, manager, clientId, calls } = await openInvoiceBusiness(api);
  const approve = (number: number, fields: object = {}) =>
    calls.approve({ ...toQuarterHour(number), ...fields });
  await approve(1);
  const disputed = await approve(2);
  await createDispute(api, manager, { noteId: disputed.id });
  const unrated = await approve(3, { workDate: '2026-03-04' });
  await api.sql('update notes set unit_rate = null where id = $1', [unrated.id]);
  await api.sql('update clients set unit_rate = null where id = $1', [clientId]);
  const empty = await approve(4);
  await api.sql('update notes set time_units_used = 0 where id = $1', [empty.id]);
  await createAuthorization(api, business, {
    clientId,
    payer: 'County',
    reference: 'A-1',
    unitRate: '11.10',
  });
  await approve(5, { workDate: '2026-03-03' });
  await approve(6, { workDate: '2026-03-03' });
  await requireAuthorization(api, manager, 'transitional');
  await approve(7, { category: 'transitional', workDate: '2026-03-05' });
  await approve(8, { category: 'transitional', workDate: '2026-03-06' });

  const { open, notBillable } = await calls.open();
  expect(open.map(({ payer, visits, amount }) => [payer, visits, amount])).toEqual([
    [null, 1, '15.00'],
    ['County', 2, '22.20'],
  ]);
  expect(notBillable).toEqual([
    {
      clientId,
      clientName: open[0]?.clientName,
      payer: null,
      why: 'disputed',
      visits: 1,
      firstDay: '2026-03-02',
      lastDay: '2026-03-02',
    },
    expect.objectContaining({ why: 'no_rate', visits: 1, firstDay: '2026-03-04' }),
    expect.objectContaining({
      why: 'no_authorization',
      visits: 2,
      firstDay: '2026-03-05',
      lastDay: '2026-03-06',
    }),
  ]);
  for (const { payer, visits, amount } of open) {
    const draft = await calls.draft(payer === null ? {} : { payer, clientIds: [clientId] });
    expect([draft.lines.length, draft.total]).toEqual([visits, amount]);
  }
  expect(await calls.open()).toMatchObject({ open: [], notBillable });
});

// 2026-03-31 and 2026-04-01 in Chicago, a minute apart; the first visit is of March 2.
test.each([
  ['2026-04-01T04:59:00Z', 29],
  ['2026-04-01T05:00:00Z', 30],
])('the age of the work to bill counts the days of the business at %s [14.invoice.9]', async (now, days) => {
  const { calls } = await openInvoiceBusiness(api);
  await calls.approve({ workDate: '2026-03-20' });
  await calls.approve();
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(now));
  expect((await calls.open()).open).toMatchObject([{ firstDay: '2026-03-02', days }]);
});

test('unpaid amounts of an earlier currency are listed apart [14.invoice.9]', async () => {
  const { manager, calls } = await openInvoiceBusiness(api);
  const issue = async (number: number) => {
    await calls.approve(toQuarterHour(number));
    return (await calls.issue((await calls.draft()).id)).body;
  };
  const old = await issue(1);
  await api.ok(manager.token, 'PUT /api/business', { body: { currency: 'EUR' } });
  const none = { current: '0.00', days30: '0.00', days60: '0.00', days90: '0.00', older: '0.00' };
  const dollars = { ...none, currency: 'USD', current: '15.00' };
  expect(await calls.open()).toMatchObject({
    currency: 'EUR',
    aging: none,
    agingInOtherCurrencies: [dollars],
  });
  await issue(2);
  await issue(3);
  const both = await calls.open();
  expect(both.aging).toEqual({ ...none, current: '30.00' });
  expect(both.agingInOtherCurrencies).toEqual([dollars]);
  await calls.pay(old.id, '15.00');
  expect((await calls.open()).agingInOtherCurrencies).toEqual([]);
});

test('the work of a period is what its days have, also what cannot be billed [14.invoice.11]', async () => {
  const { manager, calls } = await openInvoiceBusiness(api);
  await requireAuthorization(api, manager, 'transitional');
  await calls.approve({ workDate: '2026-04-01' });
  await calls.approve({ workDate: '2026-04-02', category: 'transitional' });
  const read = (query: Record<string, string>) => api.ok(manager.token, 'GET /api/billing/open', { query });
  expect(await read(PERIOD)).toMatchObject({ open: [], notBillable: [] });
  const april = await read({ from: '2026-04-01', to: '2026-04-30' });
  expect(april).toMatchObject({ open: [{ visits: 1 }], notBillable: [{ visits: 1, payer: null }] });
});
