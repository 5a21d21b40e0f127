/** Queries and mutations: one cache, refreshed by topic. */

import {
  mutationOptions,
  QueryClient,
  queryOptions,
  useMutation,
  type Query,
  type QueryExecuteOptions,
  type QueryKey,
} from '@tanstack/react-query';
import { EVERYTHING, type ChangeEvent } from '#platform/contract/changeEvent.ts';
import type { Contract, Endpoint } from '#platform/contract/endpoint.ts';
import type { AnswerTo, Call, RequestTo } from './api.ts';
import { fetchOrDecrypt } from './offline/fetchOrDecrypt.ts';

/** Queries never go stale by themselves: the server announces what changed (`liveChanges.ts`). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      retry: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

type EndpointAt<C extends Contract, N extends keyof C> = Extract<C[N], Endpoint>;
type ReadName<C extends Contract> = keyof C & `GET ${string}`;

type ReadRequest<E extends Endpoint> = Partial<RequestTo<E>> &
  ('params' extends keyof RequestTo<E> ? Pick<RequestTo<E>, 'params' & keyof RequestTo<E>> : unknown);

type ReadOptions<E extends Endpoint> = {
  /** The part of the answer to encrypt on this device for reading offline, as in `fetchOrDecrypt`. */
  keep?: ((answer: AnswerTo<E>) => AnswerTo<E> | null | undefined) | undefined;
  /** The topics of the change events that concern this response; the first one starts the key. */
  topics: readonly [string, ...string[]];
} & ReadRequest<E>;

/**
 * The options of a read for `useQuery`, keyed `[topic, endpoint, request]`:
 * `endpointQuery(api, 'GET /api/clients/:id', { topics: ['clients'], params: { id } })`.
 */
export function endpointQuery<C extends Contract, N extends ReadName<C>>(
  api: Call<C>,
  name: N,
  options: ReadOptions<EndpointAt<C, N>>,
) {
  const { topics, keep, ...request } = options;
  const run = api as unknown as (name: string, request: object) => Promise<AnswerTo<EndpointAt<C, N>>>;
  return queryOptions({
    queryKey: [topics[0], name, request] as const,
    queryFn: ({ signal }) => {
      const fetchAnswer = () => run(name, { ...request, signal });
      return keep ? fetchOrDecrypt({ endpoint: name, request, keep }, fetchAnswer) : fetchAnswer();
    },
    meta: { topics },
  });
}

/** Prefetched data is removed after this when no component uses it. */
const UNUSED_MS = 30_000;

/** Fetches the data of a screen while its code is loading. The screen reports a failure. */
export const prefetchQuery = <Answer, Key extends QueryKey>(
  options: QueryExecuteOptions<Answer, Error, Answer, Answer, Key>,
): void => void queryClient.query({ ...options, gcTime: UNUSED_MS }).catch(() => undefined);

function hasTopic(query: Query, topics: readonly string[]): boolean {
  const own = query.meta?.topics;
  return Array.isArray(own) && own.some((topic) => topics.includes(String(topic)));
}

/** Refetches these queries: the mounted ones now, the others when they are mounted. */
function refresh(isChanged: (query: Query) => boolean): Promise<void> {
  // A first fetch in progress, which `invalidateQueries` leaves, may return the state before the change.
  const isFirstFetch = (query: Query) => !query.isActive() || query.state.data === undefined;
  void queryClient.cancelQueries({ predicate: (query) => isChanged(query) && isFirstFetch(query) });
  return queryClient.invalidateQueries({ predicate: isChanged });
}

/** Refetches the queries of these topics. */
export const refreshTopics = (topics: readonly string[]): Promise<void> =>
  refresh((query) => hasTopic(query, topics));

/** Refetches every query that has topics, when changes may have been missed. */
export const refreshAll = (): Promise<void> => refresh(({ meta }) => meta?.topics !== undefined);

/** The change event of a write arrives within this, unless the stream is down. */
const EVENT_WITHIN_MS = 2_000;
let ownEvents: number | null = null;

/** Sets whether this page receives change events; until it does, each write refreshes everything. */
export function expectChangeEvents(expected: boolean): void {
  ownEvents = expected ? 0 : null;
}

/** Refreshes what a change event names. */
export function applyChangeEvent({ topics, own }: ChangeEvent): void {
  if (ownEvents !== null && own) ownEvents += 1;
  void (topics.includes(EVERYTHING) ? refreshAll() : refreshTopics(topics));
}

/** Refreshes everything after a write whose change event does not arrive. */
function refreshWithoutEvent(eventsBefore: number | null): void {
  if (eventsBefore === null) return void refreshAll();
  setTimeout(() => ownEvents === eventsBefore && void refreshAll(), EVENT_WITHIN_MS);
}

/**
 * A mutation of lists: `useChange((values: ClientInput) => api('POST /api/clients', { body: values }))`. The server's
 * change event refreshes them, once and in every tab. The caller reports a failure.
 */
export const useChange = <Values = void, Answer = unknown>(run: (values: Values) => Promise<Answer>) =>
  useMutation(changeOptions(run));

/** The options of `useChange`. */
export const changeOptions = <Values, Answer>(run: (values: Values) => Promise<Answer>) =>
  mutationOptions({
    mutationFn: run,
    onMutate: () => ({ eventsBefore: ownEvents }),
    onSuccess: (_answer: Answer, _values: Values, { eventsBefore }: { eventsBefore: number | null }) =>
      refreshWithoutEvent(eventsBefore),
  });
