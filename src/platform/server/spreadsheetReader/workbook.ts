/** Reads the shared parts of an XLSX file: the list of sheets, the date system, texts and number formats. */

import { decodeEscapes } from '#platform/server/xlsxText.ts';
import { BUILT_IN_FORMATS, GENERAL } from './numberFormats.ts';
import { damaged, type Relationship, type XlsxArchive } from './xlsxArchive.ts';
import { parseXml } from './xmlTags.ts';

export interface WorkbookSheet {
  name: string;
  isHidden: boolean;
  /** The part with its cells. */
  part: string;
}

export interface Workbook {
  sheets: WorkbookSheet[];
  /** True when dates count from 1904 instead of 1900. */
  isFrom1904: boolean;
  texts: string[];
  /** The number format of each cell style. */
  formats: string[];
}

/** @throws UnreadableSheet; another error for damaged XML */
export async function readWorkbook(archive: XlsxArchive): Promise<Workbook> {
  const part = await findWorkbook(archive);
  const relationships = await archive.readRelationships(part);
  const { sheets, isFrom1904 } = await readSheetList(archive, part, relationships);
  const findPart = (type: string) => [...relationships.values()].find((one) => one.type === type)?.target;
  return {
    sheets,
    isFrom1904,
    texts: await readTexts(archive, findPart('sharedStrings')),
    formats: await readFormats(archive, findPart('styles')),
  };
}

async function findWorkbook(archive: XlsxArchive): Promise<string> {
  const relationships = await archive.readRelationships('');
  const main = [...relationships.values()].find(({ type }) => type === 'officeDocument');
  return main?.target ?? 'xl/workbook.xml';
}

async function readSheetList(
  archive: XlsxArchive,
  part: string,
  relationships: ReadonlyMap<string, Relationship>,
): Promise<Pick<Workbook, 'sheets' | 'isFrom1904'>> {
  const sheets: WorkbookSheet[] = [];
  let isFrom1904 = false;
  await parseXml(await archive.read(part), {
    onOpen(tag, { name = '', id = '', state = 'visible', date1904 }) {
      if (tag === 'workbookPr') isFrom1904 = date1904 === '1' || date1904 === 'true';
      if (tag !== 'sheet') return;
      const relationship = relationships.get(id);
      if (!relationship) throw damaged();
      // Others are charts and dialogs.
      if (relationship.type === 'worksheet')
        sheets.push({ name, isHidden: state !== 'visible', part: relationship.target });
    },
  });
  return { sheets, isFrom1904 };
}

/** The shared texts. A text can consist of several runs with their own fonts; phonetic hints are left out. */
async function readTexts(archive: XlsxArchive, part: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  if (part === undefined || !archive.has(part)) return texts;
  let text = '';
  let isText = false;
  let isPhonetic = false;
  await parseXml(await archive.read(part), {
    onOpen(tag) {
      if (tag === 'si') text = '';
      if (tag === 'rPh') isPhonetic = true;
      isText = tag === 't' && !isPhonetic;
    },
    onText(piece) {
      if (isText) text += piece;
    },
    onClose(tag) {
      isText = false;
      if (tag === 'rPh') isPhonetic = false;
      if (tag === 'si') texts.push(decodeEscapes(text));
    },
  });
  return texts;
}

/** The number format of each cell style, in the order by which cells refer to them. */
async function readFormats(archive: XlsxArchive, part: string | undefined): Promise<string[]> {
  const formats: string[] = [];
  if (part === undefined || !archive.has(part)) return formats;
  const own = new Map<string, string>();
  let isCellStyles = false;
  await parseXml(await archive.read(part), {
    onOpen(tag, { numFmtId = '0', formatCode = GENERAL }) {
      if (tag === 'numFmt') own.set(numFmtId, formatCode);
      if (tag === 'cellXfs') isCellStyles = true;
      if (tag === 'xf' && isCellStyles)
        formats.push(own.get(numFmtId) ?? BUILT_IN_FORMATS[Number(numFmtId)] ?? GENERAL);
    },
    onClose(tag) {
      if (tag === 'cellXfs') isCellStyles = false;
    },
  });
  return formats;
}

/** A shared text by its index. @throws UnreadableSheet */
export const textAt = ({ texts }: Pick<Workbook, 'texts'>, index: string): string => {
  const text = texts[Number(index)];
  if (text === undefined) throw damaged();
  return text;
};
