/** What a packet states about the disputes and the billing of a visit. */
import { expect, test } from 'vitest';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createInvoiceDraft } from '#tests/support/factories/invoices.ts';
import { createPacket, readPacketFiles } from '#tests/support/factories/packets.ts';
import { createPacketVisits, MARCH } from '#tests/support/factories/packetVisits.ts';
import { createDispute } from '#tests/support/factories/receipts.ts';
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
  const reported = 'Reported by the client The times are wrong, 2026-03-03 15:05 -06:00 You left at ten.';
  expect(await readPages()).toContain(`${reported} A manager has not answered yet.`);
  await api.ok(manager.token, 'POST /api/notes/:id/dispute/resolve', {
    params: { id },
    body: { answer: 'We asked her, and corrected the end.' },
  });
  await review(id, { action: 'approve', version: 1 });
  const answered = await readPages();
  expect(answered).toContain(
    `${reported} Answered by Ada Owner, 2026-03-03 15:05 -06:00 We asked her, and corrected the end.`,
  );
  expect(answered).not.toContain('has not answered');
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
  expect(await readPages()).toContain('Billing Draft of an invoice: 4 units at $15.00, $60.00 Description');
  const { number } = await api.ok(manager.token, 'POST /api/invoices/:id/issue', {
    params: { id: draft.id },
  });
  expect(await readPages()).toContain(
    `Billing Invoice ${number}, issued: 4 units at $15.00, $60.00 Description`,
  );
});
