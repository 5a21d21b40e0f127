/** Parses a PDF. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getDocumentProxy } from 'unpdf';

/** Title, texts, pictures, attachments and tags of a PDF. */
export async function readPdf(content: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(content));
  const { info } = await document.getMetadata();
  const pages = [];
  for (let number = 1; number <= document.numPages; number += 1) pages.push(await document.getPage(number));
  const texts = await Promise.all(
    pages.map(async (page) => {
      const { items } = await page.getTextContent();
      return items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replaceAll(/\s+/g, ' ');
    }),
  );
  const trees = await Promise.all(pages.map((page) => page.getStructTree()));
  const attached = await Promise.all(
    [...((await document.getAttachments()) ?? [])].map(async ([id, { filename }]) => {
      const content = await document.getAttachmentContent(id);
      return { filename, text: Buffer.from(content ?? []).toString() };
    }),
  );
  await document.loadingTask.destroy();
  return {
    title: (info as { Title: string }).Title,
    pages: texts,
    tags: JSON.stringify(trees),
    attached,
  };
}

/** The texts of the first page with where they begin, in points from the left. */
export async function readPdfTexts(content: Buffer): Promise<{ text: string; x: number }[]> {
  const document = await getDocumentProxy(new Uint8Array(content));
  const { items } = await (await document.getPage(1)).getTextContent();
  await document.loadingTask.destroy();
  return items.flatMap((item) => ('str' in item ? [{ text: item.str, x: Number(item.transform[4]) }] : []));
}

/** The lines of each page as pdftotext lays them out, without empty ones and repeated spaces. @param program its path */
export async function readPdfLines(program: string, content: Buffer): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-'));
  try {
    const path = join(folder, 'document.pdf');
    await writeFile(path, content);
    const { stdout } = await promisify(execFile)(program, ['-layout', path, '-']);
    // A form feed ends each page.
    const pages = stdout.split('\f').slice(0, -1);
    return pages.map((page) =>
      page
        .split('\n')
        .map((line) => line.replaceAll(/\s+/g, ' ').trim())
        .filter(Boolean),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A piece of text on a page: its left and right edge in points. */
export interface PlacedText {
  text: string;
  left: number;
  right: number;
}

/** The size of each page in points, and its texts. */
export async function readPlacedTexts(content: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(content));
  const pages: { width: number; height: number; texts: PlacedText[] }[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const left = item.transform[4] as number;
      return [{ text: item.str, left, right: left + item.width }];
    });
    pages.push({ width, height, texts });
  }
  await document.loadingTask.destroy();
  return pages;
}
