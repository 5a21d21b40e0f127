/** Grouped lines: one for each client, service, rate and authorization. */

import { expect, test } from 'vitest';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createAssignment, createClient } from '#tests/support/factories/clients.ts';
import { openInvoiceBusiness } from '#tests/support/factories/invoices.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { toLines, type BilledVisit } from './invoiceLines.ts';

const api = useApi({ RATE_LIMITS: 'off' });

const VISIT: BilledVisit = {
  noteId: 1,
  clientId: 1,
  clientName: 'Cleo Client (C-1)',
  serviceKey: 'care',
  serviceName: 'Care (H2015)',
  workDate: '2026-03-02',
  startTime: '09:00',
  startOccurrence: null,
  endOccurrence: null,
  endTime: '10:00',
  authorizationId: 6,
  authorization: null,
  units: '4.00',
  unitRate: '15.00',
};

test.each([{ clientId: 2 }, { serviceKey: 'respite' }, { unitRate: '15.01' }, { authorizationId: 7 }])(
  'visits that differ in %j are on lines of their own, others share one [14.invoice.5]',
  (difference) => {
    const visits = [
      VISIT,
      { ...VISIT, noteId: 2, ...difference },
      { ...VISIT, noteId: 3, workDate: '2026-03-04' },
    ];
    const lines = toLines(visits, { grouping: 'service', otherLines: [] });
    expect(lines.map(({ noteIds, quantity }) => [noteIds, quantity])).toEqual([
      [[1, 3], '8.00'],
      [[2], '4.00'],
    ]);
    expect(lines[0]).toMatchObject({ firstDay: '2026-03-02', lastDay: '2026-03-04', startTime: null });
  },
);

test('a payer has lines for each client and authorization, also with the same service and rate [14.invoice.5]', async () => {
  const { business, author, clientId, calls } = await openInvoiceBusiness(api);
  const other = await createClient(api, business, { contactName: 'Otto Other' });
  await createAssignment(api, business, { clientId: other.id, employeeId: author.id });
  const authorize = (fields: {
    clientId: number;
    reference: string;
    startDate: string;
    expiryDate: string;
  }) =>
    createAuthorization(api, business, {
      payer: 'County',
      unitRate: '11.10',
      unitsAuthorized: 100,
      ...fields,
    });
  const [early, late] = [
    { startDate: '2026-03-01', expiryDate: '2026-03-15' },
    { startDate: '2026-03-16', expiryDate: '2026-03-31' },
  ];
  await authorize({ clientId, reference: 'A-1', ...early });
  await authorize({ clientId, reference: 'A-2', ...late });
  await authorize({ clientId: other.id, reference: 'B-1', ...early });
  const approve = async (client: number, workDate: string) =>
    (await calls.approve({ clientId: client, workDate })).id;
  const notes = [];
  for (const workDate of ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23'])
    notes.push(await approve(clientId, workDate));
  const ofOther = [await approve(other.id, '2026-03-03'), await approve(other.id, '2026-03-10')];
  const draft = await calls.draft({
    payer: 'County',
    clientIds: [clientId, other.id],
    grouping: 'service',
  });
  expect(
    draft.lines.map((line) => [
      line.clientName?.split(' (')[0],
      line.authorization,
      line.firstDay,
      line.lastDay,
      line.quantity,
      line.amount,
      line.noteIds,
    ]),
  ).toEqual([
    ['Cleo Client', 'A-1', '2026-03-02', '2026-03-09', '18.00', '199.80', notes.slice(0, 2)],
    ['Otto Other', 'B-1', '2026-03-03', '2026-03-10', '18.00', '199.80', ofOther],
    ['Cleo Client', 'A-2', '2026-03-16', '2026-03-23', '18.00', '199.80', notes.slice(2)],
  ]);
  expect(draft.total).toBe('599.40');
});
