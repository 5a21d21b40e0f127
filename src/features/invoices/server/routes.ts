import { sendDownload, sendPdfForFrame } from '#platform/server/http/download.ts';
import { feature } from '#platform/server/http/handlers.ts';
import { claimsContract } from '#features/invoices/claimContract.ts';
import { invoicesContract } from '#features/invoices/contract.ts';
import { issueInvoice, recordPayment, voidInvoice } from './actions.ts';
import { claimsRoutes } from './claims/routes.ts';
import { changeDraft, createDraft, deleteDraft } from './draftActions.ts';
import { readOpen } from './openReads.ts';
import { readInvoicePdf } from './pdf/reads.ts';
import { listInvoices, readInvoice } from './reads.ts';

export const invoicesRoutes = feature(
  { ...invoicesContract, ...claimsContract },
  {
    'GET /api/billing/open': (context, { query }) => readOpen(context, query),
    'GET /api/invoices': (context, { query }) => listInvoices(context, query),
    'POST /api/invoices': (context, { body }) => createDraft(context, body),
    'GET /api/invoices/:id': (context, { params }) => readInvoice(context, params.id),
    'PUT /api/invoices/:id': (context, { params, body }) => changeDraft(context, params.id, body),
    'DELETE /api/invoices/:id': (context, { params }) => deleteDraft(context, params.id),
    'POST /api/invoices/:id/issue': (context, { params, body }) => issueInvoice(context, params.id, body),
    'POST /api/invoices/:id/void': (context, { params, body }) =>
      voidInvoice(context, params.id, body.reason),
    'POST /api/invoices/:id/payments': (context, { params, body }) => recordPayment(context, params.id, body),
    'GET /api/invoices/:id/pdf': async (context, { params, query, reply }) => {
      const pdf = await readInvoicePdf(context, params.id);
      return query.inline === 'true' ? sendPdfForFrame(reply, pdf) : sendDownload(reply, pdf);
    },
    ...claimsRoutes,
  },
);
