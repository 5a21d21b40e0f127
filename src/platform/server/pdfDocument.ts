/** Builds documents as tagged PDF for screen readers. */

import type { PaperSize } from '#platform/contract/paper.ts';
import { drawTable, INK, LINE, MUTED, type Column, type DrawnRows } from './pdfTable.ts';
import type { Weight } from './pdfText/fontFiles.ts';
import type { TextDocument } from './pdfText/textDocument.ts';
import { createPause } from './slices.ts';

export interface PdfOptions {
  title: string;
  author: string;
  /** The footer of each page, before its number. */
  footer: string;
  at: Date;
  paperSize: PaperSize;
  /** US English by default. */
  language?: PdfLanguage;
}

/** Texts that a document adds of its own, in the language that it names to screen readers. */
const LANGUAGES = {
  'en-US': {
    pageOf: ['page', 'of'],
    missing: "Characters that can't be printed, shown as codes in frames:",
  },
  'es-US': {
    pageOf: ['página', 'de'],
    missing: 'Caracteres que no se pueden imprimir, mostrados como códigos en recuadros:',
  },
};
export type PdfLanguage = keyof typeof LANGUAGES;

const DAMAGED = 'The stored picture is damaged and cannot be shown.';

/** A name and a value, in a column each. */
export type DescriptionItem = readonly [name: string, value: string];

export interface Signature {
  title: string;
  /** A PNG from `toCleanPng`, because others may crash the process; null for a damaged one. */
  picture: Buffer | null;
  /** The text in place of a picture, unless it is damaged. */
  ifMissing?: string;
  below: string;
}

/** Points, 72 to the inch. */
const MARGIN = 56;
const NAME_WIDTH = 130;
const SIGNATURE = { width: 220, height: 90 };
const SIZE = { title: 17, heading: 11, text: 9.5, small: 8 };

interface Look {
  font: Weight;
  size: number;
  color: string;
  /** Where the text begins; by default at the right if it is written from there. */
  align?: 'left';
  /** Position and width; below the last text by default. */
  box?: { x: number; y: number; width: number };
}

/** Creates a document of one empty page, which lets other requests go on while it is drawn. Loads the library on first use. */
export async function createPdf(options: PdfOptions): Promise<PdfDocument> {
  const pause = createPause();
  // PDFKit needs it; each of them takes up to 50 ms on first use.
  await import('fontkit');
  await pause();
  const { openTextDocument } = await import('./pdfText/textDocument.ts');
  await pause();
  const document = await openTextDocument({
    size: options.paperSize,
    margin: MARGIN,
    pdfVersion: '1.7',
    tagged: true,
    lang: options.language ?? 'en-US',
    displayTitle: true,
    bufferPages: true,
    info: { Title: options.title, Author: options.author, CreationDate: options.at },
  });
  return new PdfDocument(document, options);
}

export class PdfDocument {
  readonly #document: TextDocument;
  readonly #options: PdfOptions;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #pause = createPause();

  constructor(document: TextDocument, options: PdfOptions) {
    this.#document = document;
    this.#options = options;
    this.#root = document.struct('Document');
    document.addStructure(this.#root);
  }

  async heading(title: string, above: string): Promise<void> {
    await this.#text('P', above, { font: 'regular', size: SIZE.text, color: MUTED, align: 'left' });
    await this.#text('H1', title, { font: 'bold', size: SIZE.title, color: INK, align: 'left' });
    this.#document.moveDown(0.6);
  }

  async descriptionList(descriptions: readonly DescriptionItem[]): Promise<void> {
    for (const [name, value] of descriptions) await this.#descriptionItem(name, value);
  }

  /** Adds the heading of what follows. */
  async subheading(heading: string): Promise<void> {
    await this.#heading(heading);
  }

  /** Begins a page, with an entry in the outline. @returns its number, from 1 */
  beginPage(bookmark: string): number {
    this.#document.addPage();
    this.#document.outline.addItem(bookmark);
    return this.#document.bufferedPageRange().count;
  }

  /** Adds a text under a heading, unless it is empty. */
  async section(heading: string, text: string): Promise<void> {
    if (text === '') return;
    await this.#heading(heading);
    await this.#text('P', text, { font: 'regular', size: SIZE.text, color: INK });
  }

  /** Adds a table, with its titles again on each page. */
  async table(columns: readonly Column[], rows: DrawnRows): Promise<void> {
    this.#document.moveDown(1);
    this.#document.style('regular', SIZE.small);
    await drawTable(this.#document, { parent: this.#root, columns, rows }, this.#pause);
    this.#document.x = MARGIN;
  }

  /** Adds sums at the right; the last one is the total. */
  async sums(sums: readonly DescriptionItem[]): Promise<void> {
    const document = this.#document;
    this.#ensureSpace(sums.length * 18 + 12);
    document.moveDown(0.8);
    for (const [index, [name, value]] of sums.entries()) {
      const isTotal = index === sums.length - 1;
      const [font, size] = isTotal ? (['bold', SIZE.heading] as const) : (['regular', SIZE.text] as const);
      const text = `${name}   ${value}`;
      await document.prepare(font, [text]);
      document.style(font, size).fillColor(INK);
      const write = () => document.text(text, { align: 'right', lineGap: 4 });
      this.#root.add(document.struct('P', {}, write));
    }
  }

  /** Adds signatures side by side on one page. */
  async signatures(signatures: readonly [Signature, Signature]): Promise<void> {
    const document = this.#document;
    document.moveDown(1.2);
    this.#ensureSpace(SIGNATURE.height + 60);
    const top = document.y;
    const step = (document.page.width - 2 * MARGIN) / signatures.length;
    const ends: number[] = [];
    for (const one of signatures) ends.push(await this.#signature(one, MARGIN + ends.length * step, top));
    document.x = MARGIN;
    document.y = Math.max(...ends);
  }

  /** Adds descriptions in small type under a heading. */
  async evidence(heading: string, descriptions: readonly DescriptionItem[]): Promise<void> {
    this.#ensureSpace(80);
    await this.#heading(heading);
    for (const [name, value] of descriptions) await this.#descriptionItem(name, value, SIZE.small);
  }

  attach(name: string, content: string): void {
    const { at } = this.#options;
    const options = { name, type: 'application/json', creationDate: at, modifiedDate: at };
    this.#document.file(Buffer.from(content), options);
  }

  /** The codes that the document shows instead of characters that no font has. */
  listUnprintable(): string[] {
    return [...this.#document.missing];
  }

  /** Numbers the pages and ends the document. @returns the file */
  async close(): Promise<Buffer> {
    const document = this.#document;
    await this.#nameMissing();
    this.#root.end();
    const { footer, language = 'en-US' } = this.#options;
    const [page, of] = LANGUAGES[language].pageOf;
    await document.prepare('regular', [footer]);
    const { count } = document.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      document.switchToPage(index);
      this.#footer(`${footer} · ${page} ${index + 1} ${of} ${count}`);
      await this.#pause();
    }
    return document.close(this.#pause);
  }

  /** Names the characters that were drawn as codes, below everything else. */
  async #nameMissing(): Promise<void> {
    const { missing } = this.#document;
    if (missing.size === 0) return;
    const { language = 'en-US' } = this.#options;
    this.#document.moveDown(1);
    this.#ensureSpace(40);
    const text = `${LANGUAGES[language].missing} ${[...missing].join(', ')}`;
    await this.#text('P', text, { font: 'regular', size: SIZE.small, color: MUTED });
  }

  async #heading(text: string): Promise<void> {
    this.#document.moveDown(1);
    this.#ensureSpace(40);
    await this.#text('H2', text, { font: 'bold', size: SIZE.heading, color: INK, align: 'left' });
    this.#document.moveDown(0.3);
  }

  async #descriptionItem(name: string, value: string, size = SIZE.text): Promise<void> {
    const document = this.#document;
    await document.prepare('regular', [name, value]);
    await this.#pause();
    document.style('regular', size);
    const width = document.page.width - 2 * MARGIN - NAME_WIDTH;
    this.#ensureSpace(Math.min(document.heightOfString(value, { width }), 200));
    const top = document.y;
    const column = (text: string, x: number, options: { width: number; color: string }) =>
      document.struct('P', {}, () => {
        document.fillColor(options.color).text(text, x, top, { width: options.width });
      });
    this.#root.add(column(name, MARGIN, { width: NAME_WIDTH - 8, color: MUTED }));
    const below = document.y;
    this.#root.add(column(value, MARGIN + NAME_WIDTH, { width, color: INK }));
    document.x = MARGIN;
    document.y = Math.max(below, document.y) + 2;
  }

  async #signature(
    { title, picture, ifMissing = DAMAGED, below }: Signature,
    x: number,
    top: number,
  ): Promise<number> {
    const document = this.#document;
    const { width, height } = SIGNATURE;
    await this.#text('P', title, { font: 'bold', size: SIZE.text, color: INK, box: { x, y: top, width } });
    const y = document.y + 4;
    if (picture) {
      const figure = document.struct('Figure', { alt: `${title}: ${below}` }, () => {
        document.image(picture, x + 4, y + 4, {
          fit: [width - 8, height - 8],
          align: 'center',
          valign: 'center',
        });
      });
      this.#root.add(figure);
    } else {
      const box = { x: x + 8, y: y + 8, width: width - 16 };
      await this.#text('P', ifMissing, { font: 'regular', size: SIZE.text, color: INK, box });
    }
    this.#artifact(() => document.rect(x, y, width, height).lineWidth(0.7).stroke(LINE));
    const box = { x, y: y + height + 4, width };
    await this.#text('P', below, { font: 'regular', size: SIZE.small, color: MUTED, box });
    return document.y;
  }

  async #text(tag: string, text: string, { font, size, color, align, box }: Look): Promise<void> {
    const document = this.#document;
    await document.prepare(font, [text]);
    await this.#pause();
    const write = () => {
      document.style(font, size).fillColor(color);
      if (box) document.text(text, box.x, box.y, { width: box.width });
      else document.text(text, { lineGap: 2, ...(align && { align }) });
    };
    this.#root.add(document.struct(tag, {}, write));
  }

  /** Below the margin, where text would otherwise begin another page. */
  #footer(text: string): void {
    const { page } = this.#document;
    const { bottom } = page.margins;
    page.margins.bottom = 0;
    this.#artifact(() => {
      this.#document
        .style('regular', SIZE.small)
        .fillColor(MUTED)
        .text(text, MARGIN, page.height - MARGIN / 2 - SIZE.small, { lineBreak: false });
    });
    page.margins.bottom = bottom;
  }

  /** Screen readers skip artifacts. */
  #artifact(draw: () => void): void {
    this.#document.markContent('Artifact');
    draw();
    this.#document.endMarkedContent();
  }

  #ensureSpace(height: number): void {
    const { page } = this.#document;
    if (this.#document.y + height > page.height - page.margins.bottom) this.#document.addPage();
  }
}
