import { useQuery } from '@tanstack/react-query';
import type { draftsContract } from '../contract.ts';
import type { AnswerTo, RequestTo } from '../../../platform/web/api.ts';
import { client } from '../../../platform/web/api.ts';
import { endpointQuery, useChange } from '../../../platform/web/queries.ts';

const api = client<typeof draftsContract>();

export type Draft = AnswerTo<(typeof draftsContract)['GET /api/drafts']>[number];
export type DraftInput = RequestTo<(typeof draftsContract)['POST /api/drafts']>['body'];

/** The own drafts, newest first. */
export const draftsQuery = () => endpointQuery(api, 'GET /api/drafts', { topics: ['drafts'] });

export const useDrafts = () => useQuery(draftsQuery());

/** Saves a new draft, or over the one with that id. */
export const useSaveDraft = () =>
  useChange(
    ({ id, body, attempt }: { id: number | null; body: DraftInput; attempt: string }) =>
      id === null
        ? api('POST /api/drafts', { body, idempotencyKey: attempt })
        : api('PUT /api/drafts/:id', { params: { id }, body }),
    ['drafts'],
  );

export const useDeleteDraft = () =>
  useChange((id: number) => api('DELETE /api/drafts/:id', { params: { id } }), ['drafts']);
