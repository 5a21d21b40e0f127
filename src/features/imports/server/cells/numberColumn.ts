/** Decides what the numbers of a column mean: their decimal separator, and whether they are units or hours. Pure. */

import { removeNoise } from '#platform/contract/decimalFields.ts';
import type { SheetCell } from '#platform/server/spreadsheetReader/sheetContent.ts';
import {
  AMOUNT_UNITS,
  DECIMAL_SEPARATORS,
  type AmountUnit,
  type ColumnChoice,
  type DecimalSeparator,
} from '#features/imports/contract.ts';
import {
  textOf,
  type ColumnCell,
  type ColumnReader,
  type ParsedCell,
  type ReadingContext,
} from './columnReader.ts';
import { findTimeUnit, readNumber, type NumberReading } from './numberText.ts';

/** Seconds of one of each. */
const SECONDS: Record<AmountUnit, number> = { units: 15 * 60, hours: 60 * 60, minutes: 60 };

/** @param isUnits whether the field has units of 15 minutes, into which durations are converted */
export function readNumberColumn(
  cells: readonly ColumnCell[],
  context: ReadingContext,
  isUnits: boolean,
): ColumnReader {
  const readings = new Map<string, NumberReading>();
  const read = (cell: SheetCell): NumberReading => {
    if (typeof cell !== 'string') return readTyped(cell);
    const reading = readings.get(cell) ?? readNumber(cell);
    readings.set(cell, reading);
    return reading;
  };
  const separator = decideSeparator(cells, read, context);
  const unit = isUnits ? decideUnit(cells, context) : null;
  return {
    choices: [separator.choice, unit?.choice].filter((choice) => choice !== undefined),
    notes: unit?.notes ?? [],
    read(cell) {
      const reading = read(cell);
      if ('message' in reading) return reading;
      if ('seconds' in reading)
        return isUnits
          ? toUnits(String(reading.seconds), 1, textOf(cell))
          : { message: `${textOf(cell)} is a duration. Enter a number.` };
      const number = 'number' in reading ? reading.number : readSeparator(reading, separator.value);
      if (number === null) return { isOpen: true };
      if (typeof number !== 'string') return number;
      return unit && unit.value !== 'units'
        ? toUnits(number, SECONDS[unit.value], textOf(cell))
        : { value: removeNoise(number) };
    },
  };
}

function readSeparator(
  { numbers }: Extract<NumberReading, { numbers: unknown }>,
  separator: DecimalSeparator | null,
): string | null | { message: string } {
  if (separator === null) return null;
  return (
    numbers[separator] ?? {
      message: `Enter the number with a decimal ${separator}, like the rest of this column, or write the whole column like 1234.50.`,
    }
  );
}

/** A cell that is no text. */
function readTyped(cell: Exclude<SheetCell, string>): NumberReading {
  const { text } = cell;
  switch (cell.type) {
    case 'number':
      if (text.includes('%')) return readNumber(text);
      return isShown(cell) ? readShown(cell) : { message: toHiddenDigits(cell) };
    case 'duration':
      return { seconds: cell.seconds };
    case 'time': {
      // A program keeps 1:30 as a time of day; with AM or PM it is one.
      const reading = readNumber(text);
      return 'seconds' in reading ? reading : { message: `${text} is a time of day. Enter a number.` };
    }
    case 'date':
    case 'dateTime':
      return { message: `${text} is a date. Format the cell as a number and enter the number again.` };
    case 'boolean':
    case 'error':
    case 'formula':
      return { message: 'Must be a number' };
  }
}

/** A number format can show 1.5 as '1.5 h', and 130 as '1:30'. */
function readShown({ value, text }: { value: string; text: string }): NumberReading {
  const unit = findTimeUnit(text);
  if (unit) return { seconds: Math.round(Number(value) * SECONDS[unit]) };
  const reading = readNumber(text);
  return 'seconds' in reading ? reading : { number: toDecimal(value) };
}

/** Numbers beyond 1e21 have exponents. */
const toDecimal = (value: string): string =>
  /e/i.test(value)
    ? Number(value).toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
    : value;

/** Returns whether the sheet shows all digits of a number; false for 12.5 shown as 13. */
function isShown({ value, text }: { value: string; text: string }): boolean {
  // Also '1.20E+01'.
  if (Number(text) === Number(value)) return true;
  const reading = readNumber(text.replaceAll(/[^\d.,()\s'’-]/g, ''));
  if ('number' in reading) return Number(reading.number) === Number(value);
  return (
    !('numbers' in reading) || Object.values(reading.numbers).some((one) => Number(one) === Number(value))
  );
}

const toHiddenDigits = ({ value, text }: { value: string; text: string }): string =>
  `The sheet shows ${text}, but the cell contains ${value}. Enter the number you want to import.`;

/** The decimal separator of the column: as chosen, as its numbers show, or null. */
function decideSeparator(
  cells: readonly ColumnCell[],
  read: (cell: SheetCell) => NumberReading,
  { answers, conventions }: ReadingContext,
): { value: DecimalSeparator | null; choice?: ColumnChoice } {
  const open = cells.flatMap(({ row, cell }) => {
    const reading = read(cell);
    return 'numbers' in reading ? [{ row, text: textOf(cell), numbers: reading.numbers }] : [];
  });
  const [first] = open;
  if (!first) return { value: null };
  const chosen = answers.decimalSeparator ?? null;
  const possible = DECIMAL_SEPARATORS.filter((one) =>
    open.every(({ numbers }) => numbers[one] !== undefined),
  );
  const [only] = possible;
  const isSettled = possible.length === 1 || (possible.length === 2 && !conventions.asksForDecimals);
  if (chosen === null && only && isSettled) return { value: only };
  const sample = open.find(({ numbers }) => Object.keys(numbers).length === 2) ?? first;
  const options = DECIMAL_SEPARATORS.map((answer) => ({ answer, value: toShortest(sample.numbers[answer]) }));
  const values = options.flatMap(({ value }) => value ?? []);
  const { text, row } = sample;
  return {
    value: chosen,
    choice: {
      kind: 'decimalSeparator',
      question:
        values.length === 2
          ? `Is ${text} ${values.join(' or ')}?`
          : 'This column mixes decimal points and decimal commas. Which one is right?',
      text,
      row,
      options,
      proposed: conventions.decimalSeparator,
      reason: conventions.decimalReason,
      chosen,
    },
  };
}

/** Without zeros at the end: where commas are decimal, 1.250 looks like 1250. */
const toShortest = (number: string | undefined): string | null =>
  number === undefined ? null : number.replace(/\.?0*$/, (zeros) => (number.includes('.') ? '' : zeros));

const NAMES: readonly (readonly [AmountUnit, RegExp])[] = [
  ['units', /unit|einheit|unidad/i],
  ['hours', /hour|\bhrs?\b|stunden|\bstd\b|\bhoras?\b|heures?|\bore\b|\buren\b|timmar|\btimer\b|godzin/i],
  ['minutes', /minute|minuto|\bmins?\b|minuti|minuten/i],
];

/** Numbers are what the column is called; without a name, units. */
function decideUnit(
  cells: readonly ColumnCell[],
  { name, answers }: ReadingContext,
): { value: AmountUnit; choice?: ColumnChoice; notes: string[] } {
  const named = NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'units';
  const value = answers.amountUnit ?? named;
  const hasTimes = cells.some(
    ({ cell }) => typeof cell !== 'string' && (cell.type === 'duration' || cell.type === 'time'),
  );
  const notes = [
    ...(value === 'units'
      ? []
      : [value === 'hours' ? 'Each hour is 4 units.' : 'Every 15 minutes is 1 unit.']),
    ...(hasTimes ? ['Durations such as 1:30 are converted to units: each hour is 4 units.'] : []),
  ];
  const sample = cells.find(({ cell }) => typeof cell === 'string' || cell.type === 'number');
  if (!sample || (named === 'units' && value === 'units')) return { value, notes };
  const text = textOf(sample.cell);
  const choice: ColumnChoice = {
    kind: 'amountUnit',
    question: `Are the numbers in “${name}” ${named === 'units' ? 'hours' : named} or 15-minute units?`,
    text,
    row: sample.row,
    options: AMOUNT_UNITS.map((answer) => ({ answer, value: null })),
    proposed: named,
    reason: 'The column name suggests it',
    chosen: value,
  };
  return { value, notes, choice };
}

/** Converts an amount to units of 15 minutes, if it is a number of them with two decimals. */
function toUnits(amount: string, seconds: number, text: string): ParsedCell {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const numerator = BigInt(whole + fraction) * BigInt(seconds) * 100n;
  const denominator = BigInt(SECONDS.units) * 10n ** BigInt(fraction.length);
  if (numerator % denominator !== 0n)
    return {
      message: `${text} doesn’t convert to 15-minute units with two decimals. Enter the units instead.`,
    };
  const hundredths = String(numerator / denominator).padStart(3, '0');
  const sign = amount.startsWith('-') ? '-' : '';
  return { value: `${sign}${hundredths.slice(0, -2)}.${hundredths.slice(-2)}` };
}
