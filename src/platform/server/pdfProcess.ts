/** The process that draws a PDF of many rows (pdfFile.ts). */

import type { ChildWork } from './childProcess/childWork.ts';
import { drawPdf, type LongPdf, type PdfFile, type RowsRequest } from './pdfFile.ts';

export const work: ChildWork<LongPdf, PdfFile, RowsRequest> = async ({ options, parts }, send, request) => {
  async function* requestRows(nth: number): AsyncGenerator<readonly string[], undefined> {
    for (;;) {
      const rows = (await request({ nth })) as (readonly string[])[];
      if (rows.length === 0) return undefined;
      yield* rows;
    }
  }
  const withRows = parts.map((part, nth) =>
    part[0] === 'table' ? (['table', part[1], requestRows(nth)] as const) : part,
  );
  await send(await drawPdf({ options, parts: withRows }));
};
