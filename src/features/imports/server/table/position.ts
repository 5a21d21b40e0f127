/** Finds the row that names the columns: below titles, or on another sheet. Pure. */

import { UnreadableSheet, type Sheet } from '#platform/server/spreadsheetReader/sheetContent.ts';
import type { ImportKind, TablePosition } from '#features/imports/contract.ts';
import { textOf } from '#features/imports/server/cells/columnReader.ts';
import { importFields, matchColumns } from '#features/imports/server/fields.ts';
import { toName } from './toTable.ts';

/** Rows below that have no names of columns. */
const SEARCHED_ROWS = 30;

interface Candidate extends TablePosition {
  /** Fields that the row names. */
  matched: number;
  /** Required ones of them. */
  required: number;
  /** Cells that are not blank. */
  width: number;
}

/**
 * The first row of the first sheet with rows, and where the names of the columns seem to be instead.
 * @throws UnreadableSheet for a file without rows
 */
export function findPosition(
  kind: ImportKind,
  sheets: readonly Sheet[],
): { position: TablePosition; proposed: TablePosition | null } {
  const tab = sheets.findIndex(({ isHidden }) => !isHidden);
  const first = sheets.findIndex(({ rows, fault }) => rows.length > 0 || fault !== null);
  const sheet = sheets[first];
  if (!sheet)
    throw new UnreadableSheet(
      sheets.some(({ isHidden }) => isHidden)
        ? 'All visible sheets are empty. To import a hidden sheet, unhide it in your spreadsheet program and save the file.'
        : 'The file is empty.',
    );
  const candidates = sheets.flatMap((one, index) => listCandidates(kind, one, index));
  const usual = candidates.find((one) => one.sheet === first);
  const isComplete = ({ required }: Candidate) => required === countRequired(kind);
  const best = candidates.toSorted(
    (one, other) => other.required - one.required || other.matched - one.matched,
  )[0];
  if (!usual) {
    // Another sheet than the first one, which has a fault or no rows below its first.
    if (best && isComplete(best)) return propose(best, best);
    throw new UnreadableSheet(
      sheet.fault ?? 'The file has only a header row. Add at least one row below it.',
    );
  }
  if (isComplete(usual)) return propose(usual, first > tab ? usual : null);
  if (best && best !== usual && (best.required > usual.required || best.matched > usual.matched + 1))
    return propose(usual, best);
  return propose(usual, findBelowTitles(candidates, usual) ?? (first > tab ? usual : null));
}

/** The first row that is as wide as the table, where a title of one cell is above it and nothing is known by name. */
function findBelowTitles(candidates: readonly Candidate[], usual: Candidate): Candidate | undefined {
  if (usual.matched > 0 || usual.width > 1) return undefined;
  const rows = candidates.filter(({ sheet }) => sheet === usual.sheet);
  const widest = Math.max(...rows.map(({ width }) => width));
  return widest > 1 ? rows.find(({ width }) => width > widest / 2) : undefined;
}

const toPosition = ({ sheet, headerRow }: Candidate): TablePosition => ({ sheet, headerRow });

const propose = (position: Candidate, proposed: Candidate | null) => ({
  position: toPosition(position),
  proposed: proposed && toPosition(proposed),
});

const countRequired = (kind: ImportKind): number =>
  importFields[kind].filter(({ required }) => required).length;

/** The first rows of a sheet that have rows below them. */
function listCandidates(kind: ImportKind, { rows, fault }: Sheet, sheet: number): Candidate[] {
  if (fault !== null) return [];
  const required = new Set(importFields[kind].flatMap((field) => (field.required ? [field.name] : [])));
  return rows.slice(0, Math.min(SEARCHED_ROWS, rows.length - 1)).map(({ row, cells }) => {
    const names = cells.map((cell) => toName(textOf(cell))).filter((name) => name !== '');
    const fields = matchColumns(kind, names).flatMap(({ field }) => field ?? []);
    return {
      sheet,
      headerRow: row,
      matched: fields.length,
      required: fields.filter((field) => required.has(field)).length,
      width: names.length,
    };
  });
}
