/** A proxy that turns the product into another release: another worker, another name of the release. */

import getPort from 'get-port';
import { once } from 'node:events';
import {
  createServer,
  request as forward,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';

export interface ReleaseProxy {
  url: string;
  /** From now on, the worker and the release that the API names differ from those of open pages. */
  release(): void;
  /** From now on only the worker differs, as for a page that has not called the API since the release. */
  releaseWorker(options?: { isHeld?: boolean }): void;
  /** Lets a worker that was released with `isHeld` finish its installation. */
  finishInstallation(): void;
  stop(): Promise<void>;
}

/** A held worker fetches this while it installs; the proxy answers after `finishInstallation()`. */
const HOLD_PATH = '/hold-installation';
const HOLD = `self.addEventListener('install', (event) => event.waitUntil(fetch('${HOLD_PATH}')));`;

/** @param product the address of the product */
export async function startReleaseProxy(product: string): Promise<ReleaseProxy> {
  let isReleased = false;
  let isWorkerReleased = false;
  let isHeld = false;
  const installation = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const { method } = request;
    if (request.url === HOLD_PATH) return void installation.promise.then(() => response.end());
    const isOtherWorker = isWorkerReleased && request.url === '/worker.js';
    const headers: IncomingHttpHeaders = { ...request.headers, 'accept-encoding': 'identity' };
    if (isOtherWorker) {
      // With these the product would answer that the worker is unchanged.
      delete headers['if-none-match'];
      delete headers['if-modified-since'];
    }
    const onward = forward(product + request.url, { method, headers }, (answer) => {
      if (isOtherWorker) return void sendOtherWorker(answer, response, isHeld ? HOLD : '// Another release');
      const isNamed = isReleased && answer.headers['x-web-release'] !== undefined;
      response.writeHead(answer.statusCode ?? 502, {
        ...answer.headers,
        ...(isNamed && { 'x-web-release': 'start-other.js' }),
      });
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  const port = await getPort({ host: '127.0.0.1' });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${port}`,
    release: () => {
      isReleased = true;
      isWorkerReleased = true;
    },
    releaseWorker: (options) => {
      isWorkerReleased = true;
      isHeld = options?.isHeld ?? false;
    },
    finishInstallation: () => installation.resolve(),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The same worker with another text, which is what the browser compares. */
async function sendOtherWorker(
  answer: IncomingMessage,
  response: ServerResponse,
  addition: string,
): Promise<void> {
  const { 'content-length': _length, etag: _etag, 'last-modified': _modified, ...headers } = answer.headers;
  const parts = await answer.toArray();
  response.writeHead(answer.statusCode ?? 502, headers);
  response.end(`${Buffer.concat(parts as Buffer[]).toString()}\n${addition}\n`);
}
