import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/universal';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { SheetBuilder, UnreadableSheet, type SheetContent } from './sheetContent.ts';

const MAX_ENTRIES = 1_000;
/** Maximum size of workbook.xml and its relationships. */
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
  const target = findFirstSheet(
    await readText(zip, entries, 'xl/workbook.xml'),
    await readText(zip, entries, 'xl/_rels/workbook.xml.rels'),
  );
  const first = entries.some(({ fileName }) => fileName === target) ? target : undefined;
  for (const entry of entries) {
    const formula = await findFormula(zip, entry, first);
    if (formula !== null)
      throw new UnreadableSheet(
        `Cell ${formula} has a formula. Copy the sheet and paste it as values, or save it as CSV.`,
      );
  }
}

/** An entry as text; empty unless there is one of this name, and for one that is too large for a list of sheets. */
async function readText(zip: ZipFile, entries: readonly Entry[], name: string): Promise<string> {
  const [entry, another] = entries.filter(({ fileName }) => fileName === name);
  if (!entry || another || entry.uncompressedSize > MAX_LIST_BYTES) return '';
  return text(await zip.openReadStreamPromise(entry));
}

const DECLARATION = /^<\?xml\s[^<>]*\?>/;
/** A tag that every XML parser reads alike: its attributes are in double quotes, without a raw '<' or '>'. */
const PLAIN_TAG = /<\/?[\w:.-]+(?:\s+[\w:.-]+="[^"<>]*")*\s*\/?>/g;

/**
 * The entry of the first sheet; undefined if the lists have another form than spreadsheet programs write.
 * @throws UnreadableSheet if the first tab has no cells
 */
function findFirstSheet(workbook: string, relations: string): string | undefined {
  const [sheet = ''] = listTags(workbook, 'sheet');
  // The library leaves out a sheet without a name.
  if (!/\sname="[^"]/.test(sheet)) return undefined;
  const id = readAttribute(sheet, 'id');
  const all = listTags(relations, 'Relationship');
  const [relation = '', another] = all.filter((tag) => readAttribute(tag, 'Id') === id);
  if (another || all.some((tag) => readAttribute(tag, 'Id') === undefined)) return undefined;
  if (id === undefined || all.length === 0) return undefined;
  // Another type is a chart.
  if (!readAttribute(relation, 'Type')?.endsWith('/worksheet'))
    throw new UnreadableSheet(
      'The first tab of the XLSX file is not a sheet with cells. Move the sheet with your data to the front, or save it as CSV.',
    );
  const target = readAttribute(relation, 'Target');
  return target?.startsWith('/') ? target.slice(1) : target && `xl/${target}`;
}

/** The tags of a name; none if the text has anything else in angle brackets, such as a comment. */
function listTags(xml: string, name: string): string[] {
  const content = xml.replace(DECLARATION, '');
  if (/[<>]/.test(content.replace(PLAIN_TAG, ''))) return [];
  const isNamed = new RegExp(`^<(?:\\w+:)?${name}\\s`);
  return (content.match(PLAIN_TAG) ?? []).filter((tag) => isNamed.test(tag));
}

/** The value of an attribute with or without a prefix; undefined if it has an entity or is there twice. */
function readAttribute(tag: string, name: string): string | undefined {
  const [match, another] = [...tag.matchAll(new RegExp(`[\\s:]${name}="([^"]*)"`, 'g'))];
  const value = match?.[1];
  return another || value?.includes('&') ? undefined : value;
}

/**
 * Reads an entry to its end.
 * @param first the entry of the first sheet; undefined to search in all entries, because a sheet can be any of them
 * @returns the cell of its first formula, if it is that sheet and has one
 */
async function findFormula(zip: ZipFile, entry: Entry, first: string | undefined): Promise<string | null> {
  const isRead = first === undefined ? entry.fileName.endsWith('.xml') : entry.fileName === first;
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
