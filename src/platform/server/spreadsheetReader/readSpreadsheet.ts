import { open } from 'node:fs/promises';
import { readCsv } from './csvFile.ts';
import { UnreadableSheet, type SpreadsheetContent } from './sheetContent.ts';
import { readXlsx } from './xlsxFile.ts';

/**
 * Reads a CSV or XLSX file of a user, by its content, because names lie. Only in a limited process
 * (runLimitedProcess.ts): a file can need any amount of memory and time. @throws UnreadableSheet
 */
export async function readSpreadsheet(path: string): Promise<SpreadsheetContent> {
  const start = await readStart(path);
  if (start.startsWith('504b0304')) return readXlsx(path);
  if (start === 'd0cf11e0a1b11ae1')
    throw new UnreadableSheet('This is an older Excel file or has a password. Save it as XLSX or CSV.');
  return readCsv(path);
}

/** The first eight bytes, in hexadecimal. */
async function readStart(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.subarray(0, bytesRead).toString('hex');
  } finally {
    await file.close();
  }
}
