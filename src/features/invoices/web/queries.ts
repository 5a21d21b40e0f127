import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery, queryClient, useChange } from '#platform/web/queries.ts';
import type { claimsContract } from '#features/invoices/claimContract.ts';
import type { invoicesContract } from '#features/invoices/contract.ts';

type Invoices = typeof invoicesContract;

type Claims = typeof claimsContract;

const api = client<Invoices>();
const claimsApi = client<Claims>();

export type Open = AnswerTo<Invoices['GET /api/billing/open']>;
export type OpenWork = Open['open'][number];
export type InvoiceRow = AnswerTo<Invoices['GET /api/invoices']>['rows'][number];
export type Invoice = AnswerTo<Invoices['GET /api/invoices/:id']>;
export type DraftBody = RequestTo<Invoices['PUT /api/invoices/:id']>['body'];
export type InvoiceBody = RequestTo<Invoices['POST /api/invoices']>['body'];
type IssueBody = RequestTo<Invoices['POST /api/invoices/:id/issue']>['body'];
export type PaymentBody = RequestTo<Invoices['POST /api/invoices/:id/payments']>['body'];
export type InvoiceQuery = NonNullable<RequestTo<Invoices['GET /api/invoices']>['query']>;

export type Payer = AnswerTo<Claims['GET /api/payers']>[number];
export type PayerBody = RequestTo<Claims['POST /api/payers']>['body'];
export type ClaimBatchRow = AnswerTo<Claims['GET /api/claim-batches']>['rows'][number];
export type ClaimBatch = AnswerTo<Claims['GET /api/claim-batches/:id']>;
export type ClaimLine = ClaimBatch['lines'][number];
type ClaimBatchBody = RequestTo<Claims['POST /api/claim-batches']>['body'];
type ClaimDecisions = RequestTo<Claims['PATCH /api/claim-batches/:id/lines']>['body'];

/** Topics: drafts depend on notes and their clients, amounts on the business. */
const topics = ['invoices', 'notes', 'clients', 'business'] as const;

/** Reads unbilled work and unpaid invoices. */
export const useOpenWork = () => useQuery(endpointQuery(api, 'GET /api/billing/open', { topics }));

/** Work to bill in a period; disabled until there is one. */
export const useOpenWorkInPeriod = (period: { from: string; to: string } | undefined) =>
  useQuery({
    ...endpointQuery(api, 'GET /api/billing/open', { topics, query: period ?? {} }),
    enabled: period !== undefined,
  });

/** A page of invoices, newest first; the previous one stays while it loads. */
export const useInvoices = (query: InvoiceQuery) =>
  useQuery({
    ...endpointQuery(api, 'GET /api/invoices', { topics, query }),
    placeholderData: keepPreviousData,
  });

const invoiceQuery = (id: number) => endpointQuery(api, 'GET /api/invoices/:id', { topics, params: { id } });

export const useInvoice = (id: number) => useQuery(invoiceQuery(id));

/** Fetches the present invoice, for the page too. */
export const refetchInvoice = (id: number): Promise<Invoice> =>
  queryClient.query({ ...invoiceQuery(id), staleTime: 0 });

export const useCreateDraft = () =>
  useChange(({ body, idempotencyKey }: { body: InvoiceBody; idempotencyKey: string }) =>
    api('POST /api/invoices', { body, idempotencyKey }),
  );

export const useChangeDraft = (id: number) =>
  useChange(async (body: DraftBody) => {
    const changed = await api('PUT /api/invoices/:id', { params: { id }, body });
    // Before the draft is refetched, so that the next change starts from this one.
    queryClient.setQueryData(invoiceQuery(id).queryKey, changed);
    return changed;
  });

export const useDeleteDraft = () =>
  useChange((id: number) => api('DELETE /api/invoices/:id', { params: { id } }));

export const useIssueInvoice = () =>
  useChange(({ id, body }: { id: number; body: IssueBody }) =>
    api('POST /api/invoices/:id/issue', { params: { id }, body }),
  );

export const useVoidInvoice = (id: number) =>
  useChange((reason: string) => api('POST /api/invoices/:id/void', { params: { id }, body: { reason } }));

export const useRecordPayment = (id: number) =>
  useChange(({ body, idempotencyKey }: { body: PaymentBody; idempotencyKey: string }) =>
    api('POST /api/invoices/:id/payments', { params: { id }, body, idempotencyKey }),
  );

/** The URL of the PDF to save; the read-only session cookie authenticates the request. */
export const toPdfAddress = (id: number): string => `/api/invoices/${id}/pdf`;

/** The URL of the PDF to show, in its whole width and without a list of its pages. */
export const toInlinePdfAddress = (id: number): string =>
  `${toPdfAddress(id)}?inline=true#navpanes=0&view=FitH`;

export const usePayers = () => useQuery(endpointQuery(claimsApi, 'GET /api/payers', { topics: ['payers'] }));

export const useAddPayer = () =>
  useChange(({ body, idempotencyKey }: { body: PayerBody; idempotencyKey: string }) =>
    claimsApi('POST /api/payers', { body, idempotencyKey }),
  );

export const useChangePayer = () =>
  useChange(({ id, body }: { id: number; body: PayerBody }) =>
    claimsApi('PUT /api/payers/:id', { params: { id }, body }),
  );

/** A page of claim batches, newest first; the previous one stays while it loads. */
export const useClaimBatches = (query: { cursor?: string | undefined; limit: number }) =>
  useQuery({
    ...endpointQuery(claimsApi, 'GET /api/claim-batches', { topics: ['invoices'], query }),
    placeholderData: keepPreviousData,
  });

export const useClaimBatch = (id: number) =>
  useQuery(
    endpointQuery(claimsApi, 'GET /api/claim-batches/:id', { topics: ['invoices', 'notes'], params: { id } }),
  );

export const useCreateClaimBatch = () =>
  useChange(({ body, idempotencyKey }: { body: ClaimBatchBody; idempotencyKey: string }) =>
    claimsApi('POST /api/claim-batches', { body, idempotencyKey }),
  );

export const useDecideClaims = () =>
  useChange(({ id, body }: { id: number; body: ClaimDecisions }) =>
    claimsApi('PATCH /api/claim-batches/:id/lines', { params: { id }, body }),
  );

/** The URL of the CSV file; the read-only session cookie authenticates the request. */
export const toCsvAddress = (id: number): string => `/api/claim-batches/${id}/csv`;
