import { useQuery } from '@tanstack/react-query';
import type { draftsContract } from '#features/notes/draftContract.ts';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery, prefetchQuery, queryClient, useChange } from '#platform/web/queries.ts';

const api = client<typeof draftsContract>();

/** A draft in the list, without its signature. */
export type DraftRow = AnswerTo<(typeof draftsContract)['GET /api/drafts']>[number];
export type Draft = AnswerTo<(typeof draftsContract)['GET /api/drafts/:id']>;
export type DraftInput = RequestTo<(typeof draftsContract)['POST /api/drafts']>['body'];

/** The user's drafts, newest first. */
export const draftsQuery = () =>
  endpointQuery(api, 'GET /api/drafts', { topics: ['drafts'], keep: (drafts) => drafts });

/** The whole draft with its signature; without a network, what was encrypted of it, without the client's code. */
const draftQuery = (id: number) =>
  endpointQuery(api, 'GET /api/drafts/:id', {
    topics: ['drafts'],
    params: { id },
    keep: (draft) => ({ ...draft, clientSignatureCode: null }),
  });

export const useDrafts = () => useQuery(draftsQuery());

/** The whole draft with its signature. @throws ApiError 404 when it was deleted */
export const fetchDraft = (id: number): Promise<Draft> => queryClient.query(draftQuery(id));

/** Creates a draft, or saves over the one with that id. */
export const useSaveDraft = () =>
  useChange(async ({ id, body, attempt }: { id: number | null; body: DraftInput; attempt: string }) => {
    const row = await (id === null
      ? api('POST /api/drafts', { body, idempotencyKey: attempt })
      : api('PUT /api/drafts/:id', { params: { id }, body }));
    // Encrypts it as it was saved, so that it opens without a network.
    prefetchQuery({ ...draftQuery(row.id), staleTime: 0 });
    return row;
  });

export const useDeleteDraft = () =>
  useChange((id: number) => api('DELETE /api/drafts/:id', { params: { id } }));
