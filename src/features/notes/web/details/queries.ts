import type { checksContract, NoteCheckCode } from '#features/notes/checkContract.ts';
import { client } from '#platform/web/api.ts';
import { useChange } from '#platform/web/queries.ts';

const checksApi = client<typeof checksContract>();

type CheckAddress = { id: number; code: NoteCheckCode };

/** Marks a check of a note as explained. */
export const useExplainCheck = () =>
  useChange(({ reason, version, ...params }: CheckAddress & { reason: string; version: number }) =>
    checksApi('POST /api/notes/:id/checks/:code/explain', { params, body: { reason, version } }),
  );

export const useRemoveExplanation = () =>
  useChange((params: CheckAddress) => checksApi('DELETE /api/notes/:id/checks/:code/explain', { params }));
