/** The page of a run of `npm run bench:web`. */
import { cpus } from 'node:os';
import { median } from './measure.ts';

/** How many times slower the processor is made: the budgets are for the first. */
export const SLOWDOWNS = [4, 1];

export interface Figure {
  what: string;
  value: number;
  unit: string;
  budget: number | null;
}

/** The medians of all rounds. */
export function together(rounds: Figure[][]): Figure[] {
  return (rounds[0] ?? []).map((figure, index) => ({
    ...figure,
    value: median(rounds.map((round) => round[index]?.value ?? 0)),
  }));
}

/** The same figure for each slowdown, in their order. */
function rowOf(values: Figure[]): string {
  const [{ what, value, unit, budget }] = values as [Figure];
  const shown = values.map((one) => (unit === '' ? one.value.toFixed(2) : `${one.value.toFixed(0)} ${unit}`));
  const wanted = budget === null ? '' : `${budget} ${unit}`.trim();
  // A shift is rounded to the hundredth.
  const rounded = unit === '' ? Number(value.toFixed(2)) : value;
  const verdict = budget === null ? '' : rounded <= budget ? 'within' : 'over';
  return `| ${[what, ...shown, wanted, verdict].join(' | ')} |`;
}

export const webPageOf = (columns: Figure[][], rounds: number): string =>
  [
    '# The last run of `npm run bench:web`',
    '',
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim()}) that browser, server and database share, the browser's slowed down as the columns show, of which the first is meant by the budgets, a network of 1.6 Mbit/s with 150 ms there and back, a phone of 390 by 844. Medians of ${rounds} rounds. [How it is measured](web.ts).`,
    '',
    `| what | ${SLOWDOWNS.map((slower) => (slower === 1 ? 'as it is' : `${slower} times slower`)).join(' | ')} | budget | |`,
    `|---|${SLOWDOWNS.map(() => '---|').join('')}---|---|`,
    ...(columns[0] ?? []).map((_, index) => rowOf(columns.map((column) => column[index] as Figure))),
    '',
  ].join('\n');
