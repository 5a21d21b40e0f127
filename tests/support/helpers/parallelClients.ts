/** HTTP clients with one connection each to the server, which has as many to its database. */

import { Agent, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { ErrorBody } from '#platform/contract/errors.ts';
import { buildAddress, type ApiResponse, type Api, type RequestOptions } from './api.ts';

export interface ParallelClients {
  /** Like `Api.call`, over its own connection. */
  call: Api['call'];
  /** Number of open connections to the server. */
  countConnections(): Promise<number>;
  end(): void;
}

/** Listens on loopback with as many database connections as clients. `from` needs `TRUST_PROXY: '127.0.0.1'`. */
export async function startParallelClients(api: Api, count: number): Promise<ParallelClients> {
  const { app, services } = api.server;
  services.database.pool.options.max = count;
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const call = async (
    token: string | null,
    name: string,
    parts: RequestOptions = {},
  ): Promise<ApiResponse<unknown>> => {
    const { method, url } = buildAddress(name, parts.params);
    const sending = request({ agent, host: '127.0.0.1', port, method, path: url });
    if (token !== null) sending.setHeader('authorization', `Bearer ${token}`);
    if (parts.from) sending.setHeader('x-forwarded-for', parts.from);
    for (const [header, value] of Object.entries(parts.headers ?? {})) sending.setHeader(header, value);
    if (parts.body !== undefined) sending.setHeader('content-type', 'application/json');
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sending.once('response', resolve);
      sending.once('error', reject);
    });
    sending.end(parts.body === undefined ? undefined : JSON.stringify(parts.body));
    return readResponse(await answered);
  };
  return {
    call: call as Api['call'],
    countConnections: () => promisify(app.server.getConnections.bind(app.server))(),
    end: () => agent.destroy(),
  };
}

async function readResponse(answer: IncomingMessage): Promise<ApiResponse<unknown>> {
  const status = answer.statusCode ?? 0;
  const payload = await text(answer);
  const body: unknown = payload === '' ? undefined : JSON.parse(payload);
  const error = status >= 400 ? (body as ErrorBody) : null;
  return { status, body, error, headers: answer.headers, cookies: [] };
}
