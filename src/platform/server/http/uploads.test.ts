/** How long a request may take to arrive, over real connections, with short limits. */
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { limitBodyTime } from './uploads.ts';

const LIMIT_MS = 1000;

let app: FastifyInstance;
let address: AddressInfo;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = Fastify();
  limitBodyTime(app, { longestBody: LIMIT_MS, longestPause: LIMIT_MS });
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  const upload = { field: 'file', maxBytes: 1000, tooLarge: '', fields: z.object({}) };
  const taking: Endpoint = { access: 'public', summary: '', response: null, upload };
  app.post('/plain', () => 'taken');
  app.post('/upload', { config: { endpoint: taking } }, () => 'taken');
  await app.listen({ port: 0, host: '127.0.0.1' });
  address = app.server.address() as AddressInfo;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** A connection that has sent the head of a request with a body of so many bytes. */
async function begin(path: string, length: number): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(address.port, address.address);
  sockets.push(socket);
  let received = '';
  socket.on('data', (part: Buffer) => (received += part.toString()));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\nContent-Length: ${length}\r\n\r\n`,
  );
  return { socket, received: () => received };
}

/** A connection that is cut may end with an error as well, when something was on its way. */
const cut = (socket: Socket): Promise<void> =>
  new Promise((resolve) => void socket.once('close', () => resolve()));

/** Sends a byte every so often until all are sent or the connection is closed. @returns the time it took */
async function drip(socket: Socket, bytes: number, everyMs: number): Promise<number> {
  const began = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    if (socket.destroyed) return;
    socket.write('x');
    sent += 1;
    if (sent === bytes) clearInterval(timer);
  }, everyMs);
  await Promise.race([cut(socket), new Promise((resolve) => void socket.once('data', resolve))]);
  clearInterval(timer);
  return performance.now() - began;
}

test('a body that is dripped is cut [T19 R-10]', async () => {
  const { socket, received } = await begin('/plain', 1_000_000);
  await drip(socket, 1_000_000, LIMIT_MS / 10);
  expect([socket.destroyed, received()]).toEqual([true, '']);
});

test('an upload that moves on may take longer than that', async () => {
  const { socket, received } = await begin('/upload', 25);
  const ms = await drip(socket, 25, LIMIT_MS / 10);
  expect(received()).toContain('200 OK');
  expect(ms).toBeGreaterThan(2 * LIMIT_MS);
});

test('an upload that stops is cut [R-10]', async () => {
  const { socket, received } = await begin('/upload', 30);
  socket.write('half of it');
  await cut(socket);
  expect(received()).toBe('');
});

test('a body that came in time is taken, and what comes after it is not cut [R-11]', async () => {
  const { socket, received } = await begin('/plain', 4);
  socket.write('four');
  await once(socket, 'data');
  expect(received()).toContain('200 OK');
  // The same connection, longer after the first request than its limit.
  const second = await begin('/plain', 1_000_000);
  await cut(second.socket);
  expect(socket.destroyed).toBe(false);
});
