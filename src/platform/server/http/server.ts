/** The HTTP server without any feature: parsing, gate, headers, errors, logs, health. */
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Contract } from '../../contract/endpoint.ts';
import type { Services } from '../context.ts';
import { bindFeature } from './bind.ts';
import { serveDocs } from './docs.ts';
import { answerFailures, answerUnreadable } from './failures.ts';
import type { SessionResolver } from './gate.ts';
import type { Feature } from './handlers.ts';
import { reportHealth } from './health.ts';
import type { Readiness } from './health.ts';
import { BODY_LIMIT, readJsonBodies } from './jsonBodies.ts';
import { measure } from './metrics.ts';
import { limitBodyTime, LONGEST_UPLOAD_MS, readForms } from './uploads.ts';
import { serveWeb } from './web.ts';

export interface HttpOptions {
  title: string;
  services: Services;
  features: Feature[];
  resolveSession: SessionResolver;
  readiness: Readiness;
  log: FastifyBaseLogger;
  /** Folder of the built web app; left out in tests of the API alone. */
  webDirectory?: string;
  /** What the web app may load from elsewhere; nothing unless said. */
  elsewhere?: Elsewhere;
}

/** Origins of others that the browser may load scripts and frames from, and may call. */
export interface Elsewhere {
  scripts: string[];
  frames: string[];
  calls: string[];
}

/** Builds the server with all features; it does not listen yet. */
export async function buildHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { services, log } = options;
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    frameworkErrors: answerUnreadable,
    bodyLimit: BODY_LIMIT,
    trustProxy: services.settings.trustedProxies.length > 0 ? services.settings.trustedProxies : false,
    connectionTimeout: 0,
    requestTimeout: LONGEST_UPLOAD_MS,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
  });
  app.decorateRequest('session', null);
  app.decorateRequest('token', null);
  app.decorateRequest('rawBody', null);
  answerFailures(app);
  readJsonBodies(app);
  await readForms(app);
  limitBodyTime(app);
  await app.register(cookie);
  await protect(app, options.elsewhere ?? { scripts: [], frames: [], calls: [] });
  logRequests(app);
  measure(app, services);
  reportHealth(app, services, options.readiness);
  for (const one of options.features) bindFeature(app, options, one);
  const contracts: Contract[] = options.features.map((one) => one.contract);
  await serveDocs(app, options.title, contracts);
  if (options.webDirectory) await serveWeb(app, options.webDirectory);
  return app;
}

/** Headers that keep a browser from doing what the product never asks for. */
async function protect(app: FastifyInstance, elsewhere: Elsewhere): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...elsewhere.scripts],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...elsewhere.calls],
        ...(elsewhere.frames.length > 0 && { frameSrc: elsewhere.frames }),
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    hsts: false,
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
    reply.header('X-Request-Id', request.id);
    // Browsers ignore it over http; behind a proxy that ends TLS it holds for a year.
    if (request.protocol === 'https')
      reply.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store');
    done();
  });
}

/** One line per request: who answered what in which time; never bodies, never query strings. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      businessId: request.session?.businessId,
      userId: request.session?.userId,
    };
    if (reply.statusCode >= 500) request.log.error(line, 'request');
    else request.log.info(line, 'request');
    done();
  });
}
