/** Reads and writes of the screens: one cache, refreshed by topic. */
import { QueryClient, queryOptions, useMutation } from '@tanstack/react-query';
import type { Query, QueryExecuteOptions, QueryKey } from '@tanstack/react-query';
import type { Contract, Endpoint } from '#platform/contract/endpoint.ts';
import type { AnswerTo, Call, RequestTo } from './api.ts';

/** Data never goes stale by itself; changes are announced by the server (`liveChanges.ts`) or by the own writes. */
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

type Asked<E extends Endpoint> = Partial<RequestTo<E>> &
  ('params' extends keyof RequestTo<E> ? Pick<RequestTo<E>, 'params' & keyof RequestTo<E>> : unknown);

type Reading<E extends Endpoint> = {
  /** Words under which the server announces changes of this answer; the first one begins the key. */
  topics: readonly [string, ...string[]];
} & Asked<E>;

/**
 * The options of a read for `useQuery`, keyed `[topic, endpoint, request]`:
 * `endpointQuery(api, 'GET /api/clients/:id', { topics: ['clients'], params: { id } })`.
 */
export function endpointQuery<C extends Contract, N extends ReadName<C>>(
  api: Call<C>,
  name: N,
  reading: Reading<EndpointAt<C, N>>,
) {
  const { topics, ...request } = reading;
  const run = api as unknown as (name: string, request: object) => Promise<AnswerTo<EndpointAt<C, N>>>;
  return queryOptions({
    queryKey: [topics[0], name, request] as const,
    queryFn: ({ signal }) => run(name, { ...request, signal }),
    meta: { topics },
  });
}

/** What nobody comes to see is read anew: it may be that nothing tells of its changes. */
const UNSEEN_MS = 30_000;

/**
 * Asks for what a screen will read while its code or the frame around it are not there yet. The screen
 * says what could not be had.
 */
export const prefetchQuery = <Answer, Key extends QueryKey>(
  read: QueryExecuteOptions<Answer, Error, Answer, Answer, Key>,
): void => void queryClient.query({ ...read, gcTime: UNSEEN_MS }).catch(() => undefined);

function concerns(query: Query, topics: readonly string[]): boolean {
  const own = query.meta?.topics;
  return Array.isArray(own) && own.some((topic) => topics.includes(String(topic)));
}

/** What is on screen about these topics is read again now, the rest when it is shown next. */
export function refreshTopics(topics: readonly string[]): Promise<void> {
  // What is under way for nobody yet may be the state of before.
  void queryClient.cancelQueries({ type: 'inactive', predicate: (query) => concerns(query, topics) });
  return queryClient.invalidateQueries({ predicate: (query) => concerns(query, topics) });
}

/** Everything on screen is read again: nobody knows what was missed. */
export function refreshAll(): Promise<void> {
  return queryClient.invalidateQueries();
}

/**
 * A write: `useChange((values: ClientInput) => api('POST /api/clients', { body: values }), ['clients'])`.
 * After a success the topics are refreshed; what failed is the caller's to say.
 */
export function useChange<Values = void, Answer = unknown>(
  run: (values: Values) => Promise<Answer>,
  topics: readonly string[],
) {
  return useMutation<Answer, Error, Values>({
    mutationFn: run,
    onSuccess: () => void refreshTopics(topics),
  });
}
