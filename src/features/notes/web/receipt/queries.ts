import { queryOptions, useMutation } from '@tanstack/react-query';
import { client, type AnswerTo } from '#platform/web/api.ts';
import { queryClient } from '#platform/web/queries.ts';
import type { ClientSigningDispute } from '#features/notes/disputeContract.ts';
import type { receiptContract } from '#features/notes/receiptContract.ts';

const receiptApi = client<typeof receiptContract>();

export type Receipt = AnswerTo<(typeof receiptContract)['GET /api/receipts/:token']>;

/** The receipt behind a link. No change event names it, as its page has no session. */
export const receiptQuery = (token: string) =>
  queryOptions({
    queryKey: ['receipt', token] as const,
    queryFn: ({ signal }) => receiptApi('GET /api/receipts/:token', { params: { token }, signal }),
  });

/** Sends what is not right about the visit. */
export const useDispute = (token: string) =>
  useMutation({
    mutationFn: (body: ClientSigningDispute) =>
      receiptApi('POST /api/receipts/:token/dispute', { params: { token }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: receiptQuery(token).queryKey }),
  });
