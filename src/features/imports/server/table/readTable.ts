/** The table of an import, as its user chose it and answered questions about it. Pure. */

import { UnreadableSheet, type SpreadsheetContent } from '#platform/server/spreadsheetReader/sheetContent.ts';
import type { ImportKind, TablePosition } from '#features/imports/contract.ts';
import { importFields } from '#features/imports/server/fields.ts';
import type { ImportColumn } from '#features/imports/server/tables.ts';
import { findPosition } from './position.ts';
import { readColumns, type ReadColumn } from './readColumns.ts';
import { toTable, type TableRow } from './toTable.ts';
import { findTotals } from './totals.ts';

/** How the user chose to read a file. */
export interface TableChoices {
  kind: ImportKind;
  columns: readonly ImportColumn[];
  position: TablePosition | null;
  importTotals: boolean;
  /** Of the business, for proposals. */
  timeZone: string;
}

/** The table where it usually is; where it seems to be instead, if there is none. @throws UnreadableSheet */
export function findTable(kind: ImportKind, content: SpreadsheetContent) {
  const { position, proposed } = findPosition(kind, content.sheets);
  try {
    return { table: toTable(content, position), position, proposed };
  } catch (error) {
    if (!(error instanceof UnreadableSheet) || !proposed) throw error;
    return { table: toTable(content, proposed), position: proposed, proposed };
  }
}

export interface ImportTable {
  position: TablePosition;
  /** Where the columns seem to be named, until the user has chosen. */
  proposed: TablePosition | null;
  columns: ReadColumn[];
  /** With those that are skipped. */
  allRows: TableRow[];
  rows: TableRow[];
}

/** @throws UnreadableSheet for a position without a table */
export function readTable(
  { kind, columns, position: chosen, importTotals, timeZone }: TableChoices,
  content: SpreadsheetContent,
): ImportTable {
  const { table, position, proposed } = chosen
    ? { table: toTable(content, chosen), position: chosen, proposed: null }
    : findTable(kind, content);
  const { rows: allRows, delimiter } = table;
  const fields = importFields[kind];
  const required = fields.flatMap(({ name, required: isRequired }) => {
    const index = columns.findIndex(({ field }) => field === name);
    return isRequired && index >= 0 ? [index] : [];
  });
  const skipped = importTotals ? new Set() : findTotals(allRows, required);
  const rows = allRows.filter(({ row }) => !skipped.has(row));
  const read = readColumns({ rows, delimiter }, { columns, fields, timeZone });
  return { position, proposed, columns: read, allRows, rows };
}
