import type { disputeContract } from '#features/notes/disputeContract.ts';
import type { receiptContract } from '#features/notes/receiptContract.ts';
import type { checksContract, NoteCheckCode } from '#features/notes/checkContract.ts';
import { client } from '#platform/web/api.ts';
import { useChange } from '#platform/web/queries.ts';

const checksApi = client<typeof checksContract>();
const disputeApi = client<typeof disputeContract>();
const receiptApi = client<typeof receiptContract>();

type CheckAddress = { id: number; code: NoteCheckCode };

type Explanation = { reason: string; version: number; relatedNoteIds: number[] };

/** Marks a check of a note as explained. */
export const useExplainCheck = () =>
  useChange(({ id, code, ...body }: CheckAddress & Explanation) =>
    checksApi('POST /api/notes/:id/checks/:code/explain', { params: { id, code }, body }),
  );

export const useRemoveExplanation = () =>
  useChange((params: CheckAddress) => checksApi('DELETE /api/notes/:id/checks/:code/explain', { params }));

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
