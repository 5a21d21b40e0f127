/**
 * `npm run bench:streams`: thousands of open pages on one server, ten for each user. Prints the memory of each, how soon
 * a change is received, and the latency of requests meanwhile. `BENCH_NOTES` sets the number of users: one for each 200.
 */

import { Agent, get as open } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildAnnouncementForm } from '#tests/support/factories/announcements.ts';
import { fillDatabase, person, query, type Office } from './data/fill.ts';
import { runBench, startServer } from './harness.ts';
import { memoryOf, quantile } from './load.ts';
import { get, runLoad } from './members.ts';

const NOTES = Number(process.env['BENCH_NOTES'] ?? 200_000);
const MAX_PAGES = 10_000;
const PAGES_PER_PERSON = 10;
const CHANGES = 50;
/** Deadline for the last page to receive a change. */
const RECEIVED_WITHIN_MS = 10_000;
const SETTLED_MS = 3_000;
const DATABASE = 'streams';

interface Page {
  businessId: number;
  token: string;
}

async function listPages(connectionString: string): Promise<Page[]> {
  const rows = await query<{ id: number; business: number }>(
    connectionString,
    'select id, business_id as business from users order by id limit $1',
    [MAX_PAGES / PAGES_PER_PERSON],
  );
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
    streams.push(...(await Promise.all(pages.slice(at, at + 100).map((page) => openStream(url, page)))));
  return streams;
}

/** Opens a stream, until the server has sent its first event. */
function openStream(url: string, { businessId, token }: Page): Promise<Stream> {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const request = open(`${url}/api/events`, { agent, headers }, (response) => {
      const stream: Stream = { businessId, received: [], close: () => void request.destroy() };
      if (response.statusCode !== 200) return reject(new Error(`GET /api/events: ${response.statusCode}`));
      response.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('event: changed') && text.includes('announcements'))
          stream.received.push(performance.now());
        if (text.includes('event: ready')) resolve(stream);
      });
      return response.on('error', () => undefined);
    });
    request.on('error', reject);
  });
}

/** Creates announcements, and measures when each page of the business receives the change. */
async function measureDelays(url: string, { businessId, manager }: Office, streams: Stream[]) {
  const own = streams.filter((stream) => stream.businessId === businessId);
  const delays: number[] = [];
  for (let change = 1; change <= CHANGES; change += 1) {
    const started = performance.now();
    const response = await fetch(`${url}/api/announcements`, {
      method: 'POST',
      headers: { authorization: `Bearer ${manager.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(buildAnnouncementForm()),
    });
    if (!response.ok) throw new Error(`POST /api/announcements: ${response.status}`);
    while (own.some(({ received }) => received.length < change)) {
      if (performance.now() - started > RECEIVED_WITHIN_MS)
        throw new Error('Some pages did not receive a change');
      await pause(5);
    }
    for (const { received } of own) delays.push((received[change - 1] ?? 0) - started);
  }
  const foreign = streams
    .filter((stream) => stream.businessId !== businessId)
    .flatMap(({ received }) => received);
  return { delays, foreign: foreign.length };
}

/** The p99 of fifty requests per second, in milliseconds. @throws when one fails */
async function measureLatency(url: string, { author }: Office): Promise<number> {
  const call = () => get(author.token, '/api/notes/my');
  const { successes, refusals, others } = await runLoad(url, { rate: 50, seconds: 10, call });
  if (refusals.length > 0 || Object.keys(others).length > 0) throw new Error('A request failed');
  return quantile(successes, 0.99);
}

await runBench({}, async ({ url, folder }) => {
  const { middle } = await fillDatabase(url, { database: DATABASE, notes: NOTES });
  const pages = await listPages(url(DATABASE));
  const product = await startServer({ DATABASE_URL: url(DATABASE), DATA_DIR: join(folder, 'data') });
  const pid = product.child.pid ?? 0;
  try {
    // Warm-up, so that the memory of first requests is not counted as that of streams.
    await measureLatency(product.url, middle);
    const [memory, before] = [memoryOf(pid), await measureLatency(product.url, middle)];
    const started = performance.now();
    const streams = await openAll(product.url, pages);
    console.log(`${streams.length} streams opened in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    await pause(SETTLED_MS);
    console.log(`${((memoryOf(pid) - memory) / streams.length).toFixed(1)} kB of memory each`);
    const { delays, foreign } = await measureDelays(product.url, middle, streams);
    console.log(
      `${CHANGES} changes received ${delays.length} times, p50 ${quantile(delays, 0.5).toFixed(0)} ms, p99 ${quantile(delays, 0.99).toFixed(0)} ms; ${foreign} received by another business`,
    );
    const during = await measureLatency(product.url, middle);
    console.log(
      `50 requests per second: p99 ${before.toFixed(1)} ms without streams, ${during.toFixed(1)} ms with them`,
    );
    for (const stream of streams) stream.close();
  } finally {
    await product.end('SIGTERM');
  }
});
