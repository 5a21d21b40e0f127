/** Reads texts and identifiers, which keep their form. Pure. */

import type { SheetCell } from '#platform/server/spreadsheetReader/sheetContent.ts';
import {
  textOf,
  type ColumnCell,
  type ColumnReader,
  type ParsedCell,
  type ReadingContext,
} from './columnReader.ts';

/** A number as spreadsheets shorten it: '1.23457E+11'. */
const EXPONENT = /^-?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i;
/** Spreadsheets keep 15 digits of a number and replace the others by zeros. */
const MAX_DIGITS = 15;
const LONG_NUMBER = new RegExp(`^\\d{${MAX_DIGITS}}(\\d+)$`);

const FORMAT_AS_TEXT = 'Format the column as text in your spreadsheet, and enter the value again.';

/** @param isIdentifier whether the values are keys and numbers of other systems, in which each character counts */
export function readTextColumn(
  cells: readonly ColumnCell[],
  { isCsv }: ReadingContext,
  isIdentifier: boolean,
): ColumnReader {
  // Text cells keep all digits; in CSV, one number with other digits at its end shows that none were replaced.
  const isIntact =
    !isCsv || cells.some(({ cell }) => /[1-9]/.test(LONG_NUMBER.exec(textOf(cell))?.[1] ?? ''));
  return { choices: [], notes: [], read: (cell) => readCell(cell, { isIdentifier, isIntact }) };
}

function readCell(
  cell: SheetCell,
  { isIdentifier, isIntact }: { isIdentifier: boolean; isIntact: boolean },
): ParsedCell {
  const text = textOf(cell);
  if (typeof cell !== 'string' && isIdentifier && TIMES[cell.type])
    return { message: `This cell is ${TIMES[cell.type]} (${text}). ${FORMAT_AS_TEXT}` };
  if (EXPONENT.test(text))
    return { message: `${text} is a shortened number, and its digits are lost. ${FORMAT_AS_TEXT}` };
  const isNumber = typeof cell !== 'string' && cell.type === 'number';
  const digits = isNumber ? cell.value.replaceAll(/^-|\.|e.*$/gi, '') : text;
  const isRounded = isNumber ? digits.length > MAX_DIGITS : !isIntact && LONG_NUMBER.test(digits);
  if (isRounded)
    return {
      message: `A spreadsheet keeps only ${MAX_DIGITS} digits of a number, and this one has ${digits.length}. ${FORMAT_AS_TEXT}`,
    };
  return { value: text.toWellFormed() };
}

const TIMES: Partial<Record<Exclude<SheetCell, string>['type'], string>> = {
  date: 'a date',
  dateTime: 'a date',
  time: 'a time',
  duration: 'a duration',
};
