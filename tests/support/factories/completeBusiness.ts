/** A business with rows in every table that its export has. */

import type { Api } from '#tests/support/helpers/api.ts';
import { createAssignment, createClient } from './clients.ts';
import { closeTime } from './closedPeriods.ts';
import { importRows } from './imports.ts';
import { createApprovedNote, createInvoiceDraft, createIssuedInvoice } from './invoices.ts';
import { createSignedNote } from './notes.ts';
import { createDispute } from './receipts.ts';
import { createSeededBusiness, type SeededBusiness } from './seededBusiness.ts';

/** Creates the seeded business with invoices in every state, a paid one with a visit among them. */
export async function createCompleteBusiness(api: Api): Promise<SeededBusiness> {
  const seeded = await createSeededBusiness(api);
  await createInvoices(api, seeded);
  await createTraces(api, seeded);
  return seeded;
}

async function createInvoices(api: Api, { business, manager, ids }: SeededBusiness): Promise<void> {
  const { token } = manager;
  const { id: clientId } = await createClient(api, { admin: manager });
  await createApprovedNote(api, { author: business.admin, manager }, { clientId });
  const { id } = await createInvoiceDraft(api, manager, { clientId });
  await api.ok(token, 'POST /api/invoices/:id/issue', { params: { id } });
  await api.ok(token, 'POST /api/invoices/:id/payments', {
    params: { id },
    body: { amount: '5.00', date: '2026-03-31', note: 'Check 7' },
  });
  const wrong = await createIssuedInvoice(api, manager, { clientId: ids.client });
  await api.ok(token, 'POST /api/invoices/:id/void', {
    params: { id: wrong.id },
    body: { reason: 'Wrong rate' },
  });
}

/** Rows that only some events leave. */
async function createTraces(api: Api, { business, manager, employee, ids }: SeededBusiness): Promise<void> {
  const { admin } = business;
  await importRows(api, admin.token, {
    kind: 'clients',
    rows: [
      ['External ID', 'Client ID', 'Contact name', 'Units', 'Signature code'],
      ['77', 'C-77', 'Ana Ruiz', '9', '4711ab'],
    ],
  });
  const clients = await api.ok(manager.token, 'GET /api/clients');
  const imported = clients.find(({ companyName }) => companyName === 'C-77')?.id ?? 0;
  // Uses all units, which is an alert.
  await createSignedNote(api, admin, { clientId: imported });
  const params = { id: imported };
  await api.ok(manager.token, 'PUT /api/clients/:id', { params, body: { status: 'inactive' } });
  const { id } = await createAssignment(
    api,
    { admin: manager },
    { clientId: ids.client, employeeId: ids.newcomer },
  );
  await api.ok(manager.token, 'DELETE /api/client-assignments/:id', { params: { id } });
  await createDispute(api, manager, { noteId: ids.note, text: 'I was not at home.' });
  await api.ok(employee.token, 'POST /api/visit-clock/start', { body: { clientId: ids.client } });
  await api.ok(admin.token, 'PUT /api/business', { body: { weekStart: 3 } });
  await closeTime(api, admin, '2026-01-31');
}
