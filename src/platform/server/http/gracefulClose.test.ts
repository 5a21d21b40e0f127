/** Shutdown with slow clients over real connections, with short timeouts. */

import Fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { buffer as readAll } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gracefulServer } from './gracefulClose.ts';

const LIMIT_MS = 500;
/** More than the buffers of both sockets hold. */
const LARGE = 'x'.repeat(30_000_000);

let app: FastifyInstance;
let address: AddressInfo;
let sockets: Socket[];
beforeEach(async () => {
  sockets = [];
  const serverFactory = gracefulServer({ sendTimeout: LIMIT_MS, headTimeout: LIMIT_MS });
  app = Fastify({ forceCloseConnections: 'idle', serverFactory });
  app.get('/large', () => LARGE);
  await app.listen({ port: 0, host: '127.0.0.1' });
  address = app.server.address() as AddressInfo;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** Stops the server as the product does. */
async function stop(): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), LIMIT_MS / 10);
  await app.close();
  clearInterval(sweep);
}

/** Requests a large response and reads only its head. */
async function beginReading(): Promise<IncomingMessage> {
  const asking = request({ host: address.address, port: address.port, path: '/large' });
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  sockets.push(answer.socket);
  return answer;
}

test('completes a response that is still being sent during a shutdown [R-9]', async () => {
  const answer = await beginReading();
  const stopped = stop();
  // The server waits for this client only.
  await expect.poll(() => app.server.listening).toBe(false);
  expect(await readAll(answer)).toHaveLength(LARGE.length);
  await stopped;
});

test('does not wait for a client that receives nothing [R-9]', async () => {
  const answer = await beginReading();
  await stop();
  await expect(readAll(answer)).rejects.toThrow('aborted');
});

test('does not wait for a request whose head does not arrive [R-9]', async () => {
  const socket = connect(address.port, address.address);
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write('GET /large HTT');
  await expect.poll(() => new Promise((resolve) => app.server.getConnections((_, n) => resolve(n)))).toBe(1);
  const closed = once(socket, 'close');
  await stop();
  await closed;
});

test('answers a request that arrives after the close on a connection from before it [R-9]', async () => {
  const socket = connect(address.port, address.address);
  sockets.push(socket);
  await once(app.server, 'connection');
  const stopped = stop();
  await expect.poll(() => app.server.listening).toBe(false);
  socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(String(await readAll(socket))).toMatch(/^HTTP\/1\.1 \d+ /);
  await stopped;
});
