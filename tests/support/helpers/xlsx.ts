/** Reads an XLSX file of one sheet, as a spreadsheet would. */

import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

export interface SheetContent {
  rows: (string | number)[][];
  /** Number of cells with a formula. */
  formulas: number;
}

/** The cells of the first sheet; empty ones are left out. */
export async function readSheet(file: Buffer): Promise<SheetContent> {
  const parts = new Map<string, string>();
  const zip = await fromBufferPromise(file);
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'));
  }
  const texts = [
    ...(parts.get('xl/sharedStrings.xml') ?? '').matchAll(/<si><t[^>]*>([^<]*)<\/t><\/si>/g),
  ].map(([, text = '']) => plain(text));
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  const rows = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c [^>]*?(t="s")?><v>([^<]*)<\/v><\/c>/g)].map(([, shared, value = '']) =>
      shared ? (texts[Number(value)] ?? '') : Number(value),
    ),
  );
  if (rows.length === 0) throw new Error('The file has no rows');
  return { rows, formulas: sheet.match(/<f[ >]/g)?.length ?? 0 };
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Normalizes line ends to one character, as an XML parser does. */
const plain = (xml: string): string =>
  xml.replace(/\r\n?/g, '\n').replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
