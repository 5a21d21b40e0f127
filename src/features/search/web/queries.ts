import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery } from '#platform/web/queries.ts';
import type { searchContract } from '#features/search/contract.ts';

type Search = (typeof searchContract)['GET /api/notes/search'];
type SearchQuery = NonNullable<RequestTo<Search>['query']>;

const api = client<typeof searchContract>();

export type SearchResult = AnswerTo<Search>['rows'][number];

/** The notes that match a search. */
export const searchNotesQuery = (query: SearchQuery) =>
  endpointQuery(api, 'GET /api/notes/search', { topics: ['notes'], query });

/** A page of results; the previous page stays on screen while the next one loads. */
export const useSearchNotes = (query: SearchQuery, enabled: boolean) =>
  useQuery({
    ...searchNotesQuery(query),
    enabled,
    placeholderData: query.cursor === undefined ? undefined : keepPreviousData,
  });
