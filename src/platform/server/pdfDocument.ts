/** Builds A4 documents as tagged PDF for screen readers. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { drawTable, INK, LINE, MUTED, type Column } from './pdfTable.ts';

export interface PdfOptions {
  title: string;
  author: string;
  /** The footer of each page, before its number. */
  footer: string;
  at: Date;
  /** US English by default. */
  language?: PdfLanguage;
}

export interface PdfLanguage {
  /** For screen readers, such as 'es-US'. */
  code: string;
  /** The number of a page in the footer. */
  page: (page: number, count: number) => string;
}

const ENGLISH: PdfLanguage = { code: 'en-US', page: (page, count) => `page ${page} of ${count}` };

/** A name and a value, in a column each. */
export type Fact = readonly [name: string, value: string];

const DAMAGED = 'The stored picture is damaged and cannot be shown.';

export interface Signature {
  title: string;
  /** A PNG from `toCleanPng`, because others may crash the process; null for a damaged one. */
  picture: Buffer | null;
  /** The text in place of a picture, unless it is damaged. */
  ifMissing?: string;
  below: string;
}

/** DejaVu has Latin, Greek, Cyrillic and more; a missing character is displayed as a box. */
const FONTS = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
};

/** Parsed once for all documents, because parsing a font takes longer than rendering a page. */
let fonts: Promise<Record<keyof typeof FONTS, PDFKit.Mixins.PDFFontSource>> | undefined;

async function readFonts() {
  const { create } = await import('fontkit');
  const open = async (name: keyof typeof FONTS) => {
    const font = create(await readFile(fileURLToPath(import.meta.resolve(FONTS[name]))));
    // PDFKit accepts an open font as well, which its types leave out.
    return font as unknown as PDFKit.Mixins.PDFFontSource;
  };
  return { regular: await open('regular'), bold: await open('bold') };
}

/** Points, 72 to the inch. */
const MARGIN = 56;
const NAME_WIDTH = 130;
const SIGNATURE = { width: 220, height: 90 };
const SIZE = { title: 17, heading: 11, text: 9.5, small: 8 };

type Document = PDFKit.PDFDocument;

interface Look {
  font: keyof typeof FONTS;
  size: number;
  color: string;
  /** Position and width; below the last text by default. */
  box?: { x: number; y: number; width: number };
}

/** Creates a document of one empty page. Loads the library on first use. */
export async function createPdf(options: PdfOptions): Promise<PdfDocument> {
  const { default: PDFDocument } = await import('pdfkit');
  fonts ??= readFonts().catch((error: unknown) => {
    fonts = undefined;
    throw error;
  });
  const { regular, bold } = await fonts;
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    pdfVersion: '1.7',
    tagged: true,
    lang: (options.language ?? ENGLISH).code,
    displayTitle: true,
    bufferPages: true,
    font: regular as string,
    info: { Title: options.title, Author: options.author, CreationDate: options.at },
  });
  document.registerFont('regular', regular);
  document.registerFont('bold', bold);
  return new PdfDocument(document, options);
}

export class PdfDocument {
  readonly #document: Document;
  readonly #options: PdfOptions;
  readonly #root: PDFKit.PDFStructureElement;

  constructor(document: Document, options: PdfOptions) {
    this.#document = document;
    this.#options = options;
    this.#root = document.struct('Document');
    document.addStructure(this.#root);
  }

  heading(title: string, above: string): void {
    this.#text('P', above, { font: 'regular', size: SIZE.text, color: MUTED });
    this.#text('H1', title, { font: 'bold', size: SIZE.title, color: INK });
    this.#document.moveDown(0.6);
  }

  facts(facts: readonly Fact[]): void {
    for (const [name, value] of facts) this.#fact(name, value);
  }

  /** Adds the heading of what follows. */
  subheading(heading: string): void {
    this.#heading(heading);
  }

  /** Begins a page, with an entry in the outline. @returns its number, from 1 */
  beginPage(bookmark: string): number {
    this.#document.addPage();
    this.#document.outline.addItem(bookmark);
    return this.#document.bufferedPageRange().count;
  }

  /** Adds a text under a heading, unless it is empty. */
  section(heading: string, text: string): void {
    if (text === '') return;
    this.#heading(heading);
    this.#text('P', text, { font: 'regular', size: SIZE.text, color: INK });
  }

  /** Adds a table, with its titles again on each page. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    this.#document.moveDown(1);
    this.#document.font('regular').fontSize(SIZE.small);
    drawTable(this.#document, { parent: this.#root, columns, rows });
    this.#document.x = MARGIN;
  }

  /** Adds sums at the right; the last one is the total. */
  sums(sums: readonly Fact[]): void {
    const document = this.#document;
    this.#ensureSpace(sums.length * 18 + 12);
    document.moveDown(0.8);
    for (const [index, [name, value]] of sums.entries()) {
      const isTotal = index === sums.length - 1;
      const font = isTotal ? 'bold' : 'regular';
      document
        .font(font)
        .fontSize(isTotal ? SIZE.heading : SIZE.text)
        .fillColor(INK);
      const text = () => document.text(`${name}   ${value}`, { align: 'right', lineGap: 4 });
      this.#root.add(document.struct('P', {}, text));
    }
  }

  /** Adds signatures side by side on one page. */
  signatures(signatures: readonly [Signature, Signature]): void {
    const document = this.#document;
    document.moveDown(1.2);
    this.#ensureSpace(SIGNATURE.height + 60);
    const top = document.y;
    const step = (document.page.width - 2 * MARGIN) / signatures.length;
    const ends = signatures.map((one, index) => this.#signature(one, MARGIN + index * step, top));
    document.x = MARGIN;
    document.y = Math.max(...ends);
  }

  /** Adds facts in small type under a heading. */
  evidence(heading: string, facts: readonly Fact[]): void {
    this.#ensureSpace(80);
    this.#heading(heading);
    for (const [name, value] of facts) this.#fact(name, value, SIZE.small);
  }

  attach(name: string, content: string): void {
    const { at } = this.#options;
    const options = { name, type: 'application/json', creationDate: at, modifiedDate: at };
    this.#document.file(Buffer.from(content), options);
  }

  /** Numbers the pages and ends the document. @returns the file */
  async close(): Promise<Buffer> {
    const document = this.#document;
    this.#root.end();
    const { count } = document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      document.switchToPage(page);
      const { footer, language = ENGLISH } = this.#options;
      this.#footer(`${footer} · ${language.page(page + 1, count)}`);
    }
    const parts: Buffer[] = [];
    document.on('data', (part: Buffer) => parts.push(part));
    document.end();
    await once(document, 'end');
    return Buffer.concat(parts);
  }

  #heading(text: string): void {
    this.#document.moveDown(1);
    this.#ensureSpace(40);
    this.#text('H2', text, { font: 'bold', size: SIZE.heading, color: INK });
    this.#document.moveDown(0.3);
  }

  #fact(name: string, value: string, size = SIZE.text): void {
    const document = this.#document;
    document.font('regular').fontSize(size);
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

  #signature({ title, picture, ifMissing = DAMAGED, below }: Signature, x: number, top: number): number {
    const document = this.#document;
    const { width, height } = SIGNATURE;
    this.#text('P', title, { font: 'bold', size: SIZE.text, color: INK, box: { x, y: top, width } });
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
      this.#text('P', ifMissing, { font: 'regular', size: SIZE.text, color: INK, box });
    }
    this.#artifact(() => document.rect(x, y, width, height).lineWidth(0.7).stroke(LINE));
    const box = { x, y: y + height + 4, width };
    this.#text('P', below, { font: 'regular', size: SIZE.small, color: MUTED, box });
    return document.y;
  }

  #text(tag: string, text: string, { font, size, color, box }: Look): void {
    const document = this.#document;
    const write = () => {
      document.font(font).fontSize(size).fillColor(color);
      if (box) document.text(text, box.x, box.y, { width: box.width });
      else document.text(text, { lineGap: 2 });
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
        .font('regular')
        .fontSize(SIZE.small)
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
