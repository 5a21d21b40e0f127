import type { draftsContract } from '#features/notes/draftContract.ts';
import { client } from '#platform/web/api.ts';
import { ApiError } from '#platform/web/apiError.ts';
import { fetchOrDecrypt } from '#platform/web/offline/fetchOrDecrypt.ts';
import { useChange } from '#platform/web/queries.ts';
import { withoutCode, type DraftInput } from './queries.ts';

const api = client<typeof draftsContract>();

/** Creates a draft, or saves over the one with that id. */
export const useSaveDraft = () =>
  useChange(async ({ id, body, attempt }: { id: number | null; body: DraftInput; attempt: string }) => {
    const row = await (id === null
      ? api('POST /api/drafts', { body, idempotencyKey: attempt })
      : api('PUT /api/drafts/:id', { params: { id }, body }));
    void encryptDraft(row.id);
    return row;
  });

/** Encrypts a draft as it was saved, so that it opens without a network. If that fails, the older record stays. */
async function encryptDraft(id: number): Promise<void> {
  const endpoint = 'GET /api/drafts/:id';
  const request = { params: { id } };
  await fetchOrDecrypt({ endpoint, request, keep: withoutCode }, () => api(endpoint, request)).catch(
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    },
  );
}
