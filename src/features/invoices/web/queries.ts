import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type { invoicesContract } from '#features/invoices/contract.ts';

type Invoices = typeof invoicesContract;

const api = client<Invoices>();

export type Open = AnswerTo<Invoices['GET /api/billing/open']>;
export type OpenWork = Open['open'][number];
export type InvoiceRow = AnswerTo<Invoices['GET /api/invoices']>['rows'][number];
export type Invoice = AnswerTo<Invoices['GET /api/invoices/:id']>;
export type DraftBody = RequestTo<Invoices['PUT /api/invoices/:id']>['body'];
export type InvoiceBody = RequestTo<Invoices['POST /api/invoices']>['body'];
export type PaymentBody = RequestTo<Invoices['POST /api/invoices/:id/payments']>['body'];
export type InvoiceQuery = NonNullable<RequestTo<Invoices['GET /api/invoices']>['query']>;

/** Topics: drafts depend on notes and their clients, amounts on the business. */
const topics = ['invoices', 'notes', 'clients', 'business'] as const;

/** What can be billed, and what is unpaid. */
export const useOpenWork = () => useQuery(endpointQuery(api, 'GET /api/billing/open', { topics }));

/** A page of invoices, newest first; the previous one stays while it loads. */
export const useInvoices = (query: InvoiceQuery) =>
  useQuery({
    ...endpointQuery(api, 'GET /api/invoices', { topics, query }),
    placeholderData: keepPreviousData,
  });

export const useInvoice = (id: number) =>
  useQuery(endpointQuery(api, 'GET /api/invoices/:id', { topics, params: { id } }));

export const useCreateDraft = () =>
  useChange(({ body, idempotencyKey }: { body: InvoiceBody; idempotencyKey: string }) =>
    api('POST /api/invoices', { body, idempotencyKey }),
  );

export const useChangeDraft = (id: number) =>
  useChange((body: DraftBody) => api('PUT /api/invoices/:id', { params: { id }, body }));

export const useDeleteDraft = () =>
  useChange((id: number) => api('DELETE /api/invoices/:id', { params: { id } }));

export const useIssueInvoice = () =>
  useChange((id: number) => api('POST /api/invoices/:id/issue', { params: { id } }));

export const useVoidInvoice = (id: number) =>
  useChange((reason: string) => api('POST /api/invoices/:id/void', { params: { id }, body: { reason } }));

export const useRecordPayment = (id: number) =>
  useChange(({ body, idempotencyKey }: { body: PaymentBody; idempotencyKey: string }) =>
    api('POST /api/invoices/:id/payments', { params: { id }, body, idempotencyKey }),
  );

/** The URL of the PDF; the read-only session cookie authenticates the request. */
export const toPdfAddress = (id: number): string => `/api/invoices/${id}/pdf`;
