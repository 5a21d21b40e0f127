/**
 * `npm run bench:soak`: fifty businesses for two hours, with open pages and uploads beside them. Every five minutes it
 * prints what the server holds (memory, heap, descriptors) and how fast it was, at the end what grew over the last
 * three quarters. `BENCH_RATE` is the rate in calls a second (25), `BENCH_MINUTES` how long (120), `BENCH_STREAMS` how
 * many pages are open (1000).
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get as open } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '#tests/support/helpers/postgres.ts';
import type { Cluster } from '#tests/support/helpers/postgres.ts';
import { startProduct } from '#tests/support/helpers/process.ts';
import { fillDatabase, person } from './data/fill.ts';
import { memoryOf, quantile } from './load.ts';
import { agent, giveCodes, kindOf, load, membersOf } from './members.ts';
import type { Member } from './members.ts';

const RATE = Number(process.env['BENCH_RATE'] ?? 25);
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 120);
const STREAMS = Number(process.env['BENCH_STREAMS'] ?? 1_000);
const NOTES = 100_000;
const PARTS = 24;
const DATABASE = 'soak';
/** A person has at most ten. */
const STREAMS_PER_PERSON = 5;
const UPLOAD = new Blob([`%PDF-1.4\n${'%'.repeat(50_000)}\n%%EOF`], { type: 'application/pdf' });

interface Sample {
  /** Minutes since the beginning. */
  at: number;
  residentMb: number;
  heapMb: number;
  descriptors: number;
  p99: number;
}

async function main({ url }: Cluster): Promise<void> {
  await fillDatabase(url, { database: DATABASE, notes: NOTES });
  const members = await membersOf(url(DATABASE));
  const product = await startProduct({ DATABASE_URL: url(DATABASE), DATA_DIR: join(folder, 'data') });
  try {
    await giveCodes(product.url, members);
    const broken = await openPages(product.url);
    const samples: Sample[] = [];
    for (let part = 1; part <= PARTS; part += 1) {
      const minutes = MINUTES / PARTS;
      const seconds = minutes * 60;
      const call = (n: number) => kindOf(n)(members[(n * 7) % members.length] as Member);
      const uploads = uploadEachMinute(product.url, members, minutes);
      const { taken, refused, others } = await load(product.url, { rate: RATE, seconds, call });
      await uploads;
      const p99 = quantile(
        taken.toSorted((a, b) => a - b),
        0.99,
      );
      const held = await heldBy(product.url, product.child.pid ?? 0);
      samples.push({ at: part * minutes, ...held, p99 });
      console.log(
        `${(part * minutes).toFixed(0)} min: ${taken.length} taken, p99 ${p99.toFixed(0)} ms, ${refused.length} refused, ` +
          `others ${JSON.stringify(others)}, ${broken.count} streams broken; ${held.residentMb.toFixed(0)} MB resident, ` +
          `heap ${held.heapMb.toFixed(0)} MB, ${held.descriptors} descriptors`,
      );
    }
    const late = samples.slice(PARTS / 4);
    for (const field of ['residentMb', 'heapMb', 'descriptors', 'p99'] as const)
      console.log(`${field}: ${slopeOf(late, field).toFixed(3)} a minute over the last three quarters`);
  } finally {
    agent.destroy();
    await product.end('SIGTERM');
  }
}

/** Opens the streams of changes one after another; counts those that are refused or end before their time. */
async function openPages(url: string): Promise<{ count: number }> {
  const broken = { count: 0 };
  for (let at = 0; at < STREAMS; at += 1) {
    const { token } = person(1 + Math.floor(at / STREAMS_PER_PERSON));
    const page = open(`${url}/api/events`, { agent: false, headers: { authorization: `Bearer ${token}` } });
    page.on('error', () => (broken.count += 1));
    const [answer] = (await once(page, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`A stream was answered ${answer.statusCode}`);
    answer.resume().once('close', () => (broken.count += 1));
  }
  return broken;
}

/** A document of 50 kB a minute. @throws when one is not taken */
async function uploadEachMinute(url: string, members: Member[], minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    const { manager, clientId } = members[minute % members.length] as Member;
    const form = new FormData();
    form.set('file', UPLOAD, `plan ${minute}.pdf`);
    form.set('description', 'The plan of the month');
    const answer = await fetch(`${url}/api/clients/${clientId}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${manager}` },
      body: form,
    });
    if (answer.status !== 201)
      throw new Error(`An upload was answered ${answer.status}: ${await answer.text()}`);
  }
}

async function heldBy(url: string, pid: number): Promise<Omit<Sample, 'at' | 'p99'>> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  return {
    residentMb: memoryOf(pid) / 1024,
    heapMb: figure('nodejs_heap_size_used_bytes') / 2 ** 20,
    descriptors: figure('process_open_fds'),
  };
}

/** By least squares. */
function slopeOf(samples: Sample[], field: Exclude<keyof Sample, 'at'>): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, of] = [mean(samples.map((one) => one.at)), mean(samples.map((one) => one[field]))];
  const above = samples.map((one) => (one.at - at) * (one[field] - of));
  return mean(above) / mean(samples.map((one) => (one.at - at) ** 2));
}

const folder = mkdtempSync(join(tmpdir(), 'soak-'));
const cluster = await startCluster({ durable: true, settings: { shared_buffers: '512MB' } });
try {
  await main(cluster);
} finally {
  await cluster.remove();
  rmSync(folder, { recursive: true, force: true });
}
