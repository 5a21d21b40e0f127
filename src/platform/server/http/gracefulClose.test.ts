/** What a stop does to connections that are slow, over real ones, with short limits. */
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { buffer as readAll } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gracefulServer } from './gracefulClose.ts';

const LIMIT_MS = 500;
/** More than the machine keeps on the way between two ends. */
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

/** As the product stops. */
async function stop(): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), LIMIT_MS / 10);
  await app.close();
  clearInterval(sweep);
}

/** A large answer of which only the head was taken. */
async function beginReading(): Promise<IncomingMessage> {
  const asking = request({ host: address.address, port: address.port, path: '/large' });
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  sockets.push(answer.socket);
  return answer;
}

test('an answer that is ended, and has yet to go out, is not cut off by a stop [R-9]', async () => {
  const answer = await beginReading();
  const stopped = stop();
  // The server waits for this reader only.
  await expect.poll(() => app.server.listening).toBe(false);
  expect(await readAll(answer)).toHaveLength(LARGE.length);
  await stopped;
});

test('a stop does not wait for a reader who takes nothing [R-9]', async () => {
  const answer = await beginReading();
  await stop();
  await expect(readAll(answer)).rejects.toThrow('aborted');
});

test('a stop does not wait for a request whose head does not come [R-9]', async () => {
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
