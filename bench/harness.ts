/** The frame of the benchmarks: settings, a PostgreSQL server, servers of the product, and reports in Markdown. */

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { startCluster, type Cluster } from '#tests/support/helpers/postgres.ts';
import { startProduct, type ProductProcess } from '#tests/support/helpers/process.ts';

export const NOTES = Number(process.env['BENCH_NOTES'] ?? 20_000);
export const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
export const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);

/** Selects the operations whose name contains one of the arguments; all of them without arguments. */
export const isSelected = ({ name }: { name: string }): boolean =>
  process.argv.length === 2 || process.argv.slice(2).some((part) => name.includes(part));

export interface Bench {
  url: Cluster['url'];
  /** A temporary folder. */
  folder: string;
}

/** Runs a benchmark on a PostgreSQL server of its own, and removes everything afterwards. */
export async function runBench(
  settings: Record<string, string>,
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const cluster = await startCluster({ durable: true, settings });
  try {
    await work({ url: cluster.url, folder });
  } finally {
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

const SERVER_KEY = randomBytes(32).toString('hex');

/**
 * Starts the built product without rate limits, with the memory settings of `npm start`. All servers of a run have the same key.
 * @param program the server of another build
 */
export function startServer(
  environment: { DATA_DIR: string; DATABASE_URL?: string },
  program?: string,
): Promise<ProductProcess> {
  const settings = { RATE_LIMITS: 'off', LOG_LEVEL: 'info', SERVER_KEY, MALLOC_ARENA_MAX: '1' };
  return startProduct({ ...environment, ...settings }, program);
}

/** The cells of a row by the titles of their columns. */
export type Cells = Record<string, string>;

export const formatRow = (cells: Cells): string => `| ${Object.values(cells).join(' | ')} |`;

export function formatTable(rows: Cells[]): string {
  const titles = Object.keys(rows[0] ?? {});
  const head = [`| ${titles.join(' | ')} |`, `|${titles.map(() => '---|').join('')}`];
  return [...head, ...rows.map(formatRow)].join('\n');
}

/** Values with an upper limit. A run that exceeds one still writes its report, then fails. */
export class Limits {
  readonly #exceeded: string[] = [];

  check(what: string, value: number, { limit, unit }: { limit: number; unit: string }): void {
    if (value > limit) this.#exceeded.push(`${what}: ${value.toFixed(1)} ${unit}, limit ${limit} ${unit}`);
  }

  /** @throws an error that lists the values over their limits */
  enforce(): void {
    if (this.#exceeded.length > 0) throw new Error(`Over the limit:\n${this.#exceeded.join('\n')}`);
  }
}

/** Writes the page of a run, unless only some operations were selected. */
export function writeReport(file: string, command: string, ...paragraphs: string[]): void {
  if (process.argv.length > 2) return;
  const machine = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}.`;
  const [first = '', ...rest] = paragraphs;
  const page = [`# Last run of \`npm run ${command}\``, `${machine} ${first}`, ...rest];
  writeFileSync(join(import.meta.dirname, file), `${page.join('\n\n')}\n`);
}
