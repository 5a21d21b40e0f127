import { client } from '#platform/web/api.ts';
import { useChange } from '#platform/web/queries.ts';
import type { receiptContract } from '#features/notes/receiptContract.ts';

const receiptApi = client<typeof receiptContract>();

/** Makes a new receipt link of a note; its address is in the response only. */
export const useRenewReceipt = () =>
  useChange((id: number) => receiptApi('POST /api/notes/:id/receipt', { params: { id } }));

export const useRevokeReceipt = () =>
  useChange((id: number) => receiptApi('DELETE /api/notes/:id/receipt', { params: { id } }));
