/** The API through haproxy in front of three nodes, for `npm run test:nodes`. */

import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { ErrorBody } from '#platform/contract/errors.ts';
import { startNodes } from './nodes.ts';

export interface SentRequest {
  method: string;
  url: string;
  /** The address of the client. */
  from: string;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
  cookies?: Record<string, string>;
}

interface ReceivedResponse {
  status: number;
  body: unknown;
  error: ErrorBody | null;
  headers: IncomingMessage['headers'];
  cookies: { name: string; value: string; [attribute: string]: unknown }[];
}

/** The proxy answers 404 to these, so a node answers them. */
const NODE_ONLY = new Set(['/metrics', '/readyz']);

export interface NodesApi {
  send(token: string | null, sent: SentRequest): Promise<ReceivedResponse>;
  stop(): Promise<void>;
}

/**
 * @param environment of each node: the database, and the key that they share
 * @returns null when the tests run the server in their own process
 */
export async function startNodesApi(environment: Record<string, string>): Promise<NodesApi | null> {
  const shared = process.env['TEST_POSTGRES'] === 'nodes' ? inject('postgres').nodes : null;
  if (!shared) return null;
  const nodes = await startNodes(environment);
  return {
    send: (token, sent) =>
      sendTo(NODE_ONLY.has(sent.url) ? (nodes.own[0] ?? nodes.url) : nodes.url, token, sent),
    stop: () => nodes.stop(),
  };
}

async function sendTo(url: string, token: string | null, sent: SentRequest): Promise<ReceivedResponse> {
  const { method, query = {}, body, headers = {}, cookies, from } = sent;
  const address = new URL(sent.url, url);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
  const { payload, type } = await encodeBody(body);
  const cookie = Object.entries(cookies ?? {}).map(([name, value]) => `${name}=${value}`);
  const outgoing = request(address, {
    method,
    headers: {
      'x-forwarded-for': from,
      // The user agent of Fastify's `inject`.
      'user-agent': 'lightMyRequest',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(type && { 'content-type': type }),
      ...(payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }),
      ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
      ...headers,
    },
  });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    outgoing.end(payload);
  });
  return read(answer);
}

/** Encodes a body as Fastify's `inject` does. */
async function encodeBody(body: unknown): Promise<{ payload?: string | Buffer; type?: string | null }> {
  if (body === undefined) return {};
  if (typeof body === 'string' || Buffer.isBuffer(body)) return { payload: body };
  if (!(body instanceof FormData)) return { payload: JSON.stringify(body), type: 'application/json' };
  const form = new Response(body);
  return { payload: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type') };
}

async function read(answer: IncomingMessage): Promise<ReceivedResponse> {
  const status = answer.statusCode ?? 0;
  // Keeps a byte order mark.
  const payload = (await buffer(answer)).toString();
  const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json');
  const body: unknown = isJson ? JSON.parse(payload) : payload || undefined;
  return {
    status,
    body,
    error: status >= 400 ? (body as ErrorBody) : null,
    headers: answer.headers,
    cookies: (answer.headers['set-cookie'] ?? []).map(parseCookie),
  };
}

const NAMES: Record<string, string> = { httponly: 'httpOnly', samesite: 'sameSite', 'max-age': 'maxAge' };

/** Parses a cookie with its attributes, as Fastify's `inject` does. */
function parseCookie(line: string): { name: string; value: string } {
  const [[name = '', value = ''] = [], ...attributes] = line.split('; ').map((part) => part.split('='));
  const parsed = attributes.map(([key = '', one]) => {
    const attribute = NAMES[key.toLowerCase()] ?? key.toLowerCase();
    return [attribute, attribute === 'maxAge' ? Number(one) : (one ?? true)];
  });
  return { name, value: decodeURIComponent(value), ...(Object.fromEntries(parsed) as object) };
}
