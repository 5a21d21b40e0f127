/** Decides in which order a column has the parts of its dates. Pure. */

import { formatDay } from '#platform/contract/dateFormat.ts';
import type { SheetCell } from '#platform/server/spreadsheetReader/sheetContent.ts';
import { DATE_ORDERS, type DateOrder } from '#features/imports/contract.ts';
import type { ColumnCell, ColumnReader, ParsedCell, ReadingContext } from './columnReader.ts';
import { readDate, type DateReading } from './dateText.ts';

export const ORDER_LABELS: Record<DateOrder, string> = {
  'month-first': 'month first',
  'day-first': 'day first',
  'year-first': 'year first',
};

type OpenReading = Extract<DateReading, { days: unknown }>;

interface OpenCell {
  row: number;
  text: string;
  days: OpenReading['days'];
}

/** Reads the dates of a column. One that fits a single order decides all others; else the user is asked. */
export function readDateColumn(cells: readonly ColumnCell[], context: ReadingContext): ColumnReader {
  const readings = new Map<string, DateReading>();
  const read = (text: string): DateReading => {
    const reading = readings.get(text) ?? readDate(text);
    readings.set(text, reading);
    return reading;
  };
  const open = cells.flatMap(({ row, cell }): OpenCell[] => {
    const reading = typeof cell === 'string' ? read(cell) : { message: '' };
    return 'days' in reading ? [{ row, text: cell as string, days: reading.days }] : [];
  });
  const { order, choices, notes } = decideOrder(open, context);
  return {
    choices,
    notes: [...notes, ...noteExchanged(cells, open)],
    read: (cell) => (typeof cell === 'string' ? readText(cell, read(cell), order) : readCell(cell)),
  };
}

function readText(text: string, reading: DateReading, order: DateOrder | null): ParsedCell {
  if (!('days' in reading)) return 'day' in reading ? { value: reading.day } : reading;
  if (order === null) return { isOpen: true };
  const value = reading.days[order];
  if (value !== undefined) return { value };
  return { message: `${text} isn’t a date with the ${ORDER_LABELS[order]}, like the others in this column.` };
}

function readCell(cell: Exclude<SheetCell, string>): ParsedCell {
  if (cell.type === 'date') return toValue(cell.value);
  if (cell.type === 'dateTime') return toValue(cell.value.slice(0, 10));
  const reading = readDate(cell.text);
  // A number such as 20260304, or one that its format shows as a date.
  if ('day' in reading) return { value: reading.day };
  return 'message' in reading
    ? reading
    : { message: `${cell.text} is not a date. Format the cell as a date.` };
}

function toValue(day: string): ParsedCell {
  const reading = readDate(day);
  return 'day' in reading ? { value: reading.day } : (reading as { message: string });
}

const listPossible = (cells: readonly Pick<OpenCell, 'days'>[]): DateOrder[] =>
  DATE_ORDERS.filter((order) => cells.every(({ days }) => days[order] !== undefined));

/** The order that the cells of a column show; undefined if they fit several, or none. */
export function findOrder(cells: readonly ColumnCell[]): DateOrder | undefined {
  const open = cells.flatMap(({ cell }) => {
    const reading = typeof cell === 'string' ? readDate(cell) : { message: '' };
    return 'days' in reading ? [reading] : [];
  });
  const [only, other] = open.length > 0 ? listPossible(open) : [];
  return other === undefined ? only : undefined;
}

/** The order of the column: as the user chose, as its cells show, or null. */
function decideOrder(open: readonly OpenCell[], context: ReadingContext) {
  const [first] = open;
  if (!first) return { order: null, choices: [], notes: [] };
  const chosen = context.answers.dateOrder ?? null;
  const possible = listPossible(open);
  const [only] = possible;
  if (chosen === null && only && possible.length === 1)
    return { order: only, choices: [], notes: noteOrder(open, only) };
  const count = (order: DateOrder) => open.filter(({ days }) => days[order] !== undefined).length;
  // Where no order fits all cells, those that fit fewer cells are still offered.
  const offered = possible.length > 0 ? possible : DATE_ORDERS.filter((order) => count(order) > 0);
  const sample = open.find(({ days }) => offered.every((order) => days[order] !== undefined)) ?? first;
  const proposal = proposeOrder(open, { offered, count, context });
  const options = offered.map((answer) => ({ answer, value: sample.days[answer] ?? null }));
  const days = options.flatMap(({ value }) => (value === null ? [] : [formatDay(value)]));
  const question =
    days.length > 1
      ? `Is ${sample.text} ${joinOr(days)}?`
      : 'This column mixes several date formats. Which one is right?';
  return {
    order: chosen,
    choices: [
      {
        kind: 'dateOrder' as const,
        question,
        text: sample.text,
        row: sample.row,
        options,
        ...proposal,
        chosen,
      },
    ],
    notes: [],
  };
}

const joinOr = (texts: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(texts);

/** Names the cell that decided. */
function noteOrder(open: readonly OpenCell[], order: DateOrder): string[] {
  const decisive = open.find(({ days }) => Object.keys(days).length === 1);
  const example = decisive ? `: row ${decisive.row} has ${decisive.text}` : '';
  return [`Dates are read with the ${ORDER_LABELS[order]}${example}.`];
}

function proposeOrder(
  open: readonly OpenCell[],
  {
    offered,
    count,
    context: { conventions },
  }: { offered: readonly DateOrder[]; count: (order: DateOrder) => number; context: ReadingContext },
): { proposed: DateOrder; reason: string } {
  const byCount = offered.toSorted((one, other) => count(other) - count(one));
  const [most = 'month-first', next] = byCount;
  if (next && count(most) > count(next))
    return { proposed: most, reason: `More dates in this column have the ${ORDER_LABELS[most]}` };
  const [proposed, reason] = open.every(({ text }) => text.includes('.'))
    ? (['day-first', 'Dates with periods usually have the day first'] as const)
    : ([conventions.dateOrder, conventions.dateReason] as const);
  return offered.includes(proposed)
    ? { proposed, reason }
    : { proposed: most, reason: 'This fits all dates' };
}

/**
 * A program with another order than the file makes real dates of those that it can read, with day and month exchanged,
 * and leaves the others as text.
 */
function noteExchanged(cells: readonly ColumnCell[], open: readonly OpenCell[]): string[] {
  const real = cells.flatMap(({ cell }) =>
    typeof cell !== 'string' && (cell.type === 'date' || cell.type === 'dateTime') ? [cell.value] : [],
  );
  const isSuspect =
    real.length > 0 &&
    open.length > 0 &&
    open.every(({ days }) => Object.keys(days).length === 1) &&
    real.every((day) => Number(day.slice(8, 10)) <= 12);
  if (!isSuspect) return [];
  return [
    'Some dates are text and others are real dates. Check a few: a spreadsheet program may have swapped the day and month of the real ones.',
  ];
}
