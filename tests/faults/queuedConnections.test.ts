/** Notes that are sent at the moment of SIGTERM, also on connections that the server has not accepted yet. */

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { createDatabase } from '#tests/setup/database.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { createAgency, listAllNotes, type RunningAgency } from '#tests/support/helpers/agencyProcess.ts';
import { listNumbers } from '#tests/support/helpers/concurrency.ts';
import { startProduct, type ProductProcess } from '#tests/support/helpers/process.ts';

const NOTES = 100;

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function start(DRAIN_SECONDS: string) {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'quarterhour-queued-'));
  cleanUps.push(() => rm(DATA_DIR, { recursive: true }));
  const environment = {
    RATE_LIMITS: 'off',
    NODE_ENV: 'test',
    PASSWORD_HASHING: 'quick',
    DRAIN_SECONDS,
    DATA_DIR,
    DATABASE_URL: await createDatabase(),
  };
  const product = await startProduct(environment);
  cleanUps.push(async () => {
    if (product.child.exitCode === null && product.child.signalCode === null) await product.end('SIGKILL');
  });
  return { environment, product, agency: await createAgency(product.url, { authors: 5 }) };
}

/** Sends a note on a connection of its own. @returns how it was answered, once the request is written */
async function send({ url, authors }: RunningAgency, number: number): Promise<() => Promise<string>> {
  const { token, clientId } = authors[number % authors.length] ?? authors[0] ?? { token: '', clientId: 0 };
  const body = JSON.stringify(buildNoteForm(clientId, { workDate: addDays('2026-03-02', -number) }));
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  const ended = new Promise<string>((resolve) => {
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    socket.once('close', () => resolve(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 'no answer'));
  });
  await Promise.race([once(socket, 'connect'), ended]);
  socket.write(
    `POST /api/notes HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  return () => ended;
}

/** Expects that each note was stored or refused with 503, and that no other one is stored. */
async function expectAnswered(
  answers: readonly string[],
  { environment, agency }: { environment: Record<string, string>; agency: RunningAgency },
): Promise<void> {
  expect(answers.filter((answer) => !['201', '503'].includes(answer))).toEqual([]);
  const again: ProductProcess = await startProduct(environment);
  const stored = await listAllNotes({ ...agency, url: again.url });
  expect(await again.end('SIGTERM')).toBe(0);
  const count = answers.filter((answer) => answer === '201').length;
  expect([count, stored.size]).toEqual([stored.size, count]);
  expect(count).toBeGreaterThan(NOTES / 2);
}

test.each([
  ['by default', ''],
  ['without a drain time', '0'],
])(
  `${NOTES} notes on connections that were not accepted before SIGTERM are stored or refused with 503 %s [16.stop.1 R-9]`,
  { timeout: 60_000 },
  async (_, drainSeconds) => {
    const running = await start(drainSeconds);
    const { product, agency } = running;
    await listAllNotes(agency);
    // It accepts nothing until it goes on, with the signal.
    product.child.kill('SIGSTOP');
    const sent = await Promise.all(listNumbers(NOTES).map((number) => send(agency, number)));
    const ended = product.end('SIGTERM');
    product.child.kill('SIGCONT');
    const answers = await Promise.all(sent.map((answer) => answer()));
    expect(await ended).toBe(0);
    await expectAnswered(answers, running);
  },
);

test(
  `${NOTES} notes that are sent at the moment of SIGTERM are stored or refused with 503 [16.stop.2 R-9]`,
  { timeout: 60_000 },
  async () => {
    const running = await start('');
    const { product, agency } = running;
    await listAllNotes(agency);
    let ended: Promise<number | null> | undefined;
    const sent = listNumbers(NOTES).map(async (number) => {
      if (number === NOTES / 2) ended = product.end('SIGTERM');
      return (await send(agency, number))();
    });
    const answers = await Promise.all(sent);
    expect(await ended).toBe(0);
    await expectAnswered(answers, running);
  },
);
