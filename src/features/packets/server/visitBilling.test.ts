/** Statements of a packet about the disputes, the billing and the assignments of a visit. */

import { expect, test } from 'vitest';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { setTime } from '#tests/support/factories/checkedNotes.ts';
import { createInvoiceDraft } from '#tests/support/factories/invoices.ts';
import { createPacket, readPacketFiles } from '#tests/support/factories/packets.ts';
import { createPacketVisits, MARCH } from '#tests/support/factories/packetVisits.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createDispute } from '#tests/support/factories/receipts.ts';
import { requireAuthorization } from '#tests/support/factories/services.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const api = useApi({ RATE_LIMITS: 'off', EXPORTS: 'on' });

const COUNTY = 'County of Cook';

/** Packets of the client of a business with visits. */
async function openVisits() {
  const visits = await createPacketVisits(api);
  const { manager, clientId } = visits;
  /** The text of the pages of all visits in March, each beginning with 'Note …'. */
  const readPages = async () => {
    const { id } = await createPacket(api, manager, { pairs: [{ clientId, ...MARCH }] });
    const { pages } = (await readPacketFiles(api, manager, id)).pdf;
    return pages.filter((page) => page.startsWith('Note ')).join(' ');
  };
  return { ...visits, readPages };
}

test('a visit has what the client reported, in their words, and the answer of the manager [14.packet.3]', async () => {
  const { manager, submit, review, readPages } = await openVisits();
  const { id } = await submit(3);
  await createDispute(api, manager, { noteId: id, text: 'You left at ten.' });
  const reported = 'Reported by the client The times are wrong, Mar 3, 2026 at 3:05 PM CST You left at ten.';
  expect(await readPages()).toContain(`${reported} A manager has not answered yet.`);
  await api.ok(manager.token, 'POST /api/notes/:id/dispute/resolve', {
    params: { id },
    body: { answer: 'We asked her, and corrected the end.' },
  });
  await review(id, { action: 'approve', version: 1 });
  const answered = await readPages();
  expect(answered).toContain(
    `${reported} Answered by Ada Owner, Mar 3, 2026 at 3:05 PM CST We asked her, and corrected the end.`,
  );
  expect(answered).not.toContain('has not answered');
});

test('a visit names who was assigned on its day, also when the assignment has ended since then [14.packet.3]', async () => {
  const { manager, business, clientId, author, approve, readPages } = await openVisits();
  const { token } = manager;
  /** Assigns an employee at one moment and ends that at another. */
  async function assign(firstName: string, from: string, until: string) {
    await setTime(api, from);
    const { id: employeeId } = await createPerson(api, business, { form: { firstName, lastName: 'Aide' } });
    const { id } = await api.ok(token, 'POST /api/client-assignments', { body: { clientId, employeeId } });
    await setTime(api, until);
    await api.ok(token, 'DELETE /api/assignments/:id', { params: { id } });
  }
  await assign('Before', '2026-02-02T15:00:00Z', '2026-03-03T05:59:00Z');
  await assign('Until', '2026-02-03T15:00:00Z', '2026-03-03T14:00:00Z');
  await approve(3);
  await assign('Later', '2026-03-04T06:00:00Z', '2026-03-04T15:00:00Z');
  const own = await api.ok(token, 'GET /api/clients/:id/assignments', { params: { id: clientId } });
  await setTime(api, '2026-03-05T15:00:00Z');
  await api.ok(token, 'DELETE /api/assignments/:id', {
    params: { id: own.find(({ employeeId }) => employeeId === author.id)?.id ?? 0 },
  });
  const pages = await readPages();
  const [assigned = ''] = /Assigned that day .*? Billing/.exec(pages) ?? [];
  expect(assigned).toBe(
    [
      'Assigned that day',
      'Eve Worker, since Jan 5, 2026 at 9:00 AM CST until Mar 5, 2026 at 9:00 AM CST',
      'Until Aide, since Feb 3, 2026 at 9:00 AM CST until Mar 3, 2026 at 8:00 AM CST',
      'Billing',
    ].join(' '),
  );
  // The visit has no gap: the author was assigned then.
  expect(pages).toContain('Gaps None');
});

test('a visit has each claim batch that it was on, with the decision of the payer and the amount [14.packet.3]', async () => {
  const { manager, business, clientId, approve, readPages } = await openVisits();
  const { payerId } = await createAuthorization(api, business, { clientId, payer: COUNTY });
  const noteId = await approve(3);
  const claim = () =>
    api.ok(manager.token, 'POST /api/claim-batches', { body: { payerId, clientIds: [clientId], ...MARCH } });
  const first = await claim();
  await api.ok(manager.token, 'PATCH /api/claim-batches/:id/lines', {
    params: { id: first.id },
    body: [{ noteId, state: 'rejected' }],
  });
  const second = await claim();
  expect(await readPages()).toContain(
    [
      'Billing',
      `Claim batch ${first.id} to ${COUNTY}, rejected: 4 units, $60.00`,
      `Claim batch ${second.id} to ${COUNTY}, exported: 4 units, $60.00`,
      'Description',
    ].join(' '),
  );
});

test('a visit has its amount on a draft and on an invoice, and states when it is not billed [14.packet.3]', async () => {
  const { manager, clientId, approve, readPages } = await openVisits();
  await approve(3);
  expect(await readPages()).toContain('Billing Not billed Description');
  const draft = await createInvoiceDraft(api, manager, { clientId });
  // The draft will be issued in the new currency.
  await api.ok(manager.token, 'PUT /api/business', { body: { currency: 'EUR' } });
  expect(await readPages()).toContain('Billing Draft invoice: 4 units at €15.00, total €60.00 Description');
  const { number } = await api.ok(manager.token, 'POST /api/invoices/:id/issue', {
    params: { id: draft.id },
  });
  expect(await readPages()).toContain(
    `Billing Invoice ${number}, issued: 4 units at €15.00, total €60.00 Description`,
  );
});

test('a visit has each void invoice that it was on, before the invoice that it is on now [14.packet.3]', async () => {
  const { manager, clientId, approve, readPages } = await openVisits();
  const { token } = manager;
  await approve(3);
  await approve(4);
  const issue = async (fields: object) => {
    const { id } = await createInvoiceDraft(api, manager, { clientId, grouping: 'service', ...fields });
    return api.ok(token, 'POST /api/invoices/:id/issue', { params: { id } });
  };
  const first = await issue({ to: '2026-03-03' });
  const second = await issue({});
  for (const { id } of [first, second])
    await api.ok(token, 'POST /api/invoices/:id/void', { params: { id }, body: { reason: 'Wrong payer' } });
  const third = await issue({ to: '2026-03-03' });
  const billing = [...(await readPages()).matchAll(/Billing (.*?) Description/g)].map(([, text]) => text);
  expect(billing).toEqual([
    `Invoice ${first.number}, void Invoice ${third.number}, issued: 4 units at $15.00, total $60.00`,
    `Invoice ${second.number}, void`,
  ]);
});

test('a visit that a payer is billed for needs an authorization in force, whatever its service requires [14.packet.2,10]', async () => {
  const { manager, business, clientId, approve, readPages } = await openVisits();
  const { token } = manager;
  const services = await api.ok(token, 'GET /api/business-services');
  expect(services.map(({ authorizationRequired }) => authorizationRequired)).toEqual(['no', 'no']);
  const { id, payerId } = await createAuthorization(api, business, { clientId, payer: COUNTY });
  const claimed = await approve(3);
  const batch = await api.ok(token, 'POST /api/claim-batches', {
    body: { payerId, clientIds: [clientId], ...MARCH },
  });
  const invoiced = await approve(4);
  await createInvoiceDraft(api, manager, {
    payer: COUNTY,
    clientId: undefined,
    clientIds: [clientId],
    to: '2026-03-04',
  });
  const notBilled = await approve(5);
  const listGaps = async () =>
    [...(await readPages()).matchAll(/Note (\d+), version 1 .*? Gaps (.*?) Client /g)].map(
      ([, noteId, gaps]) => [Number(noteId), gaps],
    );
  expect(await listGaps()).toEqual([
    [claimed, 'None'],
    [invoiced, 'None'],
    [notBilled, 'None'],
  ]);
  const change = { expiryDate: '2026-03-02' };
  await api.ok(token, 'PUT /api/services/:id', { params: { id }, body: change });
  expect(await listGaps()).toEqual([
    [claimed, 'No authorization'],
    [invoiced, 'No authorization'],
    [notBilled, 'None'],
  ]);
  await setTime(api, '2026-03-11T15:00:00Z');
  const readWeek = async () => (await api.ok(token, 'GET /api/packets/readiness')).weeks.at(-1);
  expect(await readWeek()).toMatchObject({ visits: 3, passing: 1, gaps: { no_authorization: 2 } });
  await api.ok(token, 'PATCH /api/claim-batches/:id/lines', {
    params: { id: batch.id },
    body: [{ noteId: claimed, state: 'rejected' }],
  });
  expect(await readWeek()).toMatchObject({ visits: 3, passing: 2, gaps: { no_authorization: 1 } });
});

test('a visit keeps the authorization it was signed under when that is suspended later [14.packet.2]', async () => {
  const { manager, business, clientId, approve, readPages } = await openVisits();
  const { token } = manager;
  await requireAuthorization(api, manager, 'sustaining');
  const { id } = await createAuthorization(api, business, { clientId, payer: COUNTY, reference: 'AUTH-77' });
  await approve(3);
  await api.ok(token, 'PUT /api/services/:id', { params: { id }, body: { status: 'suspended' } });
  // Signed under the suspension.
  await approve(4);
  const pages = await readPages();
  expect(pages).toContain('AUTH-77 no start date to no end date 20 units, 4 units used');
  const gaps = [...pages.matchAll(/Gaps (.*?) Client /g)].map(([, labels]) => labels);
  expect(gaps).toEqual(['None', 'No authorization']);
  await setTime(api, '2026-03-11T15:00:00Z');
  const { weeks } = await api.ok(token, 'GET /api/packets/readiness');
  expect(weeks.at(-1)).toMatchObject({ visits: 2, passing: 1, gaps: { no_authorization: 1 } });
});
