/**
 * `npm run bench:crowd`: fifty businesses send requests at a fixed rate, then at three times that rate, then again at
 * the first rate while one business sends 1,000 requests per second. `BENCH_RATE` is the rate per second (60),
 * `BENCH_SECONDS` the length of each part (60).
 */

import { join } from 'node:path';
import { startProduct } from '#tests/support/helpers/process.ts';
import { fillDatabase } from './data/fill.ts';
import { runBench } from './harness.ts';
import { memoryOf, quantile } from './load.ts';
import {
  agent,
  createCall,
  get,
  listMembers,
  runLoad,
  setCodes,
  type Load,
  type LoadResults,
  type Member,
} from './members.ts';

const RATE = Number(process.env['BENCH_RATE'] ?? 60);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);
const NOTES = 100_000;
const FLOOD_RATE = 1_000;
const DATABASE = 'crowd';

function formatResults(title: string, { successes, refusals, others }: LoadResults, seconds: number): string {
  const times = (values: number[]) =>
    `p50 ${quantile(values, 0.5).toFixed(1)} ms, p99 ${quantile(values, 0.99).toFixed(1)} ms`;
  const refused = refusals.length > 0 ? `; ${refusals.length} refused, ${times(refusals)}` : '';
  const rest = Object.keys(others).length > 0 ? `; others ${JSON.stringify(others)}` : '';
  return `${title}: ${(successes.length / seconds).toFixed(1)} per second, ${times(successes)}${refused}${rest}`;
}

await runBench({ shared_buffers: '1GB' }, async ({ url, folder }) => {
  await fillDatabase(url, { database: DATABASE, notes: NOTES });
  const members = await listMembers(url(DATABASE));
  const product = await startProduct({ DATABASE_URL: url(DATABASE), DATA_DIR: join(folder, 'data') });
  const [flooding, ...others] = members as [Member, ...Member[]];
  const callsOf = (all: Member[]) => (n: number) => createCall(n, all[(n * 7) % all.length] ?? flooding);
  const run = async (title: string, options: Partial<Load>) => {
    const load = { rate: RATE, seconds: SECONDS, call: callsOf(members), ...options };
    const results = await runLoad(product.url, load);
    const memory = Math.round(memoryOf(product.child.pid ?? 0) / 1024);
    console.log(`${formatResults(title, results, load.seconds)}; ${memory} MB`);
  };
  try {
    await setCodes(product.url, members);
    await run('warm-up', { rate: RATE / 2, seconds: 10 });
    await run(`${RATE} per second`, {});
    await run(`${RATE * 3} per second`, { rate: RATE * 3 });
    await run('ten seconds later', { seconds: 10 });
    const half = { rate: RATE / 2, call: callsOf(others) };
    await run('other businesses alone', half);
    const flood = { rate: FLOOD_RATE, seconds: SECONDS, call: () => get(flooding.author, '/api/notes/my') };
    const [results] = await Promise.all([
      runLoad(product.url, flood),
      run(`other businesses beside one that sends ${FLOOD_RATE} per second`, half),
    ]);
    console.log(formatResults('that business', results, SECONDS));
  } finally {
    agent.destroy();
    await product.end('SIGTERM');
  }
});
