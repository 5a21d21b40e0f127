/** The process that reads one spreadsheet (readSpreadsheet.ts). */
import type { ChildWork } from '#platform/server/childProcess/childWork.ts';
import { readCsv } from './csvFile.ts';
import { UnreadableSheet, type SpreadsheetContent } from './sheetContent.ts';
import { readXlsx } from './xlsxFile.ts';

export interface ReadTask {
  path: string;
  format: 'csv' | 'xlsx';
}

export type ReadResult = { content: SpreadsheetContent } | { fault: string };

async function read({ path, format }: ReadTask): Promise<ReadResult> {
  try {
    return { content: await (format === 'csv' ? readCsv(path) : readXlsx(path)) };
  } catch (error) {
    if (error instanceof UnreadableSheet) return { fault: error.message };
    throw error;
  }
}

export const work: ChildWork<ReadTask, ReadResult> = async (task, send) => send(await read(task));
