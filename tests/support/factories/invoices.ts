/** Approved notes and invoices for tests. */
import type { Api } from '#tests/support/helpers/api.ts';
import type { Account } from './businesses.ts';
import { createSignedNote } from './notes.ts';
import { createReviewScenario } from './reviewedNotes.ts';

type Manager = Pick<Account, 'token'>;

export const PERIOD = { from: '2026-03-01', to: '2026-03-31' };

/** A signed note that the manager approved: 9 units on March 2 by default. */
export async function createApprovedNote(
  api: Api,
  { author, manager }: { author: Manager; manager: Manager },
  { clientId, ...fields }: { clientId: number } & Record<string, unknown>,
) {
  const { id } = await createSignedNote(api, author, { clientId, ...fields });
  return api.ok(manager.token, 'PATCH /api/notes/:id/review', {
    params: { id },
    body: { action: 'approve', version: 1 },
  });
}

/** A draft of a client's visits in March 2026. */
export const createInvoiceDraft = (
  api: Api,
  { token }: Manager,
  { clientId, ...fields }: { clientId?: number } & Record<string, unknown>,
) => api.ok(token, 'POST /api/invoices', { body: { clientId, ...PERIOD, ...fields } });

/** A draft with one free line of 20.00, without visits. */
export async function createChargeDraft(api: Api, { token }: Manager, { clientId }: { clientId: number }) {
  const { id } = await createInvoiceDraft(api, { token }, { clientId, from: '2020-01-01', to: '2020-01-31' });
  const otherLines = [{ description: 'Mileage', quantity: 40, rate: '0.50' }];
  return api.ok(token, 'PUT /api/invoices/:id', {
    params: { id },
    body: { from: '2020-01-01', to: '2020-01-31', grouping: 'visit', otherLines },
  });
}

/** An issued invoice of 20.00. */
export async function createIssuedInvoice(api: Api, manager: Manager, { clientId }: { clientId: number }) {
  const { id } = await createChargeDraft(api, manager, { clientId });
  return api.ok(manager.token, 'POST /api/invoices/:id/issue', { params: { id } });
}

/** A business with a manager, an author and a client, as invoices need. */
export type BillingScenario = Awaited<ReturnType<typeof createReviewScenario>>;

/** Calls about the invoices of a scenario, as its manager. */
export function createInvoiceCalls(api: Api, { manager, author, clientId }: BillingScenario) {
  const { token } = manager;
  const byId = (id: number) => ({ params: { id } });
  return {
    approve: (fields: Record<string, unknown> = {}) =>
      createApprovedNote(api, { author, manager }, { clientId, ...fields }),
    draft: (fields: Record<string, unknown> = {}) =>
      createInvoiceDraft(api, manager, 'payer' in fields ? fields : { clientId, ...fields }),
    read: (id: number) => api.ok(token, 'GET /api/invoices/:id', byId(id)),
    change: (id: number, fields: Record<string, unknown> = {}) =>
      api.call(token, 'PUT /api/invoices/:id', {
        ...byId(id),
        body: { ...PERIOD, grouping: 'visit', ...fields },
      }),
    remove: (id: number) => api.call(token, 'DELETE /api/invoices/:id', byId(id)),
    issue: (id: number) => api.call(token, 'POST /api/invoices/:id/issue', byId(id)),
    void: (id: number, reason: unknown = 'Wrong rate') =>
      api.call(token, 'POST /api/invoices/:id/void', { ...byId(id), body: { reason } }),
    pay: (id: number, amount: unknown, fields: Record<string, unknown> = {}) =>
      api.call(token, 'POST /api/invoices/:id/payments', {
        ...byId(id),
        body: { amount, date: '2026-03-31', ...fields },
      }),
    open: () => api.ok(token, 'GET /api/billing/open'),
  };
}

/** A business with a review scenario and the calls of its invoices. @param settings of the business */
export async function openInvoiceBusiness(api: Api, settings?: object) {
  const scenario = await createReviewScenario(api);
  if (settings) await api.ok(scenario.manager.token, 'PUT /api/business', { body: settings });
  return { ...scenario, calls: createInvoiceCalls(api, scenario) };
}
