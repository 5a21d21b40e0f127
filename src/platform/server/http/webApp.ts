/** Serves the built web app: hashed files are cached forever, others (the worker) never; every other address gets the page. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_HEADER } from '#platform/contract/release.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export async function serveWebApp(app: FastifyInstance, directory: string): Promise<void> {
  if (!existsSync(join(directory, 'index.html'))) return;
  const release = readRelease(directory);
  if (release !== undefined) {
    app.addHook('onRequest', (request, reply, done) => {
      if (request.url.startsWith('/api/')) reply.header(RELEASE_HEADER, release);
      done();
    });
  }
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // @fastify/send 4.2 answers 416 to a suffix range that is longer than the file.
    acceptRanges: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes(`${join(directory, 'assets')}`);
      reply.header('Cache-Control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
  // Browsers request it for pages without an icon: files, the API documentation.
  app.get('/favicon.ico', { config: { open: true } }, (_request, reply) => reply.redirect('/icon.svg'));
  app.get('/*', { config: { open: true, hasPath: isPage } }, (request, reply) => {
    if (!isPage(request.url.split('?')[0] ?? '/')) return reply.callNotFound();
    return reply.header('Cache-Control', 'no-cache').sendFile('index.html');
  });
}

/** Whether a path is of a page: neither of the API nor of a file. */
const isPage = (path: string): boolean =>
  !path.startsWith('/api/') && path !== '/api' && !/\.\w+$/.test(path);

/** The name of the entry script, by which a page recognizes a newer release. */
function readRelease(directory: string): string | undefined {
  const page = readFileSync(join(directory, 'index.html'), 'utf8');
  return /<script type="module"[^>]* src="\/assets\/([^"/]+)"/.exec(page)?.[1];
}
