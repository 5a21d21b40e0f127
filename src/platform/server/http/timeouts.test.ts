/** Slow clients over real connections, with short timeouts. */

import Fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { limitBodyTime, limitSendTime } from './timeouts.ts';

const BODY_TIMEOUT_MS = 1000;
const SEND_TIMEOUT_MS = 500;
/** More than the buffers of both sockets hold. */
const LARGE = 'x'.repeat(30_000_000);

let app: FastifyInstance;
let address: AddressInfo;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = Fastify({ keepAliveTimeout: 60_000 });
  limitBodyTime(app, { bodyTimeout: BODY_TIMEOUT_MS, stallTimeout: BODY_TIMEOUT_MS });
  limitSendTime(app, SEND_TIMEOUT_MS);
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  const upload = { field: 'file', maxBytes: 1000, tooLarge: '', fields: z.object({}) };
  const endpoint: Endpoint = { access: 'public', summary: '', response: null, upload };
  app.post('/plain', () => 'received');
  app.post('/upload', { config: { endpoint } }, () => 'received');
  app.get('/large', () => LARGE);
  app.get('/small', () => 'small');
  await app.listen({ port: 0, host: '127.0.0.1' });
  address = app.server.address() as AddressInfo;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** Sends the head of a request on a new connection. */
async function sendHead(request: string, headers: string[] = []): Promise<Socket> {
  const socket = connect(address.port, address.address);
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`${[`${request} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`);
  return socket;
}

/** Sends the head of a request with a body of so many bytes. */
async function beginBody(path: string, length: number): Promise<{ socket: Socket; received: () => string }> {
  const headers = ['Content-Type: application/octet-stream', `Content-Length: ${length}`];
  const socket = await sendHead(`POST ${path}`, headers);
  let received = '';
  socket.on('data', (part: Buffer) => (received += part.toString()));
  return { socket, received: () => received };
}

/** A closed connection may emit an error as well, so this waits for `close` only. */
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => void socket.once('close', () => resolve()));

/** Sends bytes one by one until all are sent or the connection is closed. @returns the milliseconds it took */
async function drip(socket: Socket, bytes: number): Promise<number> {
  const started = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    if (socket.destroyed) return;
    socket.write('x');
    sent += 1;
    if (sent === bytes) clearInterval(timer);
  }, BODY_TIMEOUT_MS / 10);
  await Promise.race([closed(socket), new Promise((resolve) => void socket.once('data', resolve))]);
  clearInterval(timer);
  return performance.now() - started;
}

const countConnections = () =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/** Requests a large response without reading it, and waits until the server closes the connection. */
async function expectStalledIsClosed(): Promise<void> {
  const before = await countConnections();
  const socket = await sendHead('GET /large');
  socket.pause();
  await expect.poll(countConnections, { timeout: 10_000 }).toBe(before + 1);
  await expect.poll(countConnections, { timeout: 10_000 }).toBe(before);
}

test('closes the connection when a body is sent byte by byte [T19 R-10]', async () => {
  const { socket, received } = await beginBody('/plain', 1_000_000);
  await drip(socket, 1_000_000);
  expect([socket.destroyed, received()]).toEqual([true, '']);
});

test('accepts an upload that takes longer than the timeout while it makes progress', async () => {
  const { socket, received } = await beginBody('/upload', 25);
  const ms = await drip(socket, 25);
  expect(received()).toContain('200 OK');
  expect(ms).toBeGreaterThan(2 * BODY_TIMEOUT_MS);
});

test('closes the connection when an upload stalls [R-10]', async () => {
  const { socket, received } = await beginBody('/upload', 30);
  socket.write('half of it');
  await closed(socket);
  expect(received()).toBe('');
});

test('keeps the connection of a body that arrived in time [R-11]', async () => {
  const { socket, received } = await beginBody('/plain', 4);
  socket.write('four');
  await once(socket, 'data');
  expect(received()).toContain('200 OK');
  // Until the timeout of a later request has passed.
  const second = await beginBody('/plain', 1_000_000);
  await closed(second.socket);
  expect(socket.destroyed).toBe(false);
});

test('closes the connection of a client that receives nothing of its response [R-10]', async () => {
  await expectStalledIsClosed();
});

test('sends a slow client its whole response, and accepts its next request later', async () => {
  const socket = await sendHead('GET /large');
  let [received, target] = [0, 0];
  socket.on('data', (part: Buffer) => {
    received += part.length;
    if (received >= target) socket.pause();
  });
  const started = performance.now();
  const step = () => {
    expect(socket.destroyed).toBe(false);
    target = received + LARGE.length / 20;
    socket.resume();
    expect(received).toBeGreaterThanOrEqual(LARGE.length);
  };
  await vi.waitFor(step, { interval: SEND_TIMEOUT_MS / 5, timeout: 15_000 });
  expect(performance.now() - started).toBeGreaterThan(2 * SEND_TIMEOUT_MS);
  // Idle for longer than the timeout, which ends with the response.
  await expectStalledIsClosed();
  socket.removeAllListeners('data').resume();
  socket.write('GET /small HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(String(await once(socket, 'data'))).toContain('small');
});
