/** The thread that reads one spreadsheet; its memory and time are limited by the thread that starts it. */
import { parentPort, workerData } from 'node:worker_threads';
import { readCsv } from './csvFile.ts';
import { UnreadableSheet, type SheetContent } from './sheetContent.ts';
import { readXlsxFile } from './xlsxFile.ts';

export interface SheetTask {
  path: string;
  format: 'csv' | 'xlsx';
}

export type SheetResult = { content: SheetContent } | { fault: string };

const { path, format } = workerData as SheetTask;

async function read(): Promise<SheetResult> {
  try {
    return { content: await (format === 'csv' ? readCsv(path) : readXlsxFile(path)) };
  } catch (error) {
    if (error instanceof UnreadableSheet) return { fault: error.message };
    throw error;
  }
}

parentPort?.postMessage(await read());
