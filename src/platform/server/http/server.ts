/** Builds the HTTP server: parsing, authorization, headers, errors, logs, health checks, endpoints. */
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Contract } from '#platform/contract/endpoint.ts';
import type { Services } from '#platform/server/context.ts';
import { registerEndpoints } from './registerEndpoints.ts';
import { gracefulServer } from './gracefulClose.ts';
import { serveApiDocs } from './openApi.ts';
import { LoadLimits } from './loadLimits.ts';
import { setErrorHandlers, sendFrameworkError } from './errorHandler.ts';
import type { SessionResolver } from './authorize.ts';
import type { Feature } from './handlers.ts';
import { addSecurityHeaders, type ExternalOrigins } from './securityHeaders.ts';
import { registerHealthChecks, type Readiness } from './health.ts';
import { protectSecretPaths, redactPath } from './secretPaths.ts';
import { BODY_LIMIT, readJsonBodies } from './jsonBodies.ts';
import { collectAddresses } from './methods.ts';
import { registerMetrics } from './metrics.ts';
import { limitBodyTime, limitSendTime, REQUEST_TIMEOUT_MS } from './timeouts.ts';
import { serveWebApp } from './webApp.ts';

export interface HttpOptions {
  title: string;
  services: Services;
  features: Feature[];
  resolveSession: SessionResolver;
  readiness: Readiness;
  log: FastifyBaseLogger;
  /** Folder of the built web app; left out for the API alone. */
  webDirectory?: string;
  /** Beginnings of addresses whose rest is a secret: not logged, indexed or cached. */
  secretPaths: string[];
  /** Other origins that the web app may load from; none by default. */
  externalOrigins?: ExternalOrigins;
}

/** Builds the server with all features; it does not listen yet. */
export async function buildHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { services, log } = options;
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    frameworkErrors: sendFrameworkError,
    bodyLimit: BODY_LIMIT,
    trustProxy: services.settings.trustedProxies.length > 0 ? services.settings.trustedProxies : false,
    connectionTimeout: 0,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    serverFactory: gracefulServer(),
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
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
  addSecurityHeaders(app, options.externalOrigins ?? { scripts: [], frames: [], calls: [] });
  protectSecretPaths(app, options.secretPaths);
  logRequests(app, options.secretPaths);
  const answerOtherMethods = collectAddresses(app);
  registerMetrics(app, services);
  registerHealthChecks(app, services, options.readiness);
  const endpointOptions = { ...options, limits: new LoadLimits(services.settings.rateLimits) };
  for (const one of options.features) registerEndpoints(app, endpointOptions, one);
  const contracts: Contract[] = options.features.map((one) => one.contract);
  await serveApiDocs(app, options.title, contracts);
  if (options.webDirectory) await serveWebApp(app, options.webDirectory);
  answerOtherMethods();
  return app;
}

/** Logs one line per request, without bodies, query strings and secrets in addresses. */
function logRequests(app: FastifyInstance, secretPaths: readonly string[]): void {
  // Without redaction, which costs a tenth of a request: the line has no secrets.
  const log = app.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    // Files of the API documentation.
    if (request.log.level === 'silent') return done();
    const line = {
      requestId: request.id,
      method: request.method,
      path: redactPath(request.url, secretPaths),
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
