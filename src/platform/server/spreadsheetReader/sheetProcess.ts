/** The process that reads one spreadsheet (readSheet.ts). */
import type { ChildWork } from '#platform/server/childProcess/childWork.ts';
import { readCsv } from './csvFile.ts';
import { UnreadableSheet, type SheetContent } from './sheetContent.ts';
import { readXlsxFile } from './xlsxFile.ts';

export interface SheetTask {
  path: string;
  format: 'csv' | 'xlsx';
}

export type SheetResult = { content: SheetContent } | { fault: string };

async function read({ path, format }: SheetTask): Promise<SheetResult> {
  try {
    return { content: await (format === 'csv' ? readCsv(path) : readXlsxFile(path)) };
  } catch (error) {
    if (error instanceof UnreadableSheet) return { fault: error.message };
    throw error;
  }
}

export const work: ChildWork<SheetTask, SheetResult> = async (task, send) => send(await read(task));
