/** SIGTERM with open pages, half-sent notes and a download. `STOP_ROUNDS` sets how often on each database. */

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { copyTemplate, createDatabase } from '#tests/setup/database.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import {
  uploadLargeFile,
  listAllNotes,
  LARGE_FILE_BYTES,
  createAgency,
  registerBusiness,
  type RunningAgency,
} from '#tests/support/helpers/agencyProcess.ts';
import { callConcurrently, listNumbers } from '#tests/support/helpers/concurrency.ts';
import { openEventStream } from '#tests/support/helpers/eventStream.ts';
import { startProduct, type ProductProcess } from '#tests/support/helpers/process.ts';

const all = process.env['TESTS'] === 'all';
const rounds = Number(process.env['STOP_ROUNDS'] ?? (all ? 2 : 1));
const [PAGES, NOTES] = all ? [1000, 100] : [30, 30];
/** The limit of one user. */
const PAGES_EACH = 10;
const engines = all ? (['the embedded database', 'PostgreSQL'] as const) : (['PostgreSQL'] as const);

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function environmentOf(engine: (typeof engines)[number]): Promise<Record<string, string>> {
  const common = { RATE_LIMITS: 'off', NODE_ENV: 'test', PASSWORD_HASHING: 'quick' };
  if (engine === 'the embedded database') return { ...common, DATA_DIR: await copyTemplate() };
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'quarterhour-stop-'));
  cleanUps.push(() => rm(DATA_DIR, { recursive: true }));
  return { ...common, DATA_DIR, DATABASE_URL: await createDatabase() };
}

/** Sends the headers and half of the body of a note. @returns a function that sends the rest and resolves to the status */
async function beginNote({
  url,
  token,
  clientId,
}: RunningAgency): Promise<() => Promise<number | undefined>> {
  const body = JSON.stringify(buildNoteForm(clientId));
  const sending = request(`${url}/api/notes`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  // A rejection counts when it is awaited.
  answered.catch(() => undefined);
  sending.flushHeaders();
  await once(sending, 'continue');
  sending.write(body.slice(0, body.length / 2));
  return async () => {
    sending.end(body.slice(body.length / 2));
    const [answer] = await answered;
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode;
  };
}

/** Requests a file and reads nothing yet. @returns a function that reads it and resolves to the number of bytes */
async function beginDownload({ url, token }: RunningAgency, file: string): Promise<() => Promise<number>> {
  const download = request(`${url}${file}`, { headers: { authorization: `Bearer ${token}` } });
  download.end();
  const [answer] = (await once(download, 'response')) as [IncomingMessage];
  return async () => {
    let bytes = 0;
    for await (const part of answer) bytes += (part as Buffer).length;
    return bytes;
  };
}

/** Returns true once new requests are refused. */
async function isClosed(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => null);
  return answer === null || answer.status === 503;
}

interface Scenario {
  product: ProductProcess;
  office: RunningAgency;
  tokens: string[];
  file: string;
}

/** @returns the duration of the stop in milliseconds */
async function stopDuringRequests({ product, office, tokens, file }: Scenario): Promise<number> {
  const opening = listNumbers(PAGES).map(
    (n) => () => openEventStream(office.url, tokens[Math.floor(n / PAGES_EACH)] ?? office.token),
  );
  // More than a hundred concurrent requests get 503.
  const pages = await callConcurrently(20, opening);
  // Caches the session: many concurrent requests with an unknown token get 503.
  await listAllNotes(office);
  const notes = await Promise.all(Array.from({ length: NOTES }, () => beginNote(office)));
  const reading = await beginDownload(office, file);
  const began = performance.now();
  const ended = product.end('SIGTERM');
  for (const page of pages) expect(await page.ended).toContain('event: bye');
  await expect.poll(() => isClosed(office.url)).toBe(true);
  const statuses = await Promise.all(notes.map((finish) => finish()));
  expect(statuses).toEqual(Array(NOTES).fill(201));
  expect(await reading()).toBeGreaterThan(LARGE_FILE_BYTES);
  expect(await ended).toBe(0);
  return Math.round(performance.now() - began);
}

test.for(engines)(
  `on %s SIGTERM ends ${PAGES} open pages and interrupts none of ${NOTES} half-sent notes, ${rounds} times [R-9]`,
  { timeout: 60_000 + rounds * 60_000 },
  async (engine, { task }) => {
    const environment = await environmentOf(engine);
    let product = await startProduct(environment);
    cleanUps.push(async () => {
      if (product.child.exitCode === null && product.child.signalCode === null) await product.end('SIGKILL');
    });
    const office = await createAgency(product.url);
    const file = await uploadLargeFile(office);
    const tokens: string[] = [];
    while (tokens.length * PAGES_EACH < PAGES) tokens.push(await registerBusiness(office.url));
    let slowestStopMs = 0;
    for (let round = 0; round < rounds; round += 1) {
      slowestStopMs = Math.max(slowestStopMs, await stopDuringRequests({ product, office, tokens, file }));
      product = await startProduct(environment);
      office.url = product.url;
    }
    expect((await listAllNotes(office)).size).toBe(rounds * NOTES);
    expect(await product.end('SIGTERM')).toBe(0);
    task.meta.metrics = { stops: rounds, pages: PAGES, underWay: NOTES + 1, cut: 0, slowestStopMs };
  },
);
