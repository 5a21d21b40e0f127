/** The result of reading a column: values, questions to the user, and remarks. */

import type { SheetCell } from '#platform/server/spreadsheetReader/sheetContent.ts';
import type { ColumnAnswers, ColumnChoice } from '#features/imports/contract.ts';
import type { Conventions } from './conventions.ts';

/** The value of a cell; what is wrong with it; or that it depends on a choice of the user. */
export type ParsedCell = { value: string } | { message: string } | { isOpen: true };

/** A cell that is not blank. */
export interface ColumnCell {
  row: number;
  cell: SheetCell;
}

/** Hints for reading a column. */
export interface ReadingContext {
  /** The name of the column. */
  name: string;
  isCsv: boolean;
  answers: ColumnAnswers;
  conventions: Conventions;
}

export interface ColumnReader {
  read(cell: SheetCell): ParsedCell;
  choices: ColumnChoice[];
  notes: string[];
}

/** The text that the spreadsheet shows for a cell. */
export const textOf = (cell: SheetCell): string => (typeof cell === 'string' ? cell : cell.text);
