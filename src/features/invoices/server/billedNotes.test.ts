/** Refusals of the database itself, whatever the code does. */

import { expect, test } from 'vitest';
import { getBrokenConstraint, UNIQUE_VIOLATION } from '#platform/server/database/sqlState.ts';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { openInvoiceBusiness, PERIOD } from '#tests/support/factories/invoices.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });

/** A note on a claim batch and one on nothing, with a draft of the same business. */
const billing = setUpOnce(async () => {
  const { business, manager, clientId, calls } = await openInvoiceBusiness(api);
  const { payerId } = await createAuthorization(api, business, { clientId, payer: 'County' });
  const claimed = await calls.approve();
  const batch = await api.ok(manager.token, 'POST /api/claim-batches', {
    body: { payerId: payerId ?? 0, ...PERIOD },
  });
  const draft = await calls.draft();
  const free = await calls.approve({ workDate: '2026-03-03' });
  return {
    businessId: business.id,
    batchId: batch.id,
    draftId: draft.id,
    claimed: claimed.id,
    free: free.id,
  };
});

/** Stores a row for a note; null for a holder that is missing. */
const hold = (noteId: number, invoiceId: number | null, claimBatchId: number | null) =>
  api.sql(
    `insert into billed_notes (business_id, note_id, invoice_id, claim_batch_id, version, units, unit_rate)
     values ($1, $2, $3, $4, 1, 9, 15)`,
    [billing.businessId, noteId, invoiceId, claimBatchId],
  );

const violates = (constraint: string) => (error: unknown) => getBrokenConstraint(error) === constraint;

test('a second row of a note is refused, for a draft and for a claim batch [14.invoice.7 14.claims.6]', async () => {
  const { claimed, draftId, batchId } = billing;
  const isDuplicate = { code: UNIQUE_VIOLATION, table: expect.stringMatching(/^billed_notes/) };
  await expect(hold(claimed, draftId, null)).rejects.toMatchObject(isDuplicate);
  await expect(hold(claimed, null, batchId)).rejects.toMatchObject(isDuplicate);
});

test('a row with both holders, with none, or with one of another business is refused [14.invoice.7]', async () => {
  const { free, draftId, batchId } = billing;
  await expect(hold(free, draftId, batchId)).rejects.toSatisfy(violates('billed_notes_holder'));
  await expect(hold(free, null, null)).rejects.toSatisfy(violates('billed_notes_holder'));
  const neighbor = await openInvoiceBusiness(api);
  const theirs = await neighbor.calls.draft();
  await expect(hold(free, theirs.id, null)).rejects.toMatchObject({ code: '23503' });
  // The constraints are what refused it.
  await hold(free, draftId, null);
});
