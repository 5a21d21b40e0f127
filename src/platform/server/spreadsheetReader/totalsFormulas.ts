/** Formulas below the rows of an XLSX sheet that compute totals: they are not imported, so they refuse no file. Pure. */

import type { SheetRow } from './sheetContent.ts';

/** How many rows at the end can be totals and notes. */
export const MAX_TOTALS_ROWS = 10;

const LABEL =
  /^(?:(?:grand|sub|overall|report|page)[ -]?)?(?:totals?|sums?|count|average|summe|(?:ins)?gesamt|totaux|totales|totale|totaal|suma|somma|razem|celkem|ukupno|yhteensä|summa|i alt|toplam|итого|всего|разом|合計|合计|总计|합계)(?: (?:number|amount|clients?|employees|rows|records|units|hours|authorizations|services))?(?: ?[:=])?(?: ?[\d.,' ]+)?$/iu;
/** '19 clients' */
const COUNT = /^\d+ \p{L}+$/u;
const AGGREGATE = /^\s*(?:SUM|SUBTOTAL|AGGREGATE|COUNTA?|AVERAGE)\([^()]*\)\s*$/i;

/** Recognizes a text that alone names totals: 'Grand total:', 'Total clients: 19'. */
export const isTotalsLabel = (text: string): boolean => LABEL.test(text);

/** Recognizes the texts of a row of totals: a label, and perhaps counts such as '19 clients'. */
export const areTotalsLabels = (texts: readonly string[]): boolean =>
  texts.some(isTotalsLabel) && texts.every((text) => isTotalsLabel(text) || COUNT.test(text));

export interface Formula {
  row: number;
  /** B7 */
  address: string;
  /** Blank in a cell that shares the formula of another one. */
  formula: string;
}

/**
 * The first formula that is not in a totals row; undefined when there is none. A totals row is one of the last, has a label
 * or sums alone, and has nothing but totals and single texts below it.
 */
export function findOtherFormula(
  rows: readonly SheetRow[],
  formulas: readonly Formula[],
): Formula | undefined {
  const inRow = Map.groupBy(formulas, ({ row }) => row);
  const totals = new Set<number>();
  for (const { row, cells } of rows.slice(1).slice(-MAX_TOTALS_ROWS).toReversed()) {
    const filled = cells.filter((cell) => cell !== '');
    const texts = filled.filter((cell) => typeof cell === 'string');
    const own = inRow.get(row) ?? [];
    const areSums = own.length === filled.length && own.every(({ formula }) => AGGREGATE.test(formula));
    if (own.length > 0 && (areTotalsLabels(texts.map((text) => text.trim())) || areSums)) totals.add(row);
    // Notes below totals.
    else if (own.length > 0 || filled.length !== 1) break;
  }
  return formulas.find(({ row }) => !totals.has(row));
}
