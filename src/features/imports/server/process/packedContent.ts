/** The content of a spreadsheet as compressed lines of JSON, in parts that are read and written one after another. */

import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { readLines } from '#platform/server/readLines.ts';
import type { Sheet, SheetRow, SpreadsheetContent } from '#platform/server/spreadsheetReader/sheetContent.ts';
import type { ImportColumn } from '#features/imports/server/tables.ts';

/** So small that neither the thread of the server nor the embedded database is busy with one for long. */
const PART_BYTES = 128 * 1024;
/** The fastest: it takes a few percent more space than the usual one. */
const LEVEL = 1;

type Heading = Pick<SpreadsheetContent, 'delimiter'> & { sheets: Omit<Sheet, 'rows'>[] };

function* listLines({ sheets, delimiter }: SpreadsheetContent): Generator<string> {
  const heading: Heading = {
    delimiter,
    sheets: sheets.map(({ name, isHidden, fault }) => ({ name, isHidden, fault })),
  };
  yield `${JSON.stringify(heading)}\n`;
  for (const [index, { rows }] of sheets.entries())
    for (const { row, cells } of rows) yield `${JSON.stringify([index, row, cells])}\n`;
}

/** Stores the parts of a content, one after another. */
export async function packContent(
  content: SpreadsheetContent,
  store: (part: Uint8Array) => Promise<unknown>,
): Promise<void> {
  await pipeline(listLines(content), createGzip({ level: LEVEL }), async (source: AsyncIterable<Buffer>) => {
    let parts: Buffer[] = [];
    let size = 0;
    for await (const part of source) {
      parts.push(part);
      size += part.length;
      if (size < PART_BYTES) continue;
      await store(Buffer.concat(parts));
      parts = [];
      size = 0;
    }
    if (size > 0) await store(Buffer.concat(parts));
  });
}

/** @param parts as `packContent` stored them, or the JSON of an earlier release */
export async function unpackContent(
  parts: AsyncIterable<Buffer>,
  columns: readonly ImportColumn[],
): Promise<SpreadsheetContent> {
  const [first, rest] = await peek(parts);
  if (first?.[0] !== GZIP_MAGIC) return parseEarlier(await readText(rest), columns);
  const content: SpreadsheetContent = { delimiter: null, sheets: [] };
  await pipeline(rest, createGunzip(), async (source: AsyncIterable<Buffer>) => {
    for await (const line of readLines(source)) {
      const parsed = JSON.parse(line) as Heading | [sheet: number, ...row: [number, SheetRow['cells']]];
      if (!Array.isArray(parsed)) {
        content.delimiter = parsed.delimiter;
        content.sheets = parsed.sheets.map((sheet) => ({ ...sheet, rows: [] }));
      } else {
        const [sheet, row, cells] = parsed;
        content.sheets[sheet]?.rows.push({ row, cells });
      }
    }
  });
  return content;
}

/** The first byte of compressed content (RFC 1952); JSON does not begin with it. */
const GZIP_MAGIC = 0x1f;

async function peek(
  parts: AsyncIterable<Buffer>,
): Promise<[first: Buffer | undefined, all: AsyncIterable<Buffer>]> {
  const iterator = parts[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* all() {
    for (let next = first; !next.done; next = await iterator.next()) yield next.value;
  }
  return [first.done ? undefined : first.value, all()];
}

async function readText(parts: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all).toString('utf8');
}

interface EarlierRow {
  row: number;
  cells: string[];
}

/** The format of earlier releases: all in one text, at first without sheets. */
function parseEarlier(json: string, columns: readonly ImportColumn[]): SpreadsheetContent {
  const stored = JSON.parse(json) as
    | SpreadsheetContent
    | EarlierRow[]
    | { rows: EarlierRow[]; delimiter: string };
  if ('sheets' in stored) return stored;
  const { rows, delimiter } = Array.isArray(stored) ? { rows: stored, delimiter: null } : stored;
  const header = { row: 1, cells: columns.map(({ name }) => name) };
  return { sheets: [{ name: '', isHidden: false, rows: [header, ...rows], fault: null }], delimiter };
}
