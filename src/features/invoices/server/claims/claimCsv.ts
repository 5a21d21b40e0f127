/** A claim batch as CSV. */
import { csvOf, type Cell } from '#platform/server/spreadsheet.ts';
import type { ClaimColumn } from '#features/clients/payerContract.ts';
import type { ClaimContent } from '#features/invoices/claimContract.ts';
import { claimColumnLabels } from '#features/invoices/claimRules.ts';

type Line = ClaimContent & { noteId: number };

const WIDTH = 16;

/** The lines in the columns of the payer; rejected ones included, because the file was sent with them. */
export const toClaimCsv = (lines: readonly Line[], columns: readonly ClaimColumn[]): Buffer =>
  csvOf({
    name: 'Claims',
    columns: columns.map((column) => ({ header: claimColumnLabels[column], width: WIDTH })),
    rows: lines.map((line) => columns.map((column): Cell => line[column] ?? '')),
  });
