/** Serves the built web app: hashed files are cached forever, others (the worker) never; every other address gets the page. */

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_HEADER } from '#platform/contract/release.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** @param secretPages the routes of pages whose addresses have a secret */
export async function serveWebApp(
  app: FastifyInstance,
  directory: string,
  secretPages: readonly string[],
): Promise<void> {
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
  const others = [API, ...secretPages.map(toFirstSegment)];
  const isOtherPage = (path: string) => PAGE_PATH.test(path) && !others.includes(toFirstSegment(path));
  const servePage = (hasPath: (path: string) => boolean) => (request: FastifyRequest, reply: FastifyReply) =>
    hasPath(request.url.split('?')[0] ?? '/')
      ? reply.header('Cache-Control', 'no-cache').sendFile('index.html')
      : reply.callNotFound();
  const isSecretPage = (path: string) => PAGE_PATH.test(path);
  for (const url of secretPages)
    app.get(url, { config: { open: true, secret: true, hasPath: isSecretPage } }, servePage(isSecretPage));
  for (const segment of secretPages.filter((url) => url.includes('/:')).map(toFirstSegment))
    app.get(
      `/${segment}/*`,
      { config: { open: true, secret: true, hasPath: isBrokenLink } },
      servePage(isBrokenLink),
    );
  app.get('/*', { config: { open: true, hasPath: isOtherPage } }, servePage(isOtherPage));
}

const API = 'api';
/** Words and ids: no path of a file. */
const PAGE_PATH = /^[\w/-]+$/;

/** A link of which a part is missing or twice: the page explains it. With a slash at its end, a link is another spelling. */
const isBrokenLink = (path: string): boolean =>
  PAGE_PATH.test(path) && (!path.endsWith('/') || path.split('/').length === 3);

/** In any case of letters, which the router in the browser ignores. */
const toFirstSegment = (path: string): string => path.split('/')[1]?.toLowerCase() ?? '';

/** The name of the entry script, by which a page recognizes a newer release. */
function readRelease(directory: string): string | undefined {
  const page = readFileSync(join(directory, 'index.html'), 'utf8');
  return /<script type="module"[^>]* src="\/assets\/([^"/]+)"/.exec(page)?.[1];
}
