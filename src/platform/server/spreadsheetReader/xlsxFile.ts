import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/universal';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { SheetBuilder, UnreadableSheet, type SheetContent } from './sheetContent.ts';

const MAX_ENTRIES = 1_000;
/** Of the lists of sheets and of their entries. */
const MAX_LIST_BYTES = 1024 * 1024;
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
  const sheet = await readSheet(bytes, 1, { parseNumber: (digits) => digits }).catch(() => {
    throw damaged();
  });
  const builder = new SheetBuilder();
  for (const row of sheet) builder.add((row as XlsxCell[]).map(toText));
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
  const first = findFirstSheet(
    await readText(zip, entries, 'xl/workbook.xml'),
    await readText(zip, entries, 'xl/_rels/workbook.xml.rels'),
  );
  for (const entry of entries) {
    const formula = await findFormula(zip, entry, first);
    if (formula !== null)
      throw new UnreadableSheet(
        `Cell ${formula} has a formula. Copy the sheet and paste it as values, or save it as CSV.`,
      );
  }
}

/** An entry as text; empty without it, and for one that is too large for a list of sheets. */
async function readText(zip: ZipFile, entries: readonly Entry[], name: string): Promise<string> {
  const entry = entries.find(({ fileName }) => fileName === name);
  if (!entry || entry.uncompressedSize > MAX_LIST_BYTES) return '';
  return text(await zip.openReadStreamPromise(entry));
}

/** The entry of the first sheet; undefined if the lists have another form than spreadsheet programs write. */
function findFirstSheet(workbook: string, relations: string): string | undefined {
  const id = /<(?:\w+:)?sheet\s[^>]*?[\s:]id="([^"]+)"/.exec(workbook)?.[1];
  const relation = [...relations.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)].find(
    ([tag]) => / Id="([^"]+)"/.exec(tag)?.[1] === id,
  );
  const target = / Target="([^"]+)"/.exec(relation?.[0] ?? '')?.[1];
  return target?.startsWith('/') ? target.slice(1) : target && `xl/${target}`;
}

/**
 * Reads an entry to its end.
 * @param first the entry of the first sheet; undefined to search in all sheets
 * @returns the cell of its first formula, if it is that sheet and has one
 */
async function findFormula(zip: ZipFile, entry: Entry, first: string | undefined): Promise<string | null> {
  const isRead =
    first === undefined ? /^xl\/worksheets\/[^/]+\.xml$/.test(entry.fileName) : entry.fileName === first;
  const stream = await zip.openReadStreamPromise(entry);
  let tail = '';
  let cell: string | null = null;
  stream.on('data', (chunk: Buffer) => {
    if (!isRead || cell !== null) return;
    const content = tail + chunk.toString('latin1');
    cell = FORMULA.exec(content)?.[1] ?? null;
    tail = content.slice(-OVERLAP);
  });
  await finished(stream);
  return cell;
}
