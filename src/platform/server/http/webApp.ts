/** Serves the built web app: hashed files for ever, every other address the one page. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export async function serveWebApp(app: FastifyInstance, directory: string): Promise<void> {
  if (!existsSync(join(directory, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes(`${join(directory, 'assets')}`);
      reply.header('Cache-Control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
  // Browsers ask for it by themselves where a page names no icon: files, the API's documentation.
  app.get('/favicon.ico', { config: { open: true } }, (_request, reply) => reply.redirect('/icon.svg'));
  app.get('/*', { config: { open: true } }, (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (path.startsWith('/api/') || path === '/api' || /\.\w+$/.test(path)) return reply.callNotFound();
    return reply.header('Cache-Control', 'no-cache').sendFile('index.html');
  });
}
