/** A claim batch as CSV, and the digest of its lines, which does not depend on how the CSV is written. */

import { occurrenceLabels } from '#platform/contract/dateFormat.ts';
import { toCanonicalOrNull } from '#platform/server/canonicalJson.ts';
import { sha256Hex } from '#platform/server/secrets.ts';
import type { Cell, Sheet } from '#platform/server/sheet.ts';
import { csvOf } from '#platform/server/spreadsheet.ts';
import type { ClaimColumn } from '#features/clients/payerContract.ts';
import type { ClaimContent } from '#features/invoices/claimContract.ts';
import { claimColumnLabels } from '#features/invoices/claimRules.ts';

interface Line {
  noteId: number;
  content: ClaimContent;
}

const WIDTH = 16;

/** The lines in the columns of the payer; rejected ones included, because the file was sent with them. */
export const toClaimCsv = (lines: readonly Line[], columns: readonly ClaimColumn[]): Promise<Buffer> =>
  csvOf(toSheet(lines, columns));

/** The file of a batch that was made before files were stored, with the bytes that it had. */
export const toEarlierClaimCsv = (lines: readonly Line[], columns: readonly ClaimColumn[]): Promise<Buffer> =>
  csvOf(toSheet(lines, columns), escapeEarlier);

const toSheet = (lines: readonly Line[], columns: readonly ClaimColumn[]): Sheet => ({
  name: 'Claims',
  columns: columns.map((column) => ({ header: claimColumnLabels[column], width: WIDTH })),
  rows: lines.map(({ noteId, content }) =>
    columns.map((column): Cell => (column === 'noteId' ? noteId : toCell(content, column))),
  ),
});

/** The rule of that time: an apostrophe before every text with the first sign of a formula. Frozen. */
function escapeEarlier(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the pattern is about them
  const printable = text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');
  const isFormula = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/.test(printable);
  return isFormula && !/^-?\d+(?:\.\d+)?$/.test(printable) ? `'${printable}` : printable;
}

/** A time of a repeated hour names which one is meant: '01:30 (before the clocks change)'. */
function toCell(content: ClaimContent, column: Exclude<ClaimColumn, 'noteId'>): Cell {
  const { startOccurrence, endOccurrence } = content;
  const hour = { startTime: startOccurrence, endTime: endOccurrence }[String(column)];
  return hour ? `${content[column]} (${occurrenceLabels[hour]})` : (content[column] ?? '');
}

/** SHA-256 of what was claimed, hex; not of what the payer decided. @param lines in the order of the file */
export const digestLines = (lines: readonly Line[]): string =>
  // A changed line may have a value without a canonical form.
  sha256Hex(toCanonicalOrNull(lines.map(({ noteId, content }) => ({ noteId, content }))) ?? '');
