/** The tables of a run of `npm run bench`. */
import { cpus, totalmem } from 'node:os';
import type { Figures } from './measure.ts';

export interface Named extends Figures {
  name: string;
}

export interface Row extends Named {
  /** Transactions per second of pgbench. */
  limit: number;
  ratio: number;
  statements: number;
  /** Between the server and the database, there and back. */
  journeys: number;
}

export interface EmbeddedRun {
  notes: number;
  /** From the start of the process to its first answer. */
  seconds: number;
  /** Resident, before and after the run. */
  megabytes: number[];
  rows: Named[];
}

const HEADS = [
  'operation',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'server CPU us',
  'database CPU us',
  'pgbench tps',
  'ratio',
  'statements',
  'round trips',
];

const figuresIn = ({ name, perSecond, p50, p99, serverCpu }: Named): string[] => [
  name,
  perSecond.toFixed(0),
  p50.toFixed(1),
  p99.toFixed(1),
  serverCpu.toFixed(0),
];

const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;

export const lineOf = (row: Row): string =>
  line([
    ...figuresIn(row),
    row.databaseCpu.toFixed(0),
    row.limit.toFixed(0),
    row.ratio.toFixed(2),
    String(row.statements),
    String(row.journeys),
  ]);

export const embeddedLineOf = (row: Named): string => line(figuresIn(row));

const table = (heads: string[], lines: string[]): string[] => [
  line(heads),
  `|${heads.map(() => '---').join('|')}|`,
  ...lines,
];

interface Run {
  notes: number;
  rounds: number;
  seconds: number;
  rows: Row[];
  embedded: EmbeddedRun;
}

export function pageOf({ notes, rounds, seconds, rows, embedded }: Run): string {
  const [cpu] = cpus();
  const [before = 0, after = 0] = embedded.megabytes;
  return [
    '# The last run of `npm run bench`',
    '',
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, PostgreSQL with synchronous commits, ${notes} notes. 16 connections; medians of ${rounds} rounds of ${seconds} s in which pgbench and the product take turns. The load generators run on the same machine. [How it is measured](run.ts).`,
    '',
    ...table(HEADS, rows.map(lineOf)),
    '',
    '## On the embedded database',
    '',
    `${embedded.notes} notes, the same rounds. The time is that of the whole process, the database's thread included. It was ready ${embedded.seconds.toFixed(1)} s after its start, with ${before.toFixed(0)} MB; after the run it held ${after.toFixed(0)} MB.`,
    '',
    ...table(HEADS.slice(0, 5), embedded.rows.map(embeddedLineOf)),
    '',
  ].join('\n');
}
