/** Spreadsheets and imports of a business. */

import { buffer, text } from 'node:stream/consumers';
import writeXlsx from 'write-excel-file/node';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import type { ImportKind } from '#features/imports/contract.ts';
import type { Api } from '#tests/support/helpers/api.ts';

/** A CSV file of these records. */
export const buildCsv = (...rows: (readonly string[])[]): Buffer =>
  Buffer.from(
    rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n'),
  );

/** One client. */
export const CLIENTS_FILE = buildCsv(['Client ID', 'Contact name', 'Phone'], ['C-1', 'Ana Ruiz', '555 0100']);

/** A number in a number format, such as '00000'. */
interface FormattedNumber {
  value: number;
  format: string;
}

type XlsxCell = string | number | Date | boolean | FormattedNumber | null;

/** An XLSX file of one sheet. */
export const buildXlsx = (...rows: (readonly XlsxCell[])[]): Promise<Buffer> =>
  writeXlsx(rows.map((cells) => cells.map(toXlsxCell))).toBuffer();

/** An XLSX file of sheets of these names, in their order. */
export const buildSheets = (sheets: Record<string, (readonly XlsxCell[])[]>): Promise<Buffer> =>
  writeXlsx(
    Object.entries(sheets).map(([sheet, rows]) => ({
      sheet,
      data: rows.map((cells) => cells.map(toXlsxCell)),
    })),
  ).toBuffer();

const toXlsxCell = (value: XlsxCell) =>
  value instanceof Date ? { value, type: Date, format: 'mm/dd/yyyy' } : value;

export function buildImportForm(kind: string, bytes: Buffer, name = 'records.csv'): FormData {
  const form = new FormData();
  form.set('kind', kind);
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
}

/** Uploads a spreadsheet. */
export const uploadImport = (api: Api, token: string, file: { kind: ImportKind; bytes: Buffer }) =>
  api.ok(token, 'POST /api/imports', { body: buildImportForm(file.kind, file.bytes) });

/** Uploads a spreadsheet and adds its rows. */
export async function importRows(
  api: Api,
  token: string,
  { kind, rows }: { kind: ImportKind; rows: (readonly string[])[] },
) {
  const { id, errors } = await uploadImport(api, token, { kind, bytes: buildCsv(...rows) });
  if (errors.length > 0) throw new Error(`The import has errors: ${JSON.stringify(errors)}`);
  return api.ok(token, 'POST /api/imports/:id/commit', { params: { id } });
}

/** A ZIP archive of these entries, and those of another one that they do not replace. */
export async function buildZip(entries: Record<string, Buffer>, base?: Buffer): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(content, name);
  if (base) {
    const source = await fromBufferPromise(base);
    for await (const entry of source.eachEntry())
      if (!(entry.fileName in entries))
        zip.addBuffer(await buffer(await source.openReadStreamPromise(entry)), entry.fileName);
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** The text of an entry of a ZIP archive. */
export async function readEntry(archive: Buffer, name: string): Promise<string> {
  const zip = await fromBufferPromise(archive);
  for await (const entry of zip.eachEntry())
    if (entry.fileName === name) return text(await zip.openReadStreamPromise(entry));
  throw new Error(`The archive has no ${name}`);
}

const CENTRAL_HEADER = Buffer.from('PK\u0001\u0002', 'latin1');
/** Offsets in the central header of a ZIP entry (APPNOTE.TXT 4.3.12). */
const OFFSETS = { uncompressedSize: 24, name: 46 };

/** The same archive, whose list of entries announces 1,000 bytes for one of them. */
export function shrinkAnnouncedSize(archive: Buffer, name: string): Buffer {
  const copy = Buffer.from(archive);
  let at = copy.indexOf(CENTRAL_HEADER);
  while (at >= 0 && copy.toString('latin1', at + OFFSETS.name, at + OFFSETS.name + name.length) !== name)
    at = copy.indexOf(CENTRAL_HEADER, at + 1);
  if (at < 0) throw new Error(`The archive has no ${name}`);
  copy.writeUInt32LE(1_000, at + OFFSETS.uncompressedSize);
  return copy;
}
