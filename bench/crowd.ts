/**
 * `npm run bench:crowd`: fifty businesses at once, whose calls come whether the server keeps up or not. First at a rate
 * that it can hold, then at three times that, then at the first again while one business calls a thousand times a
 * second. `BENCH_RATE` is the rate in calls a second (60), `BENCH_SECONDS` how long each part takes (60).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '#tests/support/helpers/postgres.ts';
import type { Cluster } from '#tests/support/helpers/postgres.ts';
import { startProduct } from '#tests/support/helpers/process.ts';
import { fillDatabase } from './data/fill.ts';
import { memoryOf, quantile } from './load.ts';
import { agent, get, giveCodes, kindOf, load, membersOf } from './members.ts';
import type { LoadResults, Load, Member } from './members.ts';

const RATE = Number(process.env['BENCH_RATE'] ?? 60);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);
const NOTES = 100_000;
const GREED = 1_000;
const DATABASE = 'crowd';

function lineOf(what: string, { taken, refused, others }: LoadResults, seconds: number): string {
  const times = (values: number[]) => {
    const sorted = values.toSorted((a, b) => a - b);
    return `p50 ${quantile(sorted, 0.5).toFixed(1)} ms, p99 ${quantile(sorted, 0.99).toFixed(1)} ms`;
  };
  const no = refused.length > 0 ? `; ${refused.length} refused, ${times(refused)}` : '';
  const odd = Object.keys(others).length > 0 ? `; others ${JSON.stringify(others)}` : '';
  return `${what}: ${(taken.length / seconds).toFixed(1)} taken a second, ${times(taken)}${no}${odd}`;
}

async function main({ url }: Cluster): Promise<void> {
  await fillDatabase(url, { database: DATABASE, notes: NOTES });
  const members = await membersOf(url(DATABASE));
  const product = await startProduct({ DATABASE_URL: url(DATABASE), DATA_DIR: join(folder, 'data') });
  const memory = () => `${Math.round(memoryOf(product.child.pid ?? 0) / 1024)} MB`;
  try {
    await giveCodes(product.url, members);
    const crowd = (n: number) => kindOf(n)(members[(n * 7) % members.length] ?? greedy);
    const [greedy] = members as [Member];
    const others = members.slice(1);
    const modest = (n: number) => kindOf(n)(others[(n * 7) % others.length] ?? greedy);
    const run = async (what: string, chosen: Partial<Load>) => {
      const whole = { rate: RATE, seconds: SECONDS, call: crowd, ...chosen };
      const results = await load(product.url, whole);
      console.log(`${lineOf(what, results, whole.seconds)}; ${memory()}`);
    };
    await run('warm', { rate: RATE / 2, seconds: 10 });
    await run(`${RATE} a second`, {});
    await run(`${RATE * 3} a second`, { rate: RATE * 3 });
    await run('ten seconds after', { seconds: 10 });
    const half = { rate: RATE / 2, call: modest };
    await run('the others alone', half);
    const greed = { rate: GREED, seconds: SECONDS, call: () => get(greedy.author, '/api/notes/my') };
    const [results] = await Promise.all([
      load(product.url, greed),
      run(`the others beside one that calls ${GREED} times a second`, half),
    ]);
    console.log(lineOf('that one', results, SECONDS));
  } finally {
    agent.destroy();
    await product.end('SIGTERM');
  }
}

const folder = mkdtempSync(join(tmpdir(), 'crowd-'));
const cluster = await startCluster({ durable: true, settings: { shared_buffers: '1GB' } });
try {
  await main(cluster);
} finally {
  await cluster.remove();
  rmSync(folder, { recursive: true, force: true });
}
