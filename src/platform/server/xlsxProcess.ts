/** The process that writes an XLSX file of many rows (spreadsheet.ts). */

import type { ChildWork } from './childProcess/childWork.ts';
import type { Row } from './sheet.ts';
import { writeXlsx, type XlsxSheet } from './xlsxSheet.ts';

/** Requests rows until there are no more. */
export const work: ChildWork<XlsxSheet, { file: Uint8Array }, object> = async (sheet, send, request) => {
  const rows: Row[] = [];
  for (;;) {
    const part = (await request({})) as Row[];
    if (part.length === 0) break;
    rows.push(...part);
  }
  await send({ file: await writeXlsx(sheet, rows) });
};
