/**
 * `npm run bench:soak`: fifty businesses for two hours, with open pages and uploads. Prints memory, heap, descriptors and
 * latency 24 times, and at the end how they grew over the last three quarters. `BENCH_RATE` is the number of requests
 * per second (25), `BENCH_MINUTES` the length (120), `BENCH_STREAMS` the number of open pages (1000).
 */

import { once } from 'node:events';
import { get as open, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { startProduct } from '#tests/support/helpers/process.ts';
import { fillDatabase, person } from './data/fill.ts';
import { runBench } from './harness.ts';
import { memoryOf, quantile } from './load.ts';
import { agent, createCall, listMembers, runLoad, setCodes, type Member } from './members.ts';

const RATE = Number(process.env['BENCH_RATE'] ?? 25);
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 120);
const STREAMS = Number(process.env['BENCH_STREAMS'] ?? 1_000);
const NOTES = 100_000;
const PARTS = 24;
const DATABASE = 'soak';
/** The limit of one user is ten. */
const STREAMS_PER_PERSON = 5;
const UPLOAD = new Blob([`%PDF-1.4\n${'%'.repeat(50_000)}\n%%EOF`], { type: 'application/pdf' });

interface Sample {
  /** Minutes since the start. */
  at: number;
  residentMb: number;
  heapMb: number;
  descriptors: number;
  p99: number;
}

/** Opens event streams one after another, and counts those that break. */
async function openPages(url: string): Promise<{ count: number }> {
  const broken = { count: 0 };
  for (let at = 0; at < STREAMS; at += 1) {
    const { token } = person(1 + Math.floor(at / STREAMS_PER_PERSON));
    const page = open(`${url}/api/events`, { agent: false, headers: { authorization: `Bearer ${token}` } });
    page.on('error', () => (broken.count += 1));
    const [response] = (await once(page, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`GET /api/events: ${response.statusCode}`);
    response.resume().once('close', () => (broken.count += 1));
  }
  return broken;
}

/** Uploads a document of 50 kB every minute. @throws when an upload fails */
async function uploadEveryMinute(url: string, members: Member[], minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    const { manager, clientId } = members[minute % members.length] as Member;
    const form = new FormData();
    form.set('file', UPLOAD, `plan ${minute}.pdf`);
    form.set('description', 'Plan of the month');
    const response = await fetch(`${url}/api/clients/${clientId}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${manager}` },
      body: form,
    });
    if (response.status !== 201) throw new Error(`Upload: ${response.status} ${await response.text()}`);
  }
}

async function measureResources(url: string, pid: number): Promise<Omit<Sample, 'at' | 'p99'>> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  return {
    residentMb: memoryOf(pid) / 1024,
    heapMb: metric('nodejs_heap_size_used_bytes') / 2 ** 20,
    descriptors: metric('process_open_fds'),
  };
}

/** The slope of a field per minute, by least squares. */
function slopeOf(samples: Sample[], field: Exclude<keyof Sample, 'at'>): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, of] = [mean(samples.map((one) => one.at)), mean(samples.map((one) => one[field]))];
  const above = samples.map((one) => (one.at - at) * (one[field] - of));
  return mean(above) / mean(samples.map((one) => (one.at - at) ** 2));
}

await runBench({ shared_buffers: '512MB' }, async ({ url, folder }) => {
  await fillDatabase(url, { database: DATABASE, notes: NOTES });
  const members = await listMembers(url(DATABASE));
  const product = await startProduct({ DATABASE_URL: url(DATABASE), DATA_DIR: join(folder, 'data') });
  try {
    await setCodes(product.url, members);
    const broken = await openPages(product.url);
    const samples: Sample[] = [];
    for (let part = 1; part <= PARTS; part += 1) {
      const minutes = MINUTES / PARTS;
      const call = (n: number) => createCall(n, members[(n * 7) % members.length] as Member);
      const uploads = uploadEveryMinute(product.url, members, minutes);
      const { successes, refusals, others } = await runLoad(product.url, {
        rate: RATE,
        seconds: minutes * 60,
        call,
      });
      await uploads;
      const p99 = quantile(successes, 0.99);
      const resources = await measureResources(product.url, product.child.pid ?? 0);
      samples.push({ at: part * minutes, ...resources, p99 });
      console.log(
        `${(part * minutes).toFixed(0)} min: ${successes.length} requests, p99 ${p99.toFixed(0)} ms, ${refusals.length} refused, ` +
          `others ${JSON.stringify(others)}, ${broken.count} streams broken; ${resources.residentMb.toFixed(0)} MB resident, ` +
          `heap ${resources.heapMb.toFixed(0)} MB, ${resources.descriptors} descriptors`,
      );
    }
    const late = samples.slice(PARTS / 4);
    for (const field of ['residentMb', 'heapMb', 'descriptors', 'p99'] as const)
      console.log(`${field}: ${slopeOf(late, field).toFixed(3)} per minute over the last three quarters`);
  } finally {
    agent.destroy();
    await product.end('SIGTERM');
  }
});
