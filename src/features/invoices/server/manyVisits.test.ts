/** Periods with more visits than an invoice, a claim batch or a statement takes. */
import { expect, test } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { copyNote, openInvoiceBusiness, PERIOD } from '#tests/support/factories/invoices.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectIssue } from '#tests/support/helpers/expectError.ts';

const api = useApi({ RATE_LIMITS: 'off' });

const TOO_MANY = { path: 'to', message: 'That’s more than 5,000 visits. Choose a shorter period.' };

test(
  'more than 5,000 visits are refused with 400 at the end of the period, by drafts, claim batches and statements [14.invoice.1 14.claims.1 14.statement.1]',
  { timeout: 120_000 },
  async () => {
    const { business, manager, clientId, calls } = await openInvoiceBusiness(api);
    const { payerId } = await createAuthorization(api, business, {
      clientId,
      payer: 'County',
      unitsAuthorized: null,
    });
    const { id: noteId } = await calls.approve({ workDate: '2026-03-01' });
    // 5,000 until March 30, and one on March 31.
    const visits = Array.from({ length: 5_000 }, (_, index) => ({
      workDate: index === 4_999 ? '2026-03-31' : addDays('2026-03-01', index % 30),
      startTime: '09:00',
      endTime: '09:15',
      units: 1,
    }));
    await copyNote(api, { businessId: business.id, noteId }, visits);
    const to = '2026-03-30';
    const draft = (period: object) =>
      api.call(manager.token, 'POST /api/invoices', {
        body: { payer: 'County', clientIds: [clientId], ...PERIOD, ...period },
      });
    const claim = (period: object) =>
      api.call(manager.token, 'POST /api/claim-batches', {
        body: { payerId: payerId ?? 0, ...PERIOD, ...period },
      });
    const readStatement = (period: object) =>
      api.call(manager.token, 'GET /api/clients/:id/statement', {
        params: { id: clientId },
        query: { ...PERIOD, ...period },
      });
    for (const refuse of [draft, claim, readStatement]) expectIssue(await refuse({}), TOO_MANY);
    expect((await readStatement({ to: '2026-03-01' })).status).toBe(200);
    const { body } = await draft({ to });
    expect(body.lines).toHaveLength(5_000);
    // A draft that would become too long stays as it is.
    expectIssue(await calls.change(body.id), TOO_MANY);
    expect((await calls.read(body.id)).lines).toHaveLength(5_000);
    await calls.remove(body.id);
    expect((await claim({ to })).body.exported).toBe(5_000);
  },
);
