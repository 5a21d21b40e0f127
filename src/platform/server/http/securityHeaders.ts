/** Headers that keep a browser from doing what the product never asks for. */
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Origins of others that the browser may load scripts and frames from, and may call. */
export interface ExternalOrigins {
  scripts: string[];
  frames: string[];
  calls: string[];
}

/** Adds them to every answer. */
export function addSecurityHeaders(app: FastifyInstance, elsewhere: ExternalOrigins): void {
  const headers = {
    ...chosenByHelmet(elsewhere),
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    reply.header('X-Request-Id', request.id);
    // Browsers ignore it over http; behind a proxy that ends TLS it holds for a year.
    if (request.protocol === 'https')
      reply.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store');
    done();
  });
}

/** Asked once, as they are the same for every answer; Fastify's own plugin for it asks again for each. */
function chosenByHelmet({ scripts, frames, calls }: ExternalOrigins): Record<string, string> {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => void (headers[name] = value),
    removeHeader: () => undefined,
  };
  const choose = helmet({
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
        ...(frames.length > 0 && { frameSrc: frames }),
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
  choose({} as IncomingMessage, answer as unknown as ServerResponse, (problem) => {
    if (problem) throw problem as Error;
  });
  return headers;
}
