import { sendDownload } from '#platform/server/http/download.ts';
import type { Handlers } from '#platform/server/http/handlers.ts';
import { listPayers } from '#features/clients/server/payers/reads.ts';
import type { claimsContract } from '#features/invoices/claimContract.ts';
import { createClaimBatch, decideLines } from './actions.ts';
import { createPayer, updatePayer } from './payerActions.ts';
import { listClaimBatches, readClaimBatch, readClaimCsv } from './reads.ts';

export const claimsRoutes: Handlers<typeof claimsContract> = {
  'GET /api/payers': (context, { query }) => listPayers(context, query),
  'POST /api/payers': (context, { body }) => createPayer(context, body),
  'PUT /api/payers/:id': (context, { params, body }) => updatePayer(context, params.id, body),
  'GET /api/claim-batches': (context, { query }) => listClaimBatches(context, query),
  'POST /api/claim-batches': (context, { body }) => createClaimBatch(context, body),
  'GET /api/claim-batches/:id': (context, { params }) => readClaimBatch(context, params.id),
  'GET /api/claim-batches/:id/csv': async (context, { params, reply }) =>
    sendDownload(reply, await readClaimCsv(context, params.id)),
  'PATCH /api/claim-batches/:id/lines': (context, { params, body }) => decideLines(context, params.id, body),
};
