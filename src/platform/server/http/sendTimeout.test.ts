/** Readers that stop, over real connections, with a short limit. */
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { limitSendTime } from './sendTimeout.ts';

const LIMIT_MS = 500;
/** More than the machine keeps on the way between two ends. */
const LARGE = 'x'.repeat(30_000_000);

let app: FastifyInstance;
let address: AddressInfo;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = Fastify({ keepAliveTimeout: 60_000 });
  limitSendTime(app, LIMIT_MS);
  app.get('/large', () => LARGE);
  app.get('/small', () => 'small');
  await app.listen({ port: 0, host: '127.0.0.1' });
  address = app.server.address() as AddressInfo;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

async function ask(path: string): Promise<Socket> {
  const socket = connect(address.port, address.address);
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket;
}

const open = () =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

test('a reader that takes none of its answer is cut [R-10]', async () => {
  const before = await open();
  const socket = await ask('/large');
  socket.pause();
  await expect.poll(open, { timeout: 10_000 }).toBe(before + 1);
  await expect.poll(open, { timeout: 10_000 }).toBe(before);
});

test('a reader that takes its answer slowly gets all of it, and may ask again later', async () => {
  const socket = await ask('/large');
  let [received, wanted] = [0, 0];
  socket.on('data', (part: Buffer) => {
    received += part.length;
    if (received >= wanted) socket.pause();
  });
  const began = performance.now();
  const step = () => {
    expect(socket.destroyed).toBe(false);
    wanted = received + LARGE.length / 20;
    socket.resume();
    expect(received).toBeGreaterThanOrEqual(LARGE.length);
  };
  await vi.waitFor(step, { interval: LIMIT_MS / 5, timeout: 15_000 });
  expect(performance.now() - began).toBeGreaterThan(2 * LIMIT_MS);
  // Idle until another that began now is cut: an answer that is out has no such limit.
  const before = await open();
  (await ask('/large')).pause();
  await expect.poll(open, { timeout: 10_000 }).toBe(before + 1);
  await expect.poll(open, { timeout: 10_000 }).toBe(before);
  socket.removeAllListeners('data').resume();
  socket.write('GET /small HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(String(await once(socket, 'data'))).toContain('small');
});
