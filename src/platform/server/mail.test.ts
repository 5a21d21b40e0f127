import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { mailTransport } from './mail.ts';

const letter = { id: '1', to: 'eve@example.com', subject: 'Hello', text: 'Hello', date: new Date(0) };

test('a mail server that says a little now and then, and never all, is given up', async () => {
  const hungUp = Promise.withResolvers<void>();
  const server = createServer((socket: Socket) => {
    // A greeting of many lines, each of which is a word in time.
    const timer = setInterval(() => socket.write('220-still here\r\n'), 20);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      hungUp.resolve();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'a@example.com', dataDir: '.' };
  const mail = mailTransport(settings, pino({ level: 'silent' }), 300);
  await expect(mail.send(letter)).rejects.toThrow(/abort|time/i);
  // Nothing of it goes on behind our back, so the next try is the only one.
  await hungUp.promise;
  mail.close();
  server.close();
});
