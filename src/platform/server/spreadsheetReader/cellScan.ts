/** What read-excel-file does not report about the cells of a sheet: formulas, and errors, which it reads as blank. */
import type { Readable } from 'node:stream';
import { UnreadableSheet } from './sheetContent.ts';
import { parseXml, type XmlAttributes } from './xmlTags.ts';

/** A cell with an error of the spreadsheet, such as #N/A. */
export interface ErrorCell {
  row: number;
  /** 1 for A. */
  column: number;
  text: string;
}

interface OpenCell extends ErrorCell {
  isError: boolean;
}

/** More than this is a mistake in the whole sheet, and storing them would waste memory. */
const MAX_ERROR_CELLS = 50_000;

/** Longer than any error of a spreadsheet program. */
const MAX_TEXT = 100;

/** Of a cell whose error has no text. */
const UNNAMED_ERROR = '#VALUE!';

/** Reads a sheet. @returns its error cells @throws UnreadableSheet for a formula and for too many errors; another error for damaged XML */
export async function listErrorCells(sheet: Readable): Promise<ErrorCell[]> {
  const errors: ErrorCell[] = [];
  let row = 0;
  let cell: OpenCell | null = null;
  let address = '';
  let isValue = false;
  await parseXml(sheet, {
    onOpen(name, attributes) {
      isValue = name === 'v';
      if (name === 'row') row = Number(attributes['r']) || 0;
      if (name === 'c') {
        address = attributes['r'] ?? '';
        cell = toCell(attributes, row);
        row = cell.row;
      }
      if (name === 'f' && cell) throw withFormula(address);
    },
    onText(text) {
      if (cell && isValue) cell.text += text;
    },
    onClose(name) {
      isValue = false;
      if (name !== 'c' || !cell) return;
      const { isError, text, ...position } = cell;
      if (isError) errors.push({ ...position, text: text.trim().slice(0, MAX_TEXT) || UNNAMED_ERROR });
      if (errors.length > MAX_ERROR_CELLS) throw createTooManyErrors();
      cell = null;
    },
  });
  return errors;
}

/** @param row the number of the row's tag; 0 if it has none */
function toCell({ r = '', t }: XmlAttributes, row: number): OpenCell {
  const [, letters = '', digits] = /^([A-Z]+)(\d+)$/.exec(r) ?? [];
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: row || Number(digits) || 0, column, isError: t === 'e', text: '' };
}

const createTooManyErrors = () =>
  new UnreadableSheet(
    `More than ${MAX_ERROR_CELLS.toLocaleString('en-US')} cells have an error such as #N/A. Correct them first, or save the sheet as CSV.`,
  );

const withFormula = (address: string) =>
  new UnreadableSheet(
    `${address ? `Cell ${address}` : 'A cell'} has a formula. Copy the sheet and paste it as values, or save it as CSV.`,
  );
