/** Binds endpoints, which are data, to the HTTP server. */
import { hashToken } from '#platform/server/secrets.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, Page } from '#platform/contract/endpoint.ts';
import { clock } from '#platform/server/clock.ts';
import type { Context, MemberContext, Services, Session } from '#platform/server/context.ts';
import { invalid, invalidField } from '#platform/server/errors.ts';
import { uploadDigest } from '#platform/server/files/receiveUpload.ts';
import type { Upload } from '#platform/server/files/receiveUpload.ts';
import {
  IdempotentReplay,
  getStoredAnswer,
  KEYED_METHODS,
  buildRequestText,
  isKeyUsed,
} from '#platform/server/idempotency.ts';
import type { LoadLimits } from './loadLimits.ts';
import { authorize, needsDiskSpace, tokenOf } from './authorize.ts';
import type { SessionResolver } from './authorize.ts';
import type { AnyHandler, Feature, SignedCall } from './handlers.ts';
import { serializerFor } from './serializer.ts';
import { uploadOf } from './uploads.ts';

export interface EndpointOptions {
  services: Services;
  resolveSession: SessionResolver;
  limits: LoadLimits;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bound from a contract; absent for the platform's own addresses (health, docs, the web app). */
    endpoint?: Endpoint;
    name?: string;
    open?: true;
  }
  interface FastifyRequest {
    session: Session | null;
    token: string | null;
    /** The body as it came, kept only where an Idempotency-Key or a signature is about it. */
    rawBody: string | null;
  }
}

const MAX_KEY = 200;

/** Adds all endpoints of a feature. Refuses one without access, response or handler. */
export function registerEndpoints(
  app: FastifyInstance,
  binding: EndpointOptions,
  { contract, handlers }: Feature,
): void {
  for (const [name, endpoint] of Object.entries(contract)) {
    const handler = handlers[name];
    if (!endpoint.access || endpoint.response === undefined || !handler) {
      throw new Error(`Endpoint ${name} declares no access or response, or has no handler`);
    }
    app.route(routeFor({ name, endpoint, handler }, binding));
  }
}

interface Named {
  name: string;
  endpoint: Endpoint;
  handler: AnyHandler;
}

function routeFor({ name, endpoint, handler }: Named, binding: EndpointOptions): RouteOptions {
  const [method = '', url = ''] = name.split(' ');
  const write = endpoint.response && !endpoint.raw ? serializerFor(endpoint.response) : null;
  return {
    method,
    url,
    config: { endpoint, name },
    onRequest: async (request) => {
      request.token = tokenOf(request);
      const { token } = request;
      const tokenHash = token && hashToken(token);
      const { services, resolveSession, limits } = binding;
      request.session =
        tokenHash && endpoint.access !== 'public'
          ? await limits.resolveSession(tokenHash, () => resolveSession(services, tokenHash, clock.now()))
          : null;
      authorize(endpoint, method, request.session);
      // The files of any database are looked after where they come in.
      if (services.database.kind === 'embedded' && needsDiskSpace(endpoint, method))
        await services.diskSpace.assertFree();
    },
    handler: async (request, reply) => {
      const parts = parseInput(endpoint, request);
      const upload = await uploadOf(endpoint, request, binding.services.stagedUploads);
      let result: unknown;
      try {
        const signed = endpoint.signature ? { signed: signedCall(endpoint.signature, request) } : {};
        const input = { ...parts, upload, ...signed, ...(endpoint.raw ? { reply } : {}) };
        const context = contextOf(binding.services, request, reply);
        if (KEYED_METHODS.has(method)) readIdempotencyKey(endpoint, request, { context, upload });
        const work = () => execute(handler, context, input);
        result = await withLimits(binding.limits, { endpoint, session: request.session, work });
      } finally {
        await upload?.file.discard();
      }
      return endpoint.raw ? result : sendResult(reply, endpoint, { result, write });
    },
  };
}

interface Work {
  endpoint: Endpoint;
  session: Session | null;
  work: () => Promise<unknown>;
}

/**
 * Calls without a session have limits of their own, which do not suffer when members ask for too much. What a handler
 * sends itself takes no place: it ends when the reader has read it all, who may be slow.
 */
function withLimits(share: LoadLimits, { endpoint, session, work }: Work): Promise<unknown> {
  if (!session) return work();
  const placed = endpoint.raw ? work : () => share.run(work);
  return endpoint.heavy ? share.runHeavy(session.businessId, placed) : placed();
}

/** Runs the handler, or answers what it answered the first time for the same idempotency key. */
async function execute(
  handler: AnyHandler,
  context: Context | MemberContext,
  input: unknown,
): Promise<unknown> {
  try {
    return await handler(context, input);
  } catch (error) {
    const key = 'idempotency' in context ? context.idempotency : undefined;
    if (!key || key.claimed || !('businessId' in context)) throw error;
    // What the first request changed may make the second fail before it comes to the key.
    if (!(error instanceof IdempotentReplay) && !(await isKeyUsed(context, key))) throw error;
    const first = await getStoredAnswer(context.services, context.businessId, key);
    context.setHeader('Idempotent-Replayed', 'true');
    return first.answer;
  }
}

interface Outcome {
  result: unknown;
  write: ((value: unknown) => string) | null;
}

function sendResult(reply: FastifyReply, endpoint: Endpoint, { result, write }: Outcome): FastifyReply {
  if (!write) return reply.code(endpoint.status ?? 204).send();
  reply.code(endpoint.status ?? 200).type('application/json; charset=utf-8');
  if (!endpoint.paged) return reply.serializer((value: string) => value).send(write(result));
  const page = result as Page<unknown>;
  reply.header('X-Total-Count', String(page.total));
  if (page.next !== null) reply.header('Link', `<${nextAddress(reply.request, page.next)}>; rel="next"`);
  return reply.serializer((value: string) => value).send(write(page.rows));
}

function nextAddress(request: FastifyRequest, cursor: string): string {
  const address = new URL(request.url, 'http://host');
  address.searchParams.set('cursor', cursor);
  return `${address.pathname}${address.search}`;
}

/** Parses params, query and body with the contract; every issue names its field. */
function parseInput(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  return {
    params: endpoint.params ? parse(endpoint.params, request.params) : undefined,
    query: endpoint.query ? parse(endpoint.query, request.query) : undefined,
    body: endpoint.body && !request.isMultipart() ? parse(endpoint.body, request.body ?? {}) : undefined,
  };
}

/** What another system signed, for the handler to verify. */
function signedCall(header: string, request: FastifyRequest): SignedCall {
  const signature = request.headers[header];
  return { body: request.rawBody ?? '', signature: typeof signature === 'string' ? signature : '' };
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid(result.error.issues.map((one) => ({ path: one.path.join('.'), message: one.message })));
}

function contextOf(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Context | MemberContext {
  const secure = request.protocol === 'https';
  const context: Context = {
    services,
    now: clock.now(),
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    token: request.token,
    publicUrl: services.settings.publicUrl ?? `http://localhost:${services.settings.port}`,
    cookies: request.cookies,
    setCookie: (name, value, { path, maxAge }) =>
      void reply.setCookie(name, value, { path, maxAge, httpOnly: true, sameSite: 'strict', secure }),
    clearCookie: (name, path) =>
      void reply.clearCookie(name, { path, httpOnly: true, sameSite: 'strict', secure }),
    setHeader: (name, value) => void reply.header(name, value),
    log: request.log,
  };
  if (!request.session) return context;
  const member: MemberContext = {
    ...context,
    session: request.session,
    businessId: request.session.businessId,
  };
  return member;
}

/** Reads the Idempotency-Key of a signed-in POST, PUT or PATCH. */
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
