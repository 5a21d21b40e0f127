import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { mailTransport } from './mail.ts';

const letter = { id: '1', to: 'eve@example.com', subject: 'Hello', text: 'Hello', date: new Date(0) };

test('disconnects from a mail server that responds too slowly [D-15]', async () => {
  const hungUp = Promise.withResolvers<void>();
  const server = createServer((socket: Socket) => {
    // A greeting of many lines, each within the timeout of a response.
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
  // The connection is closed, so a retry is the only one.
  await hungUp.promise;
  mail.close();
  server.close();
});

test('logs the file name of a mail, and none of its content, without a mail server [10.6.27]', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mail-'));
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const mail = mailTransport({ smtpUrl: null, mailFrom: 'a@example.com', dataDir }, log);
  await mail.send({ ...letter, text: 'A link that opens an account' });
  expect(lines).toHaveLength(1);
  const line = JSON.parse(lines[0] ?? '') as { msg: string; file: string };
  expect(line.msg).toBe('mail written to the data directory');
  expect(await readFile(join(dataDir, line.file), 'utf8')).toContain('A link that opens an account');
  for (const hidden of ['A link', letter.to, letter.subject]) expect(lines[0]).not.toContain(hidden);
  mail.close();
  await rm(dataDir, { recursive: true });
});
