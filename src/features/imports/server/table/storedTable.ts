/** The table of a stored import, as its user chose it and answered questions about it. */
import type { MemberContext } from '#platform/server/context.ts';
import { UnreadableSheet, type SpreadsheetContent } from '#platform/server/spreadsheetReader/sheetContent.ts';
import { listTakenUsernames } from '#features/people/server/reads.ts';
import { usernameKey } from '#features/people/rules.ts';
import type { TablePosition } from '#features/imports/contract.ts';
import { textOf } from '#features/imports/server/cells/columnReader.ts';
import { readColumns, type ReadColumn } from '#features/imports/server/cells/readColumns.ts';
import { importFields } from '#features/imports/server/fields.ts';
import type { ImportColumn, imports } from '#features/imports/server/tables.ts';
import { findPosition } from './position.ts';
import { findTotals } from './totals.ts';
import { toTable, type TableRow } from './toTable.ts';

export type StoredImport = typeof imports.$inferSelect;

/** What was stored before a spreadsheet was stored with all its sheets. */
interface EarlierRow {
  row: number;
  cells: string[];
}

/** Parses the decrypted content of an import. */
export function parseContent(json: string, columns: readonly ImportColumn[]): SpreadsheetContent {
  const stored = JSON.parse(json) as
    | SpreadsheetContent
    | EarlierRow[]
    | { rows: EarlierRow[]; delimiter: string };
  if ('sheets' in stored) return stored;
  const { rows, delimiter } = Array.isArray(stored) ? { rows: stored, delimiter: null } : stored;
  const header = { row: 1, cells: columns.map(({ name }) => name) };
  return { sheets: [{ name: '', isHidden: false, rows: [header, ...rows], fault: null }], delimiter };
}

/** The table where it usually is; where it seems to be instead, if there is none. @throws UnreadableSheet */
export function findTable(kind: StoredImport['kind'], content: SpreadsheetContent) {
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
  {
    kind,
    columns,
    position: chosen,
    importTotals,
  }: Pick<StoredImport, 'kind' | 'columns' | 'position' | 'importTotals'>,
  content: SpreadsheetContent,
  timeZone: string,
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

/** The usernames of a file that people of other businesses have. */
export async function findTakenUsernames(
  { services, businessId }: Pick<MemberContext, 'services' | 'businessId'>,
  kind: StoredImport['kind'],
  { rows, columns }: Pick<ImportTable, 'rows' | 'columns'>,
): Promise<ReadonlySet<string>> {
  const index = columns.findIndex(({ field }) => field === 'username');
  const names =
    kind === 'people' && index >= 0 ? rows.map(({ cells }) => usernameKey(textOf(cells[index] ?? ''))) : [];
  return listTakenUsernames(services, { businessId, names });
}
