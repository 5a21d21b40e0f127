/** Addresses that contain a secret, such as a link that needs no session. */
import type { FastifyInstance } from 'fastify';

/** Keeps pages and answers at these addresses out of search engines and caches. */
export function protectSecretPaths(app: FastifyInstance, secretPaths: readonly string[]): void {
  // After the handler, which may allow caching of a page.
  app.addHook('onSend', async (request, reply) => {
    if (secretPaths.some((path) => request.url.startsWith(path)))
      reply.headers({ 'X-Robots-Tag': 'noindex, nofollow', 'Cache-Control': 'no-store' });
  });
}

/** The path of an address for the log, without its query and without a secret. */
export function redactPath(url: string, secretPaths: readonly string[]): string {
  const secretPath = secretPaths.find((path) => url.startsWith(path));
  return secretPath === undefined ? (url.split('?')[0] ?? url) : `${secretPath}[removed]`;
}
