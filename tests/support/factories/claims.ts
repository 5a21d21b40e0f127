/** Payers and claim batches for tests. */

import type { Api } from '#tests/support/helpers/api.ts';
import { createAuthorization } from './authorizations.ts';
import type { Account } from './businesses.ts';
import { createClient } from './clients.ts';
import { createApprovedNote, createInvoiceCalls, PERIOD } from './invoices.ts';
import { createReviewScenario } from './reviewedNotes.ts';
import { uniqueName } from './unique.ts';

/** A claim batch with one visit of 9 units, which the admin wrote for a client of their own, under a new payer. */
export async function createClaimBatch(api: Api, { admin, manager }: { admin: Account; manager: Account }) {
  const { id: clientId } = await createClient(api, { admin });
  const { payerId } = await createAuthorization(api, { admin }, { clientId, payer: uniqueName('County') });
  await createApprovedNote(api, { author: admin, manager }, { clientId });
  return api.ok(manager.token, 'POST /api/claim-batches', { body: { payerId, ...PERIOD } });
}

/** A client with an authorization of County at 11.10 a unit, and calls about the claims. */
export async function createCounty(api: Api) {
  const scenario = await createReviewScenario(api);
  const { business, manager, clientId } = scenario;
  const { token } = manager;
  const services = await api.ok(token, 'GET /api/business-services');
  await api.ok(token, 'PUT /api/business-services/:id', {
    params: { id: services.find(({ key }) => key === 'sustaining')?.id ?? 0 },
    body: { code: 'H2015', modifiers: 'U1 HQ' },
  });
  const authorization = await createAuthorization(api, business, {
    clientId,
    payer: 'County',
    payerClientId: '=CNT-77',
    reference: 'A-1',
    unitRate: '11.10',
    unitsAuthorized: 100,
  });
  const payerId = authorization.payerId ?? 0;
  return {
    ...scenario,
    authorization,
    payerId,
    calls: createInvoiceCalls(api, scenario),
    claim: (fields: object = {}) =>
      api.call(token, 'POST /api/claim-batches', { body: { payerId, ...PERIOD, ...fields } }),
    decide: (id: number, decisions: { noteId: number; state: string }[]) =>
      api.call(token, 'PATCH /api/claim-batches/:id/lines', { params: { id }, body: decisions }),
    readCsv: async (id: number) => {
      const { app } = api.server;
      const url = `/api/claim-batches/${id}/csv`;
      return (await app.inject({ method: 'GET', url, cookies: { quarterhour_read: token } })).body;
    },
  };
}
