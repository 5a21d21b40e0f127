/** An agency whose weeks are closed, exported, invoiced and claimed. */

import { expect } from 'vitest';
import type { Api } from '#tests/support/helpers/api.ts';
import { describeVisit, SETUP_TIME, setTime } from './checkedNotes.ts';
import { createCounty } from './claims.ts';
import { backdateAssignments, createAssignment, createClient } from './clients.ts';
import { closeTime } from './closedPeriods.ts';
import { createApprovedNote, createInvoiceDraft } from './invoices.ts';
import { createSignedNote } from './notes.ts';
import { createPacket } from './packets.ts';
import { buildReceiptToken } from './receipts.ts';

export type BilledWeeks = Awaited<ReturnType<typeof createBilledWeeks>>;

/** More than 40 hours from March 1 to 7, with a night, then shorter days. */
const COUNTY_VISITS = [
  ['2026-03-02', '09:00', '11:20'],
  ['2026-03-03', '22:00', '02:30'],
  ['2026-03-04', '08:00', '23:00'],
  ['2026-03-05', '08:00', '23:00'],
  ['2026-03-06', '08:00', '20:10'],
  ['2026-03-08', '00:30', '04:30'],
] as const;

/** Friday, 11 a.m. in New York. */
export const NOW = '2026-03-20T15:00:00Z';

/** In New York, on March 20, with everything through March 14 closed; a visit at 12:15 a.m. on March 15 is open. */
export async function createBilledWeeks(api: Api) {
  await setTime(api, SETUP_TIME);
  const county = await createCounty(api);
  const { business, manager, author, clientId, payerId } = county;
  const { token } = manager;
  await api.ok(token, 'PUT /api/business', { body: { timeZone: 'America/New_York', taxRate: '5' } });
  const services = await api.ok(token, 'GET /api/business-services');
  const { id: ownClientId } = await createClient(api, business, { totalTimeUnits: 500, unitRate: '18.25' });
  await createAssignment(api, business, { clientId: ownClientId, employeeId: author.id });
  await backdateAssignments(api, business, { since: '2026-01-01' });

  const approve = (
    client: number,
    [workDate, startTime, endTime]: readonly [string, string, string],
    more = {},
  ) =>
    createApprovedNote(
      api,
      { author, manager },
      { clientId: client, workDate, startTime, endTime, description: describeVisit(), ...more },
    );
  // Half past midnight, which is the month before in the west.
  await setTime(api, '2026-03-01T05:30:00Z');
  await approve(ownClientId, ['2026-02-28', '09:00', '10:00'], { category: 'transitional' });
  await setTime(api, NOW);
  const notes = [];
  for (const visit of COUNTY_VISITS) notes.push(await approve(clientId, visit));
  const receiptToken = buildReceiptToken();
  notes.push(
    await approve(ownClientId, ['2026-03-09', '09:07', '10:00'], { category: 'transitional', receiptToken }),
  );
  notes.push(await approve(ownClientId, ['2026-03-15', '00:15', '01:15'], { category: 'transitional' }));
  const pending = { workDate: '2026-03-12', startTime: '10:00', endTime: '11:00' };
  await createSignedNote(api, author, { clientId: ownClientId, description: describeVisit(), ...pending });

  const batch = await api.ok(token, 'POST /api/claim-batches', {
    body: { payerId, from: '2026-03-01', to: '2026-03-14' },
  });
  const period = { from: '2026-03-01', to: '2026-03-14' };
  const draft = await createInvoiceDraft(api, manager, { clientId: ownClientId, ...period });
  const invoice = await api.ok(token, 'POST /api/invoices/:id/issue', { params: { id: draft.id } });
  await closeTime(api, business.admin, '2026-03-14');
  await api.call(token, 'GET /api/payroll/export', { query: { from: '2026-03-01', to: '2026-03-14' } });
  const packet = await createPacket(api, manager, { pairs: [{ clientId, ...period }] });
  expect([batch.lines.length, invoice.state, packet.state]).toEqual([6, 'issued', 'done']);
  return {
    ...county,
    ownClientId,
    serviceId: services.find(({ key }) => key === 'transitional')?.id ?? 0,
    claimedServiceId: services.find(({ key }) => key === 'sustaining')?.id ?? 0,
    serviceIds: services.map(({ id }) => id),
    noteIds: notes.map(({ id }) => id),
    batchId: batch.id,
    invoiceId: invoice.id,
    packetId: packet.id,
    receiptToken,
  };
}
