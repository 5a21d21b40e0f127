import { expect, test } from 'vitest';
import type { OpenWork } from '#features/invoices/web/queries.ts';
import { buildNewDraftForm, listWorkBilledTo, toBillTo, toFirstDay, toInvoiceBody } from './newDraftForm.ts';

const row = (clientId: number, payer: string | null, firstDay: string): OpenWork => ({
  clientId,
  clientName: `Client ${clientId}`,
  payer,
  visits: 1,
  firstDay,
  lastDay: '2026-03-20',
  units: '4.00',
  amount: '60.00',
  days: 9,
});

const WORK = [
  row(1, null, '2026-03-05'),
  row(1, 'County', '2026-01-31'),
  row(2, 'County', '2025-12-30'),
  row(3, null, '2026-02-27'),
];

const of = (payer: string | null, clientId: number) => listWorkBilledTo(WORK, toBillTo({ payer, clientId }));

test.each([
  ['a client with visits of this month only', of(null, 1), '2026-03-01'],
  ['a client with an older visit', of(null, 3), '2026-02-27'],
  ['a payer', of('County', 1), '2025-12-30'],
  ['a client without visits to bill', of(null, 4), '2026-03-01'],
])('the first day of a new invoice to %s is %s [14.invoice.133]', (_who, work, day) => {
  expect(toFirstDay(work, '2026-03-21')).toBe(day);
});

test('the draft is for the client who pays, or for the payer and its clients that are not excluded [14.invoice.133]', () => {
  const values = { excludedClientIds: [2], from: '2026-03-01', to: '2026-03-21', grouping: 'visit' } as const;
  const toBody = (billTo: string, listed: number[]) =>
    toInvoiceBody({ ...values, excludedClientIds: [2], billTo }, listed);
  const period = { from: '2026-03-01', to: '2026-03-21', grouping: 'visit' };
  expect(toBody(toBillTo(row(12, null, '2026-03-01')), [])).toEqual({ ...period, clientId: 12 });
  expect(toBody(toBillTo(row(1, 'payer 7', '2026-03-01')), [1, 2])).toEqual({
    ...period,
    payer: 'payer 7',
    clientIds: [1],
  });
});

test('a client or payer is required, and at least one client of a payer [14.invoice.133]', () => {
  const form = buildNewDraftForm(() => [1, 2]);
  const values = { from: '2026-03-01', to: '2026-03-21', grouping: 'visit' } as const;
  const issuesOf = (billTo: string, excludedClientIds: number[]) =>
    form.safeParse({ ...values, billTo, excludedClientIds }).error?.issues.map(({ message }) => message);
  expect(issuesOf('', [])).toEqual(['Choose a client or payer']);
  expect(issuesOf('payer County', [1, 2])).toEqual(['Choose at least one client']);
  expect(issuesOf('payer County', [1])).toBeUndefined();
});

test('a payer without visits to bill is refused where the payer is chosen [14.invoice.133]', () => {
  const values = { billTo: 'payer County', from: '2026-03-01', to: '2026-03-21', grouping: 'visit' };
  const { error } = buildNewDraftForm(() => []).safeParse({ ...values, excludedClientIds: [] });
  expect(error?.issues).toMatchObject([{ path: ['billTo'], message: 'This payer has no visits to bill' }]);
});
