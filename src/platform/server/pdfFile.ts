/** Writes PDF files of a few parts, those of many rows outside the process of the server. */

import { extname } from 'node:path';
import { runLimitedProcess, ProcessOverLimit } from './childProcess/runLimitedProcess.ts';
import type { MemberContext } from './context.ts';
import { unavailable } from './errors.ts';
import { createPdf, type PdfDocument, type PdfOptions } from './pdfDocument.ts';
import type { Column, DrawnRows } from './pdfTable.ts';
import { divideRows, takeNext } from './rowParts.ts';

type OtherName = 'heading' | 'descriptionList' | 'section' | 'subheading' | 'sums';
type OtherPart = { [Name in OtherName]: [Name, ...Parameters<PdfDocument[Name]>] }[OtherName];
type TablePart<Rows> = readonly ['table', columns: readonly Column[], rows: Rows];

/** The rows of a table: an array, or `mapRows`. */
export interface PdfRows extends Iterable<readonly string[]> {
  readonly length: number;
}

/** The name of a method of the document, and its arguments. */
export type PdfPart = OtherPart | TablePart<PdfRows>;

export interface PdfContent<Part = PdfPart> {
  options: PdfOptions;
  parts: readonly Part[];
}

/** Input of the process of a long document: without the rows, which it requests. */
export type LongPdf = PdfContent<OtherPart | TablePart<null>>;
/** Requests the next rows of the table that is the nth part. */
export interface RowsRequest {
  nth: number;
}

export interface PdfFile {
  content: Buffer;
  /** Characters that no font has, which the document shows as these codes. */
  unprintable: string[];
}

/** Rows that are drawn in the process of the server, in less than a second. */
const MAX_ROWS = 200;
/** 10,000 rows take 15 s. */
const LIMIT_MS = 120_000;

/** Beside this file in the sources; beside the bundle of the server. */
const moduleUrl = new URL(`./pdfProcess${extname(import.meta.url)}`, import.meta.url);

/**
 * Returns a document when it is the turn of the caller's business. More than `MAX_ROWS` rows are drawn in a process of
 * limited memory, because they take seconds and hundreds of MB. @throws 429 `too_many`, 503 `busy`
 */
export function writePdf(
  { services: { turns }, session }: Pick<MemberContext, 'services' | 'session'>,
  content: PdfContent,
): Promise<PdfFile> {
  return countRows(content) > MAX_ROWS
    ? turns.longFiles.run(session, () => drawInProcess(content))
    : turns.pdfs.run(session, () => drawPdf(content));
}

const countRows = ({ parts }: PdfContent): number =>
  parts.reduce((count, part) => (part[0] === 'table' ? count + part[2].length : count), 0);

/** Rows that are made when they are drawn, because making thousands of them takes 100 ms. */
export const mapRows = <Item>(items: readonly Item[], toRow: (item: Item) => readonly string[]): PdfRows => ({
  length: items.length,
  *[Symbol.iterator]() {
    for (const item of items) yield toRow(item);
  },
});

/** Draws a document in this process. */
export async function drawPdf({
  options,
  parts,
}: PdfContent<OtherPart | TablePart<DrawnRows>>): Promise<PdfFile> {
  const pdf = await createPdf(options);
  for (const part of parts) await addPart(pdf, part);
  return { content: await pdf.close(), unprintable: pdf.listUnprintable() };
}

function addPart(pdf: PdfDocument, part: OtherPart | TablePart<DrawnRows>): Promise<void> {
  switch (part[0]) {
    case 'heading':
      return pdf.heading(part[1], part[2]);
    case 'descriptionList':
      return pdf.descriptionList(part[1]);
    case 'section':
      return pdf.section(part[1], part[2]);
    case 'subheading':
      return pdf.subheading(part[1]);
    case 'sums':
      return pdf.sums(part[1]);
    case 'table':
      return pdf.table(part[1], part[2]);
  }
}

async function drawInProcess({ options, parts }: PdfContent): Promise<PdfFile> {
  let file: PdfFile | undefined;
  const rows = parts.map((part) => (part[0] === 'table' ? divideRows(part[2]) : null));
  const input: LongPdf = {
    options,
    parts: parts.map((part) => (part[0] === 'table' ? ['table', part[1], null] : part)),
  };
  try {
    await runLimitedProcess<PdfFile, RowsRequest>(
      moduleUrl,
      {
        input,
        onMessage: (message) => (file = message),
        onRequest: async ({ nth }) => takeNext(rows[nth] ?? divideRows([])),
      },
      LIMIT_MS,
    );
  } catch (error) {
    if (error instanceof ProcessOverLimit)
      throw unavailable('busy', 'The server is busy. Please try again, or choose a shorter period.');
    throw error;
  }
  if (!file) throw new Error('The process of a PDF ended without a file');
  const { content, unprintable } = file;
  return { content: Buffer.from(content.buffer, content.byteOffset, content.byteLength), unprintable };
}
