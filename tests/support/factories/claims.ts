/** Payers and claim batches for tests. */
import type { Api } from '#tests/support/helpers/api.ts';
import { createAuthorization } from './authorizations.ts';
import type { Account } from './businesses.ts';
import { createClient } from './clients.ts';
import { createApprovedNote, PERIOD } from './invoices.ts';
import { uniqueName } from './unique.ts';

/** A claim batch with one visit of 9 units, which the admin wrote for a client of their own, under a new payer. */
export async function createClaimBatch(api: Api, { admin, manager }: { admin: Account; manager: Account }) {
  const { id: clientId } = await createClient(api, { admin });
  const { payerId } = await createAuthorization(api, { admin }, { clientId, payer: uniqueName('County') });
  await createApprovedNote(api, { author: admin, manager }, { clientId });
  return api.ok(manager.token, 'POST /api/claim-batches', { body: { payerId, ...PERIOD } });
}
