import type { disputeContract } from '#features/notes/disputeContract.ts';
import type { receiptContract } from '#features/notes/receiptContract.ts';
import { client } from '#platform/web/api.ts';
import { useChange } from '#platform/web/queries.ts';

const disputeApi = client<typeof disputeContract>();
const receiptApi = client<typeof receiptContract>();

/** Answers the disputes of a note that are on screen. */
export const useAnswerDisputes = () =>
  useChange(({ id, ...body }: { id: number; answer: string; disputeIds: number[] }) =>
    disputeApi('POST /api/notes/:id/dispute/resolve', { params: { id }, body }),
  );

/** Makes a new receipt link of a note; its address is in the response only. */
export const useRenewReceipt = () =>
  useChange((id: number) => receiptApi('POST /api/notes/:id/receipt', { params: { id } }));

export const useRevokeReceipt = () =>
  useChange((id: number) => receiptApi('DELETE /api/notes/:id/receipt', { params: { id } }));
