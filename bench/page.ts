/** The tables of a run of `npm run bench`. */
import { cpus, totalmem } from 'node:os';
import type { Measurements } from './measure.ts';

export interface Named extends Measurements {
  name: string;
}

export interface Row extends Named {
  /** Transactions per second of pgbench. */
  limit: number;
  ratio: number;
  statements: number;
  /** Between the server and the database, there and back. */
  roundTrips: number;
}

/** What one process was measured with. */
interface OfProcess<R> {
  /** From the start of the process to its first answer. */
  seconds: number;
  /** Resident: at most during the start, three seconds after it, and after the run. */
  megabytes: { most: number; settled: number; after: number };
  rows: R[];
}

export type ServerRun = OfProcess<Row>;

export interface EmbeddedRun extends OfProcess<Named> {
  notes: number;
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

const formatMeasurements = ({ name, perSecond, p50, p99, serverCpu }: Named): string[] => [
  name,
  perSecond.toFixed(0),
  p50.toFixed(1),
  p99.toFixed(1),
  serverCpu.toFixed(0),
];

const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;

export const lineOf = (row: Row): string =>
  line([
    ...formatMeasurements(row),
    row.databaseCpu.toFixed(0),
    row.limit.toFixed(0),
    row.ratio.toFixed(2),
    String(row.statements),
    String(row.roundTrips),
  ]);

export const embeddedLineOf = (row: Named): string => line(formatMeasurements(row));

const table = (heads: string[], lines: string[]): string[] => [
  line(heads),
  `|${heads.map(() => '---').join('|')}|`,
  ...lines,
];

export interface GrowthRow {
  name: string;
  /** The p50 of each database, in the order of their sizes. */
  p50: number[];
}

/** How often the last of them takes what the first takes. */
const growthIn = ({ p50 }: GrowthRow): number => (p50.at(-1) ?? 0) / (p50[0] ?? 1);

export const growthLineOf = (row: GrowthRow): string =>
  line([row.name, ...row.p50.map((one) => one.toFixed(1)), growthIn(row).toFixed(2)]);

/** The page of `npm run bench:growth`. */
export const growthPageOf = ({
  sizes,
  rounds,
  rows,
}: {
  sizes: number[];
  rounds: number;
  rows: GrowthRow[];
}): string =>
  [
    '# The last run of `npm run bench:growth`',
    '',
    `${machine()}, one PostgreSQL server with synchronous commits and a database for each number of notes. The calls are about a business of 10,000 notes (small: 200) in each of them. 16 connections; p50 in milliseconds, medians of ${rounds} rounds in which the databases take turns. [How it is measured](growth.ts).`,
    '',
    ...table(['operation', ...sizes.map((notes) => `${notes} notes`), 'growth'], rows.map(growthLineOf)),
    '',
  ].join('\n');

export interface PeerRow {
  name: string;
  ours: Measurements;
  theirs: Measurements;
}

const PEER_HEADS = [
  'operation',
  'ours/s',
  'theirs/s',
  'ours p50 ms',
  'theirs p50 ms',
  'ours CPU us',
  'theirs CPU us',
];

export const peerLineOf = ({ name, ours, theirs }: PeerRow): string =>
  line([
    name,
    ...[ours, theirs].map(({ perSecond }) => perSecond.toFixed(0)),
    ...[ours, theirs].map(({ p50 }) => p50.toFixed(1)),
    ...[ours, theirs].map(({ serverCpu }) => serverCpu.toFixed(0)),
    `${(ours.perSecond / theirs.perSecond).toFixed(1)} times`,
  ]);

/** The page of `npm run bench:peer`. */
export const peerPageOf = ({
  notes,
  rounds,
  rows,
}: {
  notes: number;
  rounds: number;
  rows: PeerRow[];
}): string =>
  [
    '# The last run of `npm run bench:peer`',
    '',
    `${machine()}, ${notes} notes in each of two databases of one PostgreSQL server with synchronous commits. 16 connections; medians of ${rounds} rounds in which the two take turns. CPU is that of the server's process for each request. [What is compared](run.ts).`,
    '',
    ...table([...PEER_HEADS, 'ahead'], rows.map(peerLineOf)),
    '',
  ].join('\n');

interface Run {
  notes: number;
  rounds: number;
  seconds: number;
  /** Microseconds of processor time. */
  emptyCpu: number;
  server: ServerRun;
  embedded: EmbeddedRun;
}

const machine = (): string =>
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;

function readyAndHeld({ seconds, megabytes }: Pick<ServerRun, 'seconds' | 'megabytes'>): string {
  const { most, settled, after } = megabytes;
  return `It was ready ${seconds.toFixed(1)} s after its start, which took up to ${most.toFixed(0)} MB; three seconds later it held ${settled.toFixed(0)} MB, after the run ${after.toFixed(0)} MB.`;
}

export function pageOf({ notes, rounds, seconds, emptyCpu, server, embedded }: Run): string {
  return [
    '# The last run of `npm run bench`',
    '',
    `${machine()}, PostgreSQL with synchronous commits, ${notes} notes. 16 connections; medians of ${rounds} rounds of ${seconds} s in which pgbench and the product take turns. The load generators run on the same machine. A request of nothing, to Fastify alone, costs the server ${emptyCpu.toFixed(0)} us of this machine's processor: by that figure other machines are compared. [How it is measured](run.ts).`,
    '',
    ...table(HEADS, server.rows.map(lineOf)),
    '',
    readyAndHeld(server),
    '',
    '## On the embedded database',
    '',
    `${embedded.notes} notes, the same rounds. The time is that of the whole process, the database's thread included. ${readyAndHeld(embedded)}`,
    '',
    ...table(HEADS.slice(0, 5), embedded.rows.map(embeddedLineOf)),
    '',
  ].join('\n');
}
