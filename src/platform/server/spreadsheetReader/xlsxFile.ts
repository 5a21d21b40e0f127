import { finished } from 'node:stream/promises';
import { readFile } from 'node:fs/promises';
import readXlsx from 'read-excel-file/universal';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { SheetBuilder, UnreadableSheet, type SheetContent } from './sheetContent.ts';

const MAX_ENTRIES = 1_000;
const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;

/** The beginning of a cell with a formula, in the order in which spreadsheet programs write it. */
const FORMULA = /<c\b[^>]{0,200}?\br="([A-Z]{1,3}\d{1,7})"[^>]{0,200}>\s{0,10}<f[\s/>]/;
/** More than the longest match of `FORMULA`. */
const OVERLAP = 600;

/** Reads the first sheet of an XLSX file; numbers keep their digits, dates become ISO dates. @throws UnreadableSheet */
export async function readXlsxFile(path: string): Promise<SheetContent> {
  await checkArchive(path);
  // From memory, because the library then uses the list of entries that was checked, not what is between them.
  const bytes = new Uint8Array(await readFile(path)).buffer;
  const [sheet] = await readXlsx(bytes, { parseNumber: (digits) => digits }).catch(() => {
    throw damaged();
  });
  const builder = new SheetBuilder();
  for (const row of sheet?.data ?? []) builder.add((row as XlsxCell[]).map(toText));
  return builder.build();
}

const damaged = () => new UnreadableSheet('The XLSX file is damaged. Save it again, or save it as CSV.');

/** A cell as the library returns it: its declared types name the class of dates. */
type XlsxCell = string | boolean | Date | null;

function toText(cell: XlsxCell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return cell;
}

/** Unpacks each entry without storing it: an archive may be larger than it claims. @throws UnreadableSheet */
async function checkArchive(path: string): Promise<void> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
    throw damaged();
  });
  try {
    await checkEntries(zip);
  } catch (error) {
    // yauzl throws for damaged lists, and for entries with another size than announced.
    throw error instanceof UnreadableSheet ? error : damaged();
  } finally {
    zip.close();
  }
}

async function checkEntries(zip: ZipFile): Promise<void> {
  const tooLarge = () =>
    new UnreadableSheet('The XLSX file is too large when unpacked. Delete other sheets and pictures.');
  if (zip.entryCount > MAX_ENTRIES) throw tooLarge();
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MAX_UNPACKED_BYTES)
    throw tooLarge();
  for (const entry of entries) {
    const formula = await findFormula(zip, entry);
    if (formula !== null)
      throw new UnreadableSheet(
        `Cell ${formula} has a formula. Copy the sheet and paste it as values, or save it as CSV.`,
      );
  }
}

/** Reads an entry to its end. @returns the cell of its first formula, if it is a sheet with one */
async function findFormula(zip: ZipFile, entry: Entry): Promise<string | null> {
  const isSheet = /^xl\/worksheets\/[^/]+\.xml$/.test(entry.fileName);
  const stream = await zip.openReadStreamPromise(entry);
  let tail = '';
  let cell: string | null = null;
  stream.on('data', (chunk: Buffer) => {
    if (!isSheet || cell !== null) return;
    const text = tail + chunk.toString('latin1');
    cell = FORMULA.exec(text)?.[1] ?? null;
    tail = text.slice(-OVERLAP);
  });
  await finished(stream);
  return cell;
}
