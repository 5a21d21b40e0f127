/** Draws a table in a tagged PDF. */

import type { TextDocument } from './pdfText/textDocument.ts';
import type { Pause } from './slices.ts';

export const INK = '#16181d';
export const MUTED = '#5c6370';
export const LINE = '#d5d8de';
const PADDING = 4;

export interface Column {
  title: string;
  /** Points; what is left of the page when omitted. */
  width?: number;
  align?: 'left' | 'right';
}

/** Rows of texts, each taken when it is drawn. */
export type DrawnRows = Iterable<readonly string[]> | AsyncIterable<readonly string[]>;

interface TableContent {
  /** The element that contains the table for screen readers. */
  parent: PDFKit.PDFStructureElement;
  columns: readonly Column[];
  rows: DrawnRows;
}

/** Draws rows below the last text; a page that they begin has the titles again. A row takes 1 to 3 ms. */
export async function drawTable(
  document: TextDocument,
  { parent, columns, rows }: TableContent,
  pause: Pause,
): Promise<void> {
  await document.prepare(
    'regular',
    columns.map(({ title }) => title),
  );
  let table = beginTable(document, { parent, columns });
  for await (const row of rows) {
    await document.prepare('regular', row);
    const height = heightOfRow(document, columns, row);
    if (document.y + height > document.page.height - document.page.margins.bottom) {
      table.end();
      document.addPage();
      table = beginTable(document, { parent, columns });
    }
    table.row([...row]);
    await pause();
  }
  table.end();
}

function beginTable(document: PDFKit.PDFDocument, { parent, columns }: Omit<TableContent, 'rows'>) {
  // Its types leave out the parent.
  const options: PDFKit.Mixins.TableOptions & { structParent: PDFKit.PDFStructureElement } = {
    structParent: parent,
    defaultStyle: { border: { bottom: 0.7 }, borderColor: LINE, padding: PADDING, textColor: INK },
    columnStyles: columns.map(({ width = '*', align = 'left' }) => ({ width, align: { x: align } })),
  };
  return document
    .table(options)
    .row(columns.map(({ title }) => ({ text: title, type: 'TH' as const, textColor: MUTED })));
}

function heightOfRow(
  document: PDFKit.PDFDocument,
  columns: readonly Column[],
  row: readonly string[],
): number {
  const fixed = columns.reduce((sum, { width = 0 }) => sum + width, 0);
  const { width: page, margins } = document.page;
  const rest = page - margins.left - margins.right - fixed;
  const heights = row.map((text, index) =>
    document.heightOfString(text, { width: (columns[index]?.width ?? rest) - 2 * PADDING }),
  );
  return Math.max(...heights) + 2 * PADDING;
}
