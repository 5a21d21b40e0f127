/**
 * `npm run bench:streams`: ten thousand open pages on one server. Opens the streams of changes of all people, ten each,
 * and prints what each takes of memory, how soon a change is received and by whom, and how fast calls are meanwhile.
 * `BENCH_NOTES` chooses how many people there are, one for each 200 notes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { buildAnnouncementForm } from '#tests/support/factories/announcements.ts';
import { startCluster } from '#tests/support/helpers/postgres.ts';
import type { Cluster } from '#tests/support/helpers/postgres.ts';
import { startProduct } from '#tests/support/helpers/process.ts';
import { fillDatabase, person } from './data/fill.ts';
import type { Office } from './data/fill.ts';
import { loadWith, memoryOf, quantile } from './load.ts';

const NOTES = Number(process.env['BENCH_NOTES'] ?? 200_000);
const MOST = 10_000;
const PAGES_PER_PERSON = 10;
const CHANGES = 50;
/** From a change to the last page that receives it. */
const RECEIVED_WITHIN_MS = 10_000;
const SETTLED_MS = 3_000;
const DATABASE = 'streams';

const folder = mkdtempSync(join(tmpdir(), 'streams-'));
async function main({ url }: Cluster): Promise<void> {
  const { middle } = await fillDatabase(url, { database: DATABASE, notes: NOTES });
  const pages = await wantedPages(url(DATABASE));
  const product = await startProduct({
    DATABASE_URL: url(DATABASE),
    DATA_DIR: join(folder, 'data'),
    RATE_LIMITS: 'off',
  });
  const pid = product.child.pid ?? 0;
  try {
    // Warm, so that what the first calls load is not taken for what streams take.
    await calls(product.url, middle);
    const [memory, quiet] = [memoryOf(pid), await calls(product.url, middle)];
    const began = performance.now();
    const streams = await openAll(product.url, pages);
    console.log(`${streams.length} streams opened in ${seconds(performance.now() - began)} s`);
    await pause(SETTLED_MS);
    console.log(`${((memoryOf(pid) - memory) / streams.length).toFixed(1)} kB of memory for each`);
    const { delays, foreign } = await measureDelays(product.url, middle, streams);
    console.log(
      `${CHANGES} changes received ${delays.length} times, p50 ${quantile(delays, 0.5).toFixed(0)} ms, p99 ${quantile(delays, 0.99).toFixed(0)} ms; ${foreign} received by another business`,
    );
    console.log(
      `50 calls a second: p99 ${quiet.toFixed(1)} ms before, ${(await calls(product.url, middle)).toFixed(1)} ms beside them`,
    );
    for (const stream of streams) stream.close();
  } finally {
    await product.end('SIGTERM');
  }
}

interface Page {
  businessId: number;
  token: string;
}

async function wantedPages(connectionString: string): Promise<Page[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ id: number; business: number }>(
    'select id, business_id as business from users order by id limit $1',
    [MOST / PAGES_PER_PERSON],
  );
  await client.end();
  return rows.flatMap(({ id, business }) =>
    Array.from({ length: PAGES_PER_PERSON }, () => ({
      businessId: Number(business),
      token: person(Number(id)).token,
    })),
  );
}

interface Stream {
  businessId: number;
  /** When each change was received. */
  received: number[];
  close(): void;
}

const agent = new Agent({ keepAlive: false, maxSockets: Infinity });

async function openAll(url: string, pages: Page[]): Promise<Stream[]> {
  const streams: Stream[] = [];
  for (let at = 0; at < pages.length; at += 100)
    streams.push(...(await Promise.all(pages.slice(at, at + 100).map((page) => open(url, page)))));
  return streams;
}

/** Resolves when the server is ready. */
function open(url: string, { businessId, token }: Page): Promise<Stream> {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const request = get(`${url}/api/events`, { agent, headers }, (answer) => {
      const stream: Stream = { businessId, received: [], close: () => void request.destroy() };
      if (answer.statusCode !== 200) return reject(new Error(`A stream was answered ${answer.statusCode}`));
      answer.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('event: changed') && text.includes('announcements'))
          stream.received.push(performance.now());
        if (text.includes('event: ready')) resolve(stream);
      });
      return answer.on('error', () => undefined);
    });
    request.on('error', reject);
  });
}

/** A manager announces again and again; each page of the business has to receive it, and no other. */
async function measureDelays(url: string, { businessId, manager }: Office, streams: Stream[]) {
  const own = streams.filter((stream) => stream.businessId === businessId);
  const delays: number[] = [];
  for (let change = 1; change <= CHANGES; change += 1) {
    const began = performance.now();
    const answer = await fetch(`${url}/api/announcements`, {
      method: 'POST',
      headers: { authorization: `Bearer ${manager.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(buildAnnouncementForm()),
    });
    if (!answer.ok) throw new Error(`An announcement was answered ${answer.status}`);
    while (own.some(({ received }) => received.length < change)) {
      if (performance.now() - began > RECEIVED_WITHIN_MS) throw new Error('A change was not received by all');
      await pause(5);
    }
    for (const { received } of own) delays.push((received[change - 1] ?? 0) - began);
  }
  const foreign = streams
    .filter((stream) => stream.businessId !== businessId)
    .flatMap(({ received }) => received);
  return { delays: delays.toSorted((a, b) => a - b), foreign: foreign.length };
}

/** Milliseconds that 99 of 100 calls take at most, at fifty a second. */
async function calls(url: string, { author }: Office): Promise<number> {
  const times = await loadWith({
    url: `${url}/api/notes/my`,
    headers: { authorization: `Bearer ${author.token}` },
    connections: 10,
    overallRate: 50,
    duration: 10,
  });
  return quantile(times, 0.99);
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const cluster = await startCluster();
try {
  await main(cluster);
} finally {
  await cluster.remove();
  rmSync(folder, { recursive: true, force: true });
}
