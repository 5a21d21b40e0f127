/** Addresses that contain a secret, such as a link that needs no session. */

import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The address has a secret in its path or query: it is not logged, indexed or cached. */
    secret?: boolean;
  }
}

/** Keeps a response out of search engines and caches. */
export const NO_INDEX_HEADERS = { 'X-Robots-Tag': 'noindex, nofollow', 'Cache-Control': 'no-store' };

/** Keeps answers at these addresses, and where there is no route or nothing, out of search engines and caches. */
export function protectSecretPaths(app: FastifyInstance): void {
  // After the handler, which may allow caching of a page.
  app.addHook('onSend', async ({ is404, routeOptions }, reply) => {
    // A misspelled address may have a secret, too.
    if (is404 || reply.statusCode === 404 || routeOptions.config.secret) reply.headers(NO_INDEX_HEADERS);
  });
}

/**
 * The route and the path of a request for the log; without the path when it may have a secret: also at unknown
 * addresses and at those of all pages, where someone may have misspelled a link.
 */
export function describeAddress({ is404, routeOptions, url }: FastifyRequest): {
  route: string;
  path?: string;
} {
  const route = is404 ? 'none' : (routeOptions.url ?? 'none');
  const hasPath = !is404 && !routeOptions.config.secret && !route.endsWith('*');
  return hasPath ? { route, path: url.split('?')[0] ?? url } : { route };
}
