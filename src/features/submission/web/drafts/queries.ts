import { useQuery } from '@tanstack/react-query';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery, queryClient, useChange } from '#platform/web/queries.ts';
import type { draftsContract } from '#features/submission/draftContract.ts';

const api = client<typeof draftsContract>();

/** A draft in the list, without its signature. */
export type DraftRow = AnswerTo<(typeof draftsContract)['GET /api/drafts']>[number];
export type Draft = AnswerTo<(typeof draftsContract)['GET /api/drafts/:id']>;
export type DraftInput = RequestTo<(typeof draftsContract)['POST /api/drafts']>['body'];

/** A device never stores the client's code. */
const withoutCode = <T extends DraftRow>(draft: T): T => ({ ...draft, clientSignatureCode: null });

/** The user's drafts, newest first. */
export const draftsQuery = () =>
  endpointQuery(api, 'GET /api/drafts', {
    topics: ['drafts'],
    keep: (drafts) => drafts.map(withoutCode),
  });

/** The whole draft with its signature; without a network, what was encrypted of it, without the client's code. */
const draftQuery = (id: number) =>
  endpointQuery(api, 'GET /api/drafts/:id', {
    topics: ['drafts'],
    params: { id },
    keep: withoutCode,
  });

export const useDrafts = () => useQuery(draftsQuery());

/** Fetches the whole draft with its signature. @throws ApiError 404 when it was deleted */
export const fetchDraft = (id: number): Promise<Draft> =>
  // Without its topics, because a change event would cancel the request.
  queryClient.query({ ...draftQuery(id), meta: {}, staleTime: 0 });

export const useDeleteDraft = () =>
  useChange((id: number) => api('DELETE /api/drafts/:id', { params: { id } }));
