import { readCells } from './sheetCells.ts';
import { UnreadableSheet, type Sheet, type SpreadsheetContent } from './sheetContent.ts';
import { readWorkbook, type Workbook, type WorkbookSheet } from './workbook.ts';
import { damaged, XlsxArchive } from './xlsxArchive.ts';

/** Reads the sheets of an XLSX file that are not hidden. @throws UnreadableSheet */
export async function readXlsx(path: string): Promise<SpreadsheetContent> {
  const archive = await orDamaged(XlsxArchive.open(path));
  try {
    const workbook = await orDamaged(readWorkbook(archive));
    if (workbook.sheets.length === 0) throw createNoSheetsError();
    const sheets: Sheet[] = [];
    for (const sheet of workbook.sheets) sheets.push(await readSheet(archive, workbook, sheet));
    return { sheets, delimiter: null };
  } finally {
    archive.close();
  }
}

async function readSheet(
  archive: XlsxArchive,
  workbook: Workbook,
  { name, isHidden, part }: WorkbookSheet,
): Promise<Sheet> {
  const sheet = { name, isHidden, rows: [], fault: null };
  if (isHidden) return sheet;
  try {
    return {
      ...sheet,
      rows: await orDamaged(archive.read(part).then((cells) => readCells(cells, workbook))),
    };
  } catch (error) {
    if (error instanceof UnreadableSheet) return { ...sheet, fault: error.message };
    throw error;
  }
}

/** yauzl throws for damaged lists, and for entries with another size than announced; the parser for damaged XML. */
const orDamaged = <Result>(reading: Promise<Result>): Promise<Result> =>
  reading.catch((error: unknown) => {
    throw error instanceof UnreadableSheet ? error : damaged();
  });

const createNoSheetsError = () =>
  new UnreadableSheet('The XLSX file has no sheet with cells. Add one with your data, or save it as CSV.');
