/** Registers the endpoints of the contracts as routes of the HTTP server. */

import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Endpoint, Page, WholePage } from '#platform/contract/endpoint.ts';
import { clock } from '#platform/server/clock.ts';
import type { Context, MemberContext, Services, Session } from '#platform/server/context.ts';
import { decodeNumbers } from '#platform/server/cursor.ts';
import { invalidField, parseWith } from '#platform/server/errors.ts';
import { receiveUpload, uploadDigest, type Upload } from '#platform/server/files/receiveUpload.ts';
import {
  IdempotentReplay,
  getStoredAnswer,
  KEYED_METHODS,
  buildRequestText,
  isKeyUsed,
} from '#platform/server/idempotency.ts';
import { publicUrlOf } from '#platform/server/publicUrl.ts';
import { toTokenKey, type TokenKey } from '#platform/server/secrets.ts';
import { authorize, needsDiskSpace, tokenOf, type SessionResolver } from './authorize.ts';
import type { AnyHandler, Feature, SignedCall } from './handlers.ts';
import type { LoadLimits } from './loadLimits.ts';
import { serializePage, serializePart } from './serializePage.ts';
import { serializerFor } from './serializer.ts';

export interface EndpointOptions {
  services: Services;
  resolveSession: SessionResolver;
  limits: LoadLimits;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Registered from a contract; absent for the platform's own addresses (health, docs, the web app). */
    endpoint?: Endpoint;
    name?: string;
    open?: true;
  }
  interface FastifyRequest {
    session: Session | null;
    tokenKey: TokenKey | null;
    /** The unparsed body, for an Idempotency-Key or a signature. */
    rawBody: string | null;
    /** The status that the handler has set; null for that of the contract. */
    successStatus: number | null;
  }
}

const MAX_KEY = 200;

/** Adds all endpoints of a feature. @throws for an endpoint without access, response or handler */
export function registerEndpoints(
  app: FastifyInstance,
  options: EndpointOptions,
  { contract, handlers }: Feature,
): void {
  for (const [name, endpoint] of Object.entries(contract)) {
    const handler = handlers[name];
    if (!endpoint.access || endpoint.response === undefined || !handler) {
      throw new Error(`Endpoint ${name} declares no access or response, or has no handler`);
    }
    app.route(buildRoute({ name, endpoint, handler }, options));
  }
}

interface NamedEndpoint {
  name: string;
  endpoint: Endpoint;
  handler: AnyHandler;
}

function buildRoute({ name, endpoint, handler }: NamedEndpoint, options: EndpointOptions): RouteOptions {
  const { services, resolveSession, limits } = options;
  const [method = '', url = ''] = name.split(' ');
  const serialize = endpoint.response && !endpoint.raw ? serializerFor(endpoint.response) : null;
  return {
    method,
    url,
    config: { endpoint, name, secret: endpoint.secretAddress === true },
    onRequest: async (request) => {
      const token = tokenOf(request);
      const tokenKey = token === null ? null : toTokenKey(token);
      request.tokenKey = tokenKey;
      request.session =
        tokenKey && endpoint.access !== 'public'
          ? await limits.resolveSession(tokenKey.hash, () => resolveSession(services, tokenKey, clock.now()))
          : null;
      authorize(endpoint, method, request.session);
      // Uploads check the disk themselves, whatever the database is.
      if (services.database.kind === 'embedded' && needsDiskSpace(endpoint, method))
        await services.diskSpace.assertFree();
    },
    handler: async (request, reply) => {
      const input = parseInput(endpoint, request);
      const upload = await receiveUpload(endpoint, request, services.stagedUploads);
      const context = buildContext(services, request, reply);
      let result: unknown;
      try {
        if (KEYED_METHODS.has(method) && !hasKeyField(endpoint, input))
          readIdempotencyKey(endpoint, request, { context, upload });
        const more = endpoint.raw ? { upload, reply } : { upload };
        const work = () => execute({ handler, serialize }, context, { ...input, ...more });
        // Requests without a session have other limits, which signed-in users cannot use up.
        result = request.session
          ? await runLimited(limits, { endpoint, session: request.session }, work)
          : await work();
      } finally {
        await upload?.file.discard();
      }
      return endpoint.raw
        ? result
        : sendResult(reply, { endpoint, serialize, query: input['query'] }, result);
    },
  };
}

interface Sending {
  endpoint: Endpoint;
  serialize: ((value: unknown) => string) | null;
  query: unknown;
}

/** A raw handler does not count as running: it ends when a client, which may be slow, has received everything. */
function runLimited(
  limits: LoadLimits,
  { endpoint, session }: { endpoint: Endpoint; session: Session },
  work: () => Promise<unknown>,
): Promise<unknown> {
  const counted = endpoint.raw ? work : () => limits.run(work);
  return endpoint.heavy ? limits.runHeavy(session.businessId, counted) : counted();
}

/** Calls the handler, or returns the stored answer of the idempotency key. */
async function execute(
  { handler, serialize }: { handler: AnyHandler; serialize: ((value: unknown) => string) | null },
  context: Context | MemberContext,
  input: unknown,
): Promise<unknown> {
  try {
    return await handler(context, input);
  } catch (error) {
    const key = 'idempotency' in context ? context.idempotency : undefined;
    if (!key || key.claimed || !('businessId' in context)) throw error;
    // Changes by the first request may make this one fail before it claims the key.
    if (!(error instanceof IdempotentReplay) && !(await isKeyUsed(context, key))) throw error;
    const first = await getStoredAnswer(context.services, { businessId: context.businessId, key, serialize });
    context.setHeader('Idempotent-Replayed', 'true');
    return first.answer;
  }
}

function sendResult(
  reply: FastifyReply,
  { endpoint, serialize, query }: Sending,
  result: unknown,
): FastifyReply {
  if (!serialize) return reply.code(endpoint.status ?? 204).send();
  reply.code(reply.request.successStatus ?? endpoint.status ?? 200).type('application/json; charset=utf-8');
  reply.serializer((value: string) => value);
  const { parts } = endpoint;
  if (parts) {
    const { cursor } = (query ?? {}) as { cursor?: string };
    const [from = 0] = cursor === undefined ? [] : decodeNumbers(cursor, 1);
    const { text, next } = serializePart(result, { fields: parts.fields, from, serialize });
    const path = parts.address?.replace(':id', String((result as { id?: number }).id));
    linkNext(reply, { path: path ?? reply.request.url, next, fields: parts.fields });
    return reply.send(text);
  }
  if (!endpoint.paged) return reply.send(serialize(result));
  const page = result as Page<unknown> | WholePage<unknown>;
  const { text, next } = serializePage(page, serialize);
  if ('total' in page) reply.header('X-Total-Count', String(page.total));
  linkNext(reply, { path: reply.request.url, next });
  return reply.send(text);
}

/** The Link header to the next page or part, if there is one; `fields` are those whose rows go on there. */
function linkNext(
  reply: FastifyReply,
  { path, next, fields = [] }: { path: string; next: string | null; fields?: readonly string[] },
): void {
  if (next === null) return;
  const address = new URL(path, 'http://host');
  address.searchParams.set('cursor', next);
  const names = fields.length > 0 ? `; fields="${fields.join(' ')}"` : '';
  reply.header('Link', `<${address.pathname}${address.search}>; rel="next"${names}`);
}

/** Parses params, query and body with the contract; every issue names its field. */
function parseInput(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const { params, query, body, signature } = endpoint;
  return {
    params: params ? parseWith(params, request.params) : undefined,
    query: query ? parseWith(query, request.query) : undefined,
    body: body && !request.isMultipart() ? parseWith(body, request.body ?? {}) : undefined,
    ...(signature && { signed: readSignedCall(signature, request) }),
  };
}

/** The unparsed body and its signature, for the handler to verify. */
function readSignedCall(header: string, request: FastifyRequest): SignedCall {
  const signature = request.headers[header];
  return { body: request.rawBody ?? '', signature: typeof signature === 'string' ? signature : '' };
}

function buildContext(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Context | MemberContext {
  const attributes = { httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' } as const;
  const context: Context = {
    services,
    now: clock.now(),
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    tokenKey: request.tokenKey,
    publicUrl: publicUrlOf(services.settings),
    cookies: request.cookies,
    setCookie: (name, value, { path, maxAge }) =>
      void reply.setCookie(name, value, { path, maxAge, ...attributes }),
    clearCookie: (name, path) => void reply.clearCookie(name, { path, ...attributes }),
    setHeader: (name, value) => void reply.header(name, value),
    setStatus: (status) => void (request.successStatus = status),
    log: request.log,
  };
  const { session, tokenKey } = request;
  return session && tokenKey ? { ...context, session, tokenKey, businessId: session.businessId } : context;
}

const hasKeyField = ({ keyField }: Endpoint, { body }: Record<string, unknown>): boolean =>
  keyField !== undefined && (body as Record<string, unknown>)[keyField] !== undefined;

/** Adds the Idempotency-Key of a signed-in POST, PUT or PATCH to the context. */
function readIdempotencyKey(
  endpoint: Endpoint,
  request: FastifyRequest,
  { context, upload }: { context: Context | MemberContext; upload: Upload | null },
): void {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !('session' in context)) return;
  if (typeof key !== 'string' || key.length === 0 || key.length > MAX_KEY || !/^[\x21-\x7e]+$/.test(key)) {
    throw invalidField('Idempotency-Key', `An Idempotency-Key has 1 to ${MAX_KEY} visible ASCII characters`);
  }
  context.idempotency = {
    key,
    userId: context.session.userId,
    request: buildRequestText({
      method: request.method,
      address: request.url,
      body: upload ? uploadDigest(upload) : (request.rawBody ?? ''),
    }),
    status: endpoint.status ?? (endpoint.response ? 200 : 204),
    showsSecret: endpoint.showsSecret === true,
    claimed: false,
  };
}
