import { client } from '#platform/web/api.ts';
import { useChange } from '#platform/web/queries.ts';
import type { checksContract, NoteCheckCode } from '#features/notes/checkContract.ts';

const checksApi = client<typeof checksContract>();

type CheckAddress = { id: number; code: NoteCheckCode };

type Explanation = { reason: string; version: number; relatedNoteIds: number[] };

/** Marks a check of a note as explained. */
export const useExplainCheck = () =>
  useChange(({ id, code, ...body }: CheckAddress & Explanation) =>
    checksApi('POST /api/notes/:id/checks/:code/explain', { params: { id, code }, body }),
  );

export const useRemoveExplanation = () =>
  useChange((params: CheckAddress) => checksApi('DELETE /api/notes/:id/checks/:code/explain', { params }));
