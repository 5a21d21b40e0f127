/** Checks the archive of an XLSX file before the library reads it. */
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { listErrorCells, type ErrorCell } from './cellScan.ts';
import { UnreadableSheet } from './sheetContent.ts';
import { parseXml } from './xmlTags.ts';

const MAX_ENTRIES = 1_000;
/** Maximum size of workbook.xml and its relationships. */
const MAX_LIST_BYTES = 1024 * 1024;
const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;
const WORKBOOK = 'xl/workbook.xml';

export const damaged = () =>
  new UnreadableSheet('The XLSX file is damaged. Save it again, or save it as CSV.');

/**
 * Unpacks each entry without storing it: an archive may be larger than it claims.
 * @returns the error cells of the first sheet
 * @throws UnreadableSheet
 */
export async function checkArchive(path: string): Promise<ErrorCell[]> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
    throw damaged();
  });
  try {
    return await checkEntries(zip);
  } catch (error) {
    // yauzl throws for damaged lists, and for entries with another size than announced; the parser for damaged XML.
    throw error instanceof UnreadableSheet ? error : damaged();
  } finally {
    zip.close();
  }
}

async function checkEntries(zip: ZipFile): Promise<ErrorCell[]> {
  const tooLarge = () =>
    new UnreadableSheet('The XLSX file is too large when unpacked. Delete other sheets and pictures.');
  if (zip.entryCount > MAX_ENTRIES) throw tooLarge();
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MAX_UNPACKED_BYTES)
    throw tooLarge();
  const target = findFirstSheet(
    await readText(zip, entries, WORKBOOK),
    await readText(zip, entries, 'xl/_rels/workbook.xml.rels'),
  );
  const first = entries.some(({ fileName }) => fileName === target) ? target : undefined;
  const errors: ErrorCell[] = [];
  for (const entry of entries) {
    const cells = await checkEntry(zip, entry, first);
    if (cells[0] && first === undefined) throw withError(cells[0]);
    for (const cell of cells) errors.push(cell);
  }
  return errors;
}

/** Of a sheet that may not be the first. */
const withError = ({ row, column, text: error }: ErrorCell) =>
  new UnreadableSheet(
    `The cell in row ${row} and column ${column} has the error ${error}. Correct it, or save the first sheet as CSV.`,
  );

/**
 * Reads an entry to its end.
 * @param first the entry of the first sheet; undefined to search in all entries, because a sheet can be any of them
 * @returns the error cells, if it is that sheet
 * @throws UnreadableSheet for a formula in that sheet, and for dates that the library would read as other ones
 */
async function checkEntry(zip: ZipFile, entry: Entry, first: string | undefined): Promise<ErrorCell[]> {
  const { fileName } = entry;
  if (fileName === WORKBOOK) await refuseOtherDates(await zip.openReadStreamPromise(entry));
  const stream = await zip.openReadStreamPromise(entry);
  if (first === undefined ? fileName.endsWith('.xml') : fileName === first) return listErrorCells(stream);
  await finished(stream.resume());
  return [];
}

/** The library knows the 1904 date system only as '1'; LibreOffice writes 'true', and dates would be four years early. */
const READABLE_DATE_SYSTEMS = ['', '0', '1', 'false'];

async function refuseOtherDates(workbook: Readable): Promise<void> {
  let dateSystem: string | undefined;
  await parseXml(workbook, {
    onOpen(name, { date1904 = '' }) {
      // The library reads the first of several.
      if (name === 'workbookPr') dateSystem ??= date1904;
    },
  });
  if (!READABLE_DATE_SYSTEMS.includes(dateSystem ?? ''))
    throw new UnreadableSheet(
      'The XLSX file uses the 1904 date system. Save the sheet as CSV and choose that file instead.',
    );
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
