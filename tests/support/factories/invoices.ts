/** Approved notes and invoices for tests. */

import type { Api, Result } from '#tests/support/helpers/api.ts';
import { readWhole } from '#tests/support/helpers/wholeAnswer.ts';
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

/** Copies a note to other times, which is quicker than to sign each. Without evidence of their own. */
export async function copyNote(
  api: Api,
  { businessId, noteId }: { businessId: number; noteId: number },
  visits: readonly { workDate: string; startTime: string; endTime: string; units: number }[],
): Promise<void> {
  const columns = await api.sql<{ names: string }>(
    `select string_agg(quote_ident(column_name), ',') as names from information_schema.columns
     where table_name = 'notes'
       and column_name not in ('id', 'work_date', 'start_time', 'end_time', 'time_units_used', 'minutes', 'capture_id')`,
  );
  const names = columns[0]?.names ?? '';
  await api.sql('alter table notes disable trigger user');
  await api.sql(
    `insert into notes (id, work_date, start_time, end_time, time_units_used, minutes, ${names})
     select 1000000 + visit.number, (visit.value->>'workDate')::date, visit.value->>'startTime', visit.value->>'endTime',
       (visit.value->>'units')::numeric, (visit.value->>'units')::int * 15, ${names}
     from notes, jsonb_array_elements($3::jsonb) with ordinality as visit(value, number)
     where business_id = $1 and id = $2`,
    [businessId, noteId, JSON.stringify(visits)],
  );
  await api.sql('alter table notes enable trigger user');
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
    read: (id: number) => readWhole<Result<'GET /api/invoices/:id'>>(api, token, `/api/invoices/${id}`),
    change: (id: number, fields: Record<string, unknown> = {}) =>
      api.call(token, 'PUT /api/invoices/:id', {
        ...byId(id),
        body: { ...PERIOD, grouping: 'visit', ...fields },
      }),
    remove: (id: number) => api.call(token, 'DELETE /api/invoices/:id', byId(id)),
    issue: (id: number, confirmed?: { total?: unknown; currency?: unknown }) =>
      api.call(token, 'POST /api/invoices/:id/issue', { ...byId(id), ...(confirmed && { body: confirmed }) }),
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
