import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startApi } from '#tests/support/helpers/api.ts';

test('a request that arrives while the server stops is answered like any other, and ends its connection [16.stop.3 S-20]', async () => {
  const api = await startApi();
  onTestFinished(() => api.stop());
  const { app } = api.server;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const accepted = once(app.server, 'connection');
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await accepted;
  const stopped = api.server.stop();
  await expect.poll(() => app.server.listening).toBe(false);
  socket.write('GET /api/businesses/count HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [head = '', body] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 200 /);
  expect(head).toMatch(/^content-security-policy: default-src 'none'/im);
  expect(head).toMatch(/^x-content-type-options: nosniff/im);
  expect(head).toMatch(/^connection: close/im);
  expect(body).toBe('{"count":0}');
  await stopped;
});
