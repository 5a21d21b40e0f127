/** Security headers of every response. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Other origins that the browser may load scripts and frames from, and may call. */
export interface ExternalOrigins {
  scripts: string[];
  frames: string[];
  calls: string[];
}

export type SecurityHeaders = Readonly<Record<string, string>>;

/** The headers of every response. */
export const buildSecurityHeaders = (origins: ExternalOrigins): SecurityHeaders => ({
  ...buildHelmetHeaders(origins),
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
});

export function addSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(headers, request, reply);
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store');
    done();
  });
}

/** Sets the headers of a response; of one to a request that no hook sees, too. */
export function setSecurityHeaders(
  headers: SecurityHeaders,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.headers(headers);
  reply.header('X-Request-Id', request.id);
  // Valid for a year; browsers ignore it over HTTP.
  if (request.protocol === 'https')
    reply.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
}

/** Calls helmet once, as its headers are the same for every response; its Fastify plugin calls it for each. */
function buildHelmetHeaders({ scripts, frames, calls }: ExternalOrigins): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => void (headers[name] = value),
    removeHeader: () => undefined,
  };
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scripts],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...calls],
        // No page allows to be framed (frameAncestors), but PDF documents are (sendPdfForFrame).
        frameSrc: ["'self'", ...frames],
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
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, (problem) => {
    if (problem) throw problem as Error;
  });
  return headers;
}
