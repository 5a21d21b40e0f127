/** The API as it is reached through the proxy before three nodes, where the run asks for that. */
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { ErrorBody } from '#platform/contract/errors.ts';
import { startNodes } from './nodes.ts';

/** A call with all that belongs to it. */
export interface SentRequest {
  method: string;
  url: string;
  /** The address that it comes from. */
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

/** What the proxy keeps from callers. */
const OF_A_NODE = new Set(['/metrics', '/readyz']);

export interface NodesApi {
  send(token: string | null, sent: SentRequest): Promise<ReceivedResponse>;
  stop(): Promise<void>;
}

/**
 * @param environment of each node: the database, and the key that they share
 * @returns nothing where one process is asked for, in that of the tests
 */
export async function startNodesApi(environment: Record<string, string>): Promise<NodesApi | null> {
  const shared = process.env['TEST_POSTGRES'] === 'nodes' ? inject('postgres').nodes : null;
  if (!shared) return null;
  const nodes = await startNodes(environment);
  return {
    send: (token, sent) =>
      sendTo(OF_A_NODE.has(sent.url) ? (nodes.own[0] ?? nodes.url) : nodes.url, token, sent),
    stop: () => nodes.stop(),
  };
}

async function sendTo(url: string, token: string | null, sent: SentRequest): Promise<ReceivedResponse> {
  const { method, query = {}, body, headers = {}, cookies, from } = sent;
  const address = new URL(sent.url, url);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
  const { payload, type } = await payloadOf(body);
  const cookie = Object.entries(cookies ?? {}).map(([name, value]) => `${name}=${value}`);
  const asked = request(address, {
    method,
    headers: {
      'x-forwarded-for': from,
      // As the server's own test client calls itself.
      'user-agent': 'lightMyRequest',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(type && { 'content-type': type }),
      ...(payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }),
      ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
      ...headers,
    },
  });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve);
    asked.once('error', reject);
    asked.end(payload);
  });
  return read(answer);
}

/** What the server's own test client makes of a body. */
async function payloadOf(body: unknown): Promise<{ payload?: string | Buffer; type?: string | null }> {
  if (body === undefined) return {};
  if (typeof body === 'string' || Buffer.isBuffer(body)) return { payload: body };
  if (!(body instanceof FormData)) return { payload: JSON.stringify(body), type: 'application/json' };
  const form = new Response(body);
  return { payload: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type') };
}

async function read(answer: IncomingMessage): Promise<ReceivedResponse> {
  const status = answer.statusCode ?? 0;
  // With the mark at its beginning that some files have.
  const payload = (await buffer(answer)).toString();
  const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json');
  const body: unknown = isJson ? JSON.parse(payload) : payload || undefined;
  return {
    status,
    body,
    error: status >= 400 ? (body as ErrorBody) : null,
    headers: answer.headers,
    cookies: (answer.headers['set-cookie'] ?? []).map(cookieOf),
  };
}

const NAMES: Record<string, string> = { httponly: 'httpOnly', samesite: 'sameSite', 'max-age': 'maxAge' };

/** A cookie with its attributes, as the server's own test client parses them. */
function cookieOf(line: string): { name: string; value: string } {
  const [[name = '', value = ''] = [], ...attributes] = line.split('; ').map((part) => part.split('='));
  const parsed = attributes.map(([key = '', one]) => {
    const known = NAMES[key.toLowerCase()] ?? key.toLowerCase();
    return [known, known === 'maxAge' ? Number(one) : (one ?? true)];
  });
  return { name, value: decodeURIComponent(value), ...(Object.fromEntries(parsed) as object) };
}
