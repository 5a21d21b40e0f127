/** The whole server on a fresh database, called as a client would call it. */

import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { Endpoint, ResultOf } from '#platform/contract/endpoint.ts';
import type { ErrorBody } from '#platform/contract/errors.ts';
import { openLog } from '#platform/server/log.ts';
import { readSettings } from '#platform/server/settings.ts';
import type { Endpoints } from '#app/contract.ts';
import { startServer, type RunningServer } from '#app/server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/database.ts';
import { startNodesApi, type SentRequest } from './nodesApi.ts';
import { createPool } from './pools.ts';

export type EndpointName = keyof Endpoints;
export type Result<N extends EndpointName> = Endpoints[N] extends Endpoint ? ResultOf<Endpoints[N]> : never;

/** The request; bodies are loosely typed, because tests also send invalid ones. */
export interface RequestOptions {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
  cookies?: Record<string, string>;
  /** The address that the call comes from; 127.0.0.1 when left out, another for each registration. */
  from?: string;
}

export interface ApiResponse<Body> {
  status: number;
  /** The body of a success; an error is in `error`. */
  body: Body;
  error: ErrorBody | null;
  headers: Record<string, string | string[] | number | undefined>;
  /** Cookies that the response sets, with all their attributes. */
  cookies: { name: string; value: string; [attribute: string]: unknown }[];
}

export interface Api {
  server: RunningServer;
  database: TestDatabase;
  /** Calls an endpoint by the name in its contract, and returns any response. */
  call<N extends EndpointName>(
    token: string | null,
    name: N,
    parts?: RequestOptions,
  ): Promise<ApiResponse<Result<N>>>;
  /** Calls an endpoint that must succeed and returns its body. @throws with the whole response otherwise */
  ok<N extends EndpointName>(token: string | null, name: N, parts?: RequestOptions): Promise<Result<N>>;
  /** Calls any address, even one that is in no contract. */
  send(
    token: string | null,
    request: { method: string; url: string } & RequestOptions,
  ): Promise<ApiResponse<unknown>>;
  /** Runs SQL as a superuser, past row-level security: to read rows, or to write what no call can. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

const migrations = fileURLToPath(new URL('../../../db/migrations', import.meta.url));

/**
 * Opens a fresh database of the project's kind and a server on it, without a port.
 * `TEST_LOG=warn` shows what it logs.
 * @param environment more settings of the server, e.g. `{ RATE_LIMITS: 'off' }`
 * @param openedBy `server` where it matters that the server itself opens and closes the database
 */
export async function startApi(
  environment: Record<string, string> = {},
  openedBy: 'server' | 'tests' = 'tests',
): Promise<Api> {
  const database = await createTestDatabase(openedBy);
  const settings = readSettings({
    ...database.settings,
    NODE_ENV: 'test',
    PORT: '0',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    // These tests create many people, and their passwords are not tested.
    PASSWORD_HASHING: 'quick',
    // Jobs would change rows while tests compare them.
    EXPORTS: 'off',
    ...environment,
  });
  const { opening } = database;
  const parts = { migrations, ...(opening && { database: opening }) };
  const SERVER_KEY = settings.serverKey.toString('hex');
  const nodes = await startNodesApi({ ...database.settings, SERVER_KEY, ...environment });
  const server = await startServer(settings, parts, openLog(settings.logLevel));
  const admin: pg.Pool = database.adminUrl
    ? createPool(database.adminUrl, { max: 2 })
    : server.services.database.pool;
  const calls = nodes
    ? createCalls((token, request) => nodes.send(token, atHome(request)))
    : createServerCalls(server);
  return {
    server,
    database,
    ...calls,
    sql: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
      const { rows } = await admin.query<Row>(text, values);
      return rows;
    },
    async stop() {
      await nodes?.stop();
      if (database.adminUrl) await admin.end();
      await server.stop();
      await database.remove();
    },
  };
}

export type ServerCalls = Pick<Api, 'send' | 'call' | 'ok'>;

/** Calls to a server in the process of the tests. */
export const createServerCalls = (server: RunningServer): ServerCalls =>
  createCalls((token, request) => inject(server, token, atHome(request)));

function createCalls(send: Api['send']): ServerCalls {
  const call = async (token: string | null, name: string, parts: RequestOptions = {}) =>
    send(token, { ...parts, ...buildAddress(name, parts.params) });
  return {
    send,
    call: call as Api['call'],
    ok: (async (token: string | null, name: string, parts: RequestOptions = {}) => {
      const answer = await call(token, name, parts);
      if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.error)}`);
      return answer.body;
    }) as Api['ok'],
  };
}

/** The API of a test file: started before its first test and stopped after its last. Same parameters as `startApi`. */
export function useApi(...options: Parameters<typeof startApi>): Api {
  const api = {} as Api;
  beforeAll(async () => void Object.assign(api, await startApi(...options)));
  afterAll(() => api.stop());
  return api;
}

/** Returns method and address of an endpoint, with parameters such as `:id` filled in. */
export function buildAddress(
  name: string,
  params: RequestOptions['params'] = {},
): { method: string; url: string } {
  const [method = '', path = ''] = name.split(' ');
  const url = path.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`${name} needs the parameter ${key}`);
    return encodeURIComponent(value);
  });
  return { method, url };
}

/** Registrations and payments come from an address of their own unless the test names one. */
const REGISTERS = /^\/api\/(auth\/register-|create-subscription)/;
const anAddress = () => `10.${[...randomBytes(3)].join('.')}`;

const atHome = <R extends { url: string } & RequestOptions>(request: R): R & { from: string } => ({
  ...request,
  from: request.from ?? (REGISTERS.test(request.url) ? anAddress() : '127.0.0.1'),
});

async function inject(
  server: RunningServer,
  token: string | null,
  { method, url, query, body, headers, cookies, from }: SentRequest,
): Promise<ApiResponse<unknown>> {
  const answer = await server.app.inject({
    method: method as 'GET',
    url,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    ...(query
      ? { query: Object.fromEntries(Object.entries(query).map(([key, one]) => [key, String(one)])) }
      : {}),
    ...(body === undefined ? {} : { payload: body as object }),
    ...(cookies ? { cookies } : {}),
    remoteAddress: from,
  });
  const json = String(answer.headers['content-type'] ?? '').startsWith('application/json');
  const parsed: unknown = json && answer.payload !== '' ? answer.json() : answer.payload || undefined;
  const failed = answer.statusCode >= 400;
  return {
    status: answer.statusCode,
    body: parsed,
    error: failed ? (parsed as ErrorBody) : null,
    headers: answer.headers,
    cookies: answer.cookies,
  };
}
