/** The typed client: endpoints by their names, made from contracts that are imported as types alone. */
import type { CallOf, Contract, Endpoint, Page, ResultOf } from '#platform/contract/endpoint.ts';
import { ApiError, SESSION_EXPIRED, UNREACHABLE } from './apiError.ts';
import { readError } from './errorBody.ts';
import { expireSession, storedSession } from './session.ts';

type QueryValue = string | number | boolean | undefined;

/** What an endpoint takes: numbers may stand for themselves in the path, undefined query values are left out. */
export type RequestTo<E extends Endpoint> = {
  [K in keyof CallOf<E>]: K extends 'params'
    ? { [P in keyof CallOf<E>[K]]: string | number }
    : K extends 'query'
      ? CallOf<E>[K] | undefined
      : CallOf<E>[K];
};

/** What a call answers; a list that grows without bound comes as a `Page` with total and next cursor. */
export type AnswerTo<E extends Endpoint> = E extends { paged: true }
  ? ResultOf<E> extends readonly (infer Row)[]
    ? Page<Row>
    : never
  : ResultOf<E>;

export interface CallOptions {
  /** The same key and body within 24 hours does nothing twice; one per attempt of a person. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

type Argument<E extends Endpoint> = keyof RequestTo<E> extends never
  ? [request?: CallOptions]
  : keyof RequestTo<E> extends 'query'
    ? [request?: Partial<RequestTo<E>> & CallOptions]
    : [request: RequestTo<E> & CallOptions];

type EndpointAt<C extends Contract, N extends keyof C> = Extract<C[N], Endpoint>;

/** Calls an endpoint of a contract by its name. Every failure is an `ApiError`. */
export type Call<C extends Contract> = <N extends keyof C & string>(
  name: N,
  ...request: Argument<EndpointAt<C, N>>
) => Promise<AnswerTo<EndpointAt<C, N>>>;

/** The client of a feature: `const api = client<typeof clientsContract>()`. */
export const client = <C extends Contract>(): Call<C> => call as unknown as Call<C>;

interface AnyRequest extends CallOptions {
  params?: Record<string, string | number>;
  query?: Record<string, QueryValue>;
  body?: unknown;
}

/** How often something is asked for while the server has too much to do. */
const TRIES = 3;
const CROWDED = new Set(['overloaded', 'rate_limited']);

async function call(name: string, request: AnyRequest = {}): Promise<unknown> {
  const token = storedSession()?.token;
  for (let tries = 1; ; tries += 1) {
    try {
      return await settle(await send(name, request, token), token);
    } catch (error) {
      const again = name.startsWith('GET ') && error instanceof ApiError && CROWDED.has(error.code);
      if (!again || tries === TRIES || request.signal?.aborted) throw error;
      await crowdPasses(error.retryAfter);
    }
  }
}

/** Waits as long as the server asks, plus a random time, so that pages do not all retry at once. */
const crowdPasses = (seconds = 1): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, (seconds + Math.random()) * 1000));

/** What a response answers. @throws ApiError for every failure; an ended session is ended here too */
export async function settle(response: Response, token: string | undefined): Promise<unknown> {
  if (response.status === 401 && token) {
    const error = await readError(response);
    // A wrong password in a form of a signed-in user does not end the session.
    if (error.code !== 'session_invalid' && error.code !== 'unauthenticated') throw error;
    expireSession(token);
    throw new ApiError(401, { code: 'session_expired', message: SESSION_EXPIRED });
  }
  if (!response.ok) throw await readError(response);
  return answerOf(response);
}

async function send(name: string, request: AnyRequest, token: string | undefined): Promise<Response> {
  const [method = 'GET'] = name.split(' ');
  const headers = new Headers({ accept: 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (request.body !== undefined) headers.set('content-type', 'application/json');
  if (request.idempotencyKey) headers.set('idempotency-key', request.idempotencyKey);
  try {
    return await fetch(addressOf(name, request), {
      method,
      headers,
      credentials: 'same-origin',
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      ...(request.signal && { signal: request.signal }),
    });
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw new ApiError(0, { code: 'network', message: UNREACHABLE });
  }
}

/** The address of an endpoint by its name. */
export function addressOf(name: string, { params = {}, query = {} }: AnyRequest): string {
  const path = name.slice(name.indexOf('/')).replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`${name} needs the parameter ${key}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(key, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

async function answerOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const body: unknown = await bodyOf(response);
  const total = response.headers.get('x-total-count');
  if (total === null) return body;
  return { rows: body, total: Number(total), next: cursorOf(response.headers.get('link')) };
}

/** The body may break off on its way as well. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, { code: 'network', message: UNREACHABLE });
  }
}

function cursorOf(link: string | null): string | null {
  const next = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return next ? new URL(next, location.origin).searchParams.get('cursor') : null;
}
