/** Builds the HTTP server: parsing, authorization, headers, errors, logs, health checks, endpoints. */

import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Contract } from '#platform/contract/endpoint.ts';
import type { Services } from '#platform/server/context.ts';
import { countRequest } from '#platform/server/slices.ts';
import type { SessionResolver } from './authorize.ts';
import { toCanonicalAddress } from './canonicalAddress.ts';
import { answerNodeRefusals, createClientErrorHandler } from './clientErrors.ts';
import { createFrameworkErrorHandler, setErrorHandlers } from './errorHandler.ts';
import { gracefulServer } from './gracefulClose.ts';
import type { Feature } from './handlers.ts';
import { registerHealthChecks, type Readiness } from './health.ts';
import { BODY_LIMIT, readJsonBodies } from './jsonBodies.ts';
import { LoadLimits } from './loadLimits.ts';
import { collectAddresses } from './methods.ts';
import { registerMetrics } from './metrics.ts';
import { serveApiDocs } from './openApi.ts';
import { registerEndpoints } from './registerEndpoints.ts';
import { describeAddress, protectSecretPaths } from './secretPaths.ts';
import { addSecurityHeaders, buildSecurityHeaders, type ExternalOrigins } from './securityHeaders.ts';
import { limitBodyTime, limitSendTime, REQUEST_TIMEOUT_MS } from './timeouts.ts';
import { serveWebApp } from './webApp.ts';

export interface HttpOptions {
  title: string;
  services: Services;
  features: readonly Feature[];
  resolveSession: SessionResolver;
  readiness: Readiness;
  log: FastifyBaseLogger;
  /** Folder of the built web app; left out for the API alone. */
  webDirectory?: string;
  /** Routes of pages whose addresses have a secret in path or query: not logged, indexed or cached. */
  secretPages: readonly string[];
  /** Other origins that the web app may load from; none by default. */
  externalOrigins?: ExternalOrigins;
}

/** Builds the server with all features; it does not listen yet. */
export async function buildHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { services, log } = options;
  const headers = buildSecurityHeaders(options.externalOrigins ?? { scripts: [], frames: [], calls: [] });
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '' }) => toCanonicalAddress(url),
    frameworkErrors: createFrameworkErrorHandler(headers),
    clientErrorHandler: createClientErrorHandler(headers),
    bodyLimit: BODY_LIMIT,
    trustProxy: services.settings.trustedProxies.length > 0 ? services.settings.trustedProxies : false,
    connectionTimeout: 0,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Requests that have arrived are answered like all others, with their headers.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    serverFactory: gracefulServer(),
    http: { requireHostHeader: false, headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
  });
  app.decorateRequest('session', null);
  app.decorateRequest('tokenKey', null);
  app.decorateRequest('rawBody', null);
  app.decorateRequest('successStatus', null);
  setErrorHandlers(app);
  readJsonBodies(app);
  await app.register(multipart, { throwFileSizeLimit: false });
  limitBodyTime(app);
  limitSendTime(app);
  await app.register(cookie);
  addSecurityHeaders(app, headers);
  answerNodeRefusals(app);
  protectSecretPaths(app);
  logRequests(app);
  const answerOtherMethods = collectAddresses(app);
  registerMetrics(app, services);
  closeConnectionsWhenStopping(app, options.readiness);
  app.addHook('onRequest', (_request, _reply, done) => {
    countRequest();
    done();
  });
  registerHealthChecks(app, services, options.readiness);
  const endpointOptions = { ...options, limits: new LoadLimits(services.settings.rateLimits) };
  for (const one of options.features) registerEndpoints(app, endpointOptions, one);
  const contracts: Contract[] = options.features.map((one) => one.contract);
  await serveApiDocs(app, options.title, contracts);
  if (options.webDirectory) await serveWebApp(app, options.webDirectory, options.secretPages);
  answerOtherMethods();
  return app;
}

/** While the server stops, a connection ends with its response, so that the next request opens one to another process. */
function closeConnectionsWhenStopping(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onRequest', (_, reply, done) => {
    if (readiness.stopping) reply.header('Connection', 'close');
    done();
  });
}

/** Logs one line per request, without bodies, query strings and secrets in addresses. */
function logRequests(app: FastifyInstance): void {
  // Without redaction, which costs a tenth of a request: the line has no secrets.
  const log = app.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    // Files of the API documentation.
    if (request.log.level === 'silent') return done();
    const line = {
      requestId: request.id,
      method: request.method,
      ...describeAddress(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      businessId: request.session?.businessId,
      userId: request.session?.userId,
    };
    if (reply.statusCode >= 500) log.error(line, 'request');
    else log.info(line, 'request');
    done();
  });
}
