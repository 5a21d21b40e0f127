import { client } from '#platform/web/api.ts';
import { useChange } from '#platform/web/queries.ts';
import type { disputeContract } from '#features/notes/disputeContract.ts';

const disputeApi = client<typeof disputeContract>();

/** Answers the disputes of a note that are on screen. */
export const useAnswerDisputes = () =>
  useChange(({ id, ...body }: { id: number; answer: string; disputeIds: number[] }) =>
    disputeApi('POST /api/notes/:id/dispute/resolve', { params: { id }, body }),
  );
