/** Issuing and voiding: the day and the number by the business's clock, and what is required. */

import { describe, expect, test } from 'vitest';
import { setTime } from '#tests/support/factories/checkedNotes.ts';
import { createChargeDraft, openInvoiceBusiness } from '#tests/support/factories/invoices.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectIssue } from '#tests/support/helpers/expectError.ts';

const api = useApi({ RATE_LIMITS: 'off' });

/** Issues an invoice of 20.00 at a moment. */
async function issueAt(
  { manager, clientId, calls }: Awaited<ReturnType<typeof openInvoiceBusiness>>,
  moment: string,
) {
  const { id } = await createChargeDraft(api, manager, { clientId });
  await setTime(api, moment);
  const { number, issuedOn, dueOn } = (await calls.issue(id)).body;
  return { number, issuedOn, dueOn };
}

describe('at the end of a year', () => {
  test('number, issue day and due day are those of the business in Chicago [14.invoice.6,12]', async () => {
    const business = await openInvoiceBusiness(api);
    // 23:59 on December 31; in UTC it is January 1.
    expect(await issueAt(business, '2027-01-01T05:59:59Z')).toEqual({
      number: '2026-0001',
      issuedOn: '2026-12-31',
      dueOn: '2027-01-30',
    });
    expect(await issueAt(business, '2027-01-01T06:00:00Z')).toEqual({
      number: '2027-0001',
      issuedOn: '2027-01-01',
      dueOn: '2027-01-31',
    });
    expect((await issueAt(business, '2027-01-01T07:00:00Z')).number).toBe('2027-0002');
  });

  test('a business east of UTC is in the new year first [14.invoice.6,12]', async () => {
    const business = await openInvoiceBusiness(api, { timeZone: 'Pacific/Auckland', paymentTermDays: 0 });
    expect(await issueAt(business, '2026-12-31T10:59:59Z')).toMatchObject({ number: '2026-0001' });
    expect(await issueAt(business, '2026-12-31T11:00:00Z')).toEqual({
      number: '2027-0001',
      issuedOn: '2027-01-01',
      dueOn: '2027-01-01',
    });
  });
});

test.each([{}, { reason: null }, { reason: '' }, { reason: '  ' }, { reason: 7 }])(
  'an invoice is not voided with %j: 400 at the reason [14.invoice.124]',
  async (body) => {
    const { manager, clientId, calls } = await openInvoiceBusiness(api);
    const { id } = await createChargeDraft(api, manager, { clientId });
    const { body: issued } = await calls.issue(id);
    const answer = await api.call(manager.token, 'POST /api/invoices/:id/void', { params: { id }, body });
    expectIssue(answer, { path: 'reason', message: 'A reason is required' });
    expect(await calls.read(id)).toEqual(issued);
  },
);
