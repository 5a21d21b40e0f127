/** Reads the cells of a sheet of an XLSX file. */

import type { Readable } from 'node:stream';
import { decodeEscapes } from '#platform/server/xlsxText.ts';
import { toNumberCell } from './numberCell.ts';
import { GENERAL } from './numberFormats.ts';
import {
  MAX_SHEET_COLUMNS,
  MAX_SHEET_POSITION,
  SheetBuilder,
  UnreadableSheet,
  type SheetCell,
  type SheetRow,
} from './sheetContent.ts';
import { findOtherFormula, MAX_TOTALS_ROWS, type Formula } from './totalsFormulas.ts';
import { textAt, type Workbook } from './workbook.ts';
import { damaged } from './xlsxArchive.ts';
import { parseXml, type XmlAttributes } from './xmlTags.ts';

/** Of a cell whose error has no text. */
const UNNAMED_ERROR = '#VALUE!';

interface OpenCell {
  row: number;
  /** 1 for A. */
  column: number;
  type: string;
  style: number;
  /** The content of `v`, or the texts of `is`. */
  content: string;
  /** The formula that computes it. */
  formula: Formula | null;
}

/** @throws UnreadableSheet for a formula outside of totals, and beyond the limits; another error for damaged XML */
export async function readCells(sheet: Readable, workbook: Workbook): Promise<SheetRow[]> {
  const builder = new SheetBuilder();
  const formulas = new FormulaList();
  let row = 0;
  let column = 0;
  let cell: OpenCell | null = null;
  let isContent = false;
  let isPhonetic = false;
  let isFormula = false;
  await parseXml(sheet, {
    onOpen(tag, attributes) {
      isContent = false;
      isFormula = false;
      if (tag === 'row') {
        row = toIndex(attributes['r']) ?? row + 1;
        column = 0;
      } else if (tag === 'c') {
        cell = openCell(attributes, { row, column: column + 1 });
        ({ row, column } = cell);
      } else if (cell) {
        if (tag === 'f') {
          cell.formula = formulas.add(cell);
          isFormula = true;
        }
        if (tag === 'rPh') isPhonetic = true;
        isContent = tag === 'v' || (tag === 't' && !isPhonetic);
      }
    },
    onText(text) {
      if (cell && isContent) cell.content += text;
      if (cell?.formula && isFormula) cell.formula.formula += text;
    },
    onClose(tag) {
      isContent = false;
      isFormula = false;
      if (tag === 'rPh') isPhonetic = false;
      if (tag !== 'c' || !cell) return;
      builder.set(cell.row, cell.column, toCell(cell, workbook));
      cell = null;
    },
  });
  const rows = builder.build();
  formulas.check(rows);
  return rows;
}

/** The formulas of a sheet, as far as they can be totals. */
class FormulaList {
  readonly #formulas: Formula[] = [];
  readonly #rows = new Set<number>();

  /** @throws UnreadableSheet for one that is in no totals row, because of its place or its number */
  add({ row, column }: OpenCell): Formula {
    const formula = { row, address: toAddress({ row, column }), formula: '' };
    this.#formulas.push(formula);
    this.#rows.add(row);
    const isFar = column > MAX_SHEET_COLUMNS || row > MAX_SHEET_POSITION;
    if (isFar || this.#rows.size > MAX_TOTALS_ROWS) throw withFormula(isFar ? formula : this.#formulas[0]);
    return formula;
  }

  /** @throws UnreadableSheet for one outside of totals */
  check(rows: readonly SheetRow[]): void {
    const other = findOtherFormula(rows, this.#formulas);
    if (other) throw withFormula(other);
  }
}

/** @param next the position of a cell without an address, as Google Sheets writes them */
function openCell({ r, t = 'n', s = '0' }: XmlAttributes, next: Pick<OpenCell, 'row' | 'column'>): OpenCell {
  const position = r === undefined ? next : toPosition(r);
  return { ...position, type: t, style: Number(s), content: '', formula: null };
}

/** The position of an address such as B7. @throws UnreadableSheet */
function toPosition(address: string): Pick<OpenCell, 'row' | 'column'> {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(address) ?? [];
  if (!letters) throw damaged();
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(digits), column };
}

/** @throws UnreadableSheet for what is no number of a row */
function toIndex(digits: string | undefined): number | undefined {
  if (digits === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(digits)) throw damaged();
  return Number(digits);
}

function toCell(open: OpenCell, workbook: Workbook): SheetCell {
  const cell = toValue(open, workbook);
  if (!open.formula) return cell;
  if (typeof cell === 'string') return { type: 'formula', text: cell || `=${open.formula.formula}` };
  return { type: 'formula', text: cell.text, ...(cell.type === 'number' && { value: cell.value }) };
}

function toValue({ type, style, content }: OpenCell, workbook: Workbook): SheetCell {
  const format = workbook.formats[style] ?? GENERAL;
  if (content === '' && type !== 'e') return '';
  switch (type) {
    case 's':
      return textAt(workbook, content);
    case 'str':
    case 'inlineStr':
      return decodeEscapes(content);
    case 'b':
      return toBoolean(content);
    case 'e':
      return { type: 'error', text: content.trim() || UNNAMED_ERROR };
    case 'd':
      return toIsoCell(content);
    default:
      return toNumberCell(content, format, workbook.isFrom1904);
  }
}

const toBoolean = (content: string): SheetCell => {
  const value = content === '1' || content === 'true';
  return { type: 'boolean', value, text: value ? 'TRUE' : 'FALSE' };
};

const ISO_DATE = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d)?[\d.]*Z?)?$/;

/** A date that is written as text, as strict files may have them. */
function toIsoCell(content: string): SheetCell {
  const [, day, clock, seconds = ':00'] = ISO_DATE.exec(content) ?? [];
  if (day === undefined) return content;
  const isDate = clock === undefined || (clock === '00:00' && seconds === ':00');
  return isDate
    ? { type: 'date', value: day, text: day }
    : { type: 'dateTime', value: `${day}T${clock}${seconds}`, text: `${day} ${clock}` };
}

/** The address of a cell: B7. */
function toAddress({ row, column }: Pick<OpenCell, 'row' | 'column'>): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row}`;
}

const withFormula = (formula: Formula | undefined) =>
  new UnreadableSheet(
    `Cell ${formula?.address} has a formula. Copy the sheet and paste it as values, or save it as CSV.`,
  );
