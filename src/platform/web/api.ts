/** The typed API client. It imports contracts as types only, so their code is not bundled. */

import type { CallOf, Contract, Endpoint, Page, ResultOf } from '#platform/contract/endpoint.ts';
import { ApiError, isWithoutServerResponse, SESSION_EXPIRED, UNREACHABLE } from './apiError.ts';
import { recordConnection } from './connection.ts';
import { readError } from './errorBody.ts';
import { compareRelease } from './offline/release.ts';
import { expireSession, storedSession } from './session.ts';

type QueryValue = string | number | boolean | undefined;

/** The request of an endpoint. Path parameters may be numbers; undefined query values are omitted. */
export type RequestTo<E extends Endpoint> = {
  [K in keyof CallOf<E>]: K extends 'params'
    ? { [P in keyof CallOf<E>[K]]: string | number }
    : K extends 'query'
      ? CallOf<E>[K] | undefined
      : CallOf<E>[K];
};

/** The result of a call; a paged list is a `Page` with total and next cursor. */
export type AnswerTo<E extends Endpoint> = E extends { paged: true }
  ? ResultOf<E> extends readonly (infer Row)[]
    ? Page<Row>
    : never
  : ResultOf<E>;

export interface CallOptions {
  /** Sending the same key and body again within 24 hours has no effect. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Milliseconds within which the whole response must arrive; afterwards the server counts as unreachable. */
  timeout?: number;
}

type Argument<E extends Endpoint> = keyof RequestTo<E> extends never
  ? [request?: CallOptions]
  : keyof RequestTo<E> extends 'query'
    ? [request?: Partial<RequestTo<E>> & CallOptions]
    : [request: RequestTo<E> & CallOptions];

type EndpointAt<C extends Contract, N extends keyof C> = Extract<C[N], Endpoint>;

/** Calls an endpoint of a contract by its name. @throws ApiError */
export type Call<C extends Contract> = <N extends keyof C & string>(
  name: N,
  ...request: Argument<EndpointAt<C, N>>
) => Promise<AnswerTo<EndpointAt<C, N>>>;

/** Makes the client of a feature: `const api = client<typeof clientsContract>()`. */
export const client = <C extends Contract>(): Call<C> => call as unknown as Call<C>;

interface AnyRequest extends CallOptions {
  params?: Record<string, string | number>;
  query?: Record<string, QueryValue>;
  body?: unknown;
}

/** Longer than any response takes; without it, browsers wait minutes for a network that has stopped answering. */
const DEFAULT_TIMEOUT_MS = 30_000;
/** Attempts to read while the server is overloaded. */
const MAX_ATTEMPTS = 3;
const OVERLOAD_CODES = new Set(['overloaded', 'rate_limited']);

async function call(name: string, request: AnyRequest = {}): Promise<unknown> {
  const token = storedSession()?.token;
  let answer: unknown;
  for (let attempt = 1; ; attempt += 1) {
    try {
      answer = await settle(await send(name, request, token), token);
      recordConnection(true);
      break;
    } catch (error) {
      if (error instanceof ApiError) recordConnection(!isWithoutServerResponse(error));
      const isOverload = error instanceof ApiError && OVERLOAD_CODES.has(error.code);
      if (!isOverload || !name.startsWith('GET ') || attempt === MAX_ATTEMPTS || request.signal?.aborted)
        throw error;
      await waitBeforeRetry(error.retryAfter);
    }
  }
  if (!(answer instanceof FirstPart)) return answer;
  const { joinParts } = await import('./joinParts.ts');
  const { signal, timeout } = request;
  return joinParts(answer, (address) =>
    call(`GET ${address}`, { ...(signal && { signal }), ...(timeout && { timeout }) }),
  );
}

/** The first part of a long answer, with the Link header to the next one. */
class FirstPart {
  readonly body: unknown;
  readonly link: string;

  constructor(body: unknown, link: string) {
    this.body = body;
    this.link = link;
  }
}

/** Waits for the server's Retry-After plus a random time, so that pages do not all retry at the same time. */
const waitBeforeRetry = (seconds = 1): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, (seconds + Math.random()) * 1000));

/** Reads a response; ends the session when the server does. @throws ApiError */
export async function settle(response: Response, token: string | undefined): Promise<unknown> {
  if (response.status === 401 && token) {
    const error = await readError(response);
    // A wrong password in a form of a signed-in user does not end the session.
    if (error.code !== 'session_invalid' && error.code !== 'unauthenticated') throw error;
    expireSession(token);
    throw new ApiError(401, { code: 'session_expired', message: SESSION_EXPIRED });
  }
  if (!response.ok) throw await readError(response);
  return readBody(response);
}

async function send(name: string, request: AnyRequest, token: string | undefined): Promise<Response> {
  const [method = 'GET'] = name.split(' ');
  const headers = new Headers({ accept: 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (request.body !== undefined) headers.set('content-type', 'application/json');
  if (request.idempotencyKey) headers.set('idempotency-key', request.idempotencyKey);
  const timeout = AbortSignal.timeout(request.timeout ?? DEFAULT_TIMEOUT_MS);
  try {
    const response = await fetch(addressOf(name, request), {
      method,
      headers,
      credentials: 'same-origin',
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
    });
    compareRelease(response);
    return response;
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw new ApiError(0, { code: 'network', message: UNREACHABLE });
  }
}

/** The URL of an endpoint by its name. */
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

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const body: unknown = await parseJson(response);
  const total = response.headers.get('x-total-count');
  const link = response.headers.get('link');
  if (total !== null) return { rows: body, total: Number(total), next: cursorOf(link) };
  return link ? new FirstPart(body, link) : body;
}

/** Parses the body, which may be incomplete. @throws ApiError */
async function parseJson(response: Response): Promise<unknown> {
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
