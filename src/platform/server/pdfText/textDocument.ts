/** A PDF document whose texts may be in any script. */

import { LRUCache } from 'lru-cache';
import { once } from 'node:events';
import PDFDocument from 'pdfkit';
import type { Pause } from '#platform/server/slices.ts';
import { drawFrame, toCode } from './codeFrame.ts';
import type { Weight } from './fontFiles.ts';
import { FontSet } from './fontSet.ts';
import { breakLines, type Line, type Part } from './lines.ts';
import { divide, loadFonts } from './runs.ts';
import { DIRECTION_FEATURES, openDejaVu, toFontSource } from './scriptFont.ts';

type Options = PDFKit.Mixins.TextOptions;
/** As PDFKit's methods take it: position and options, or options alone. */
type Position = [x?: number | Options | undefined, y?: number | undefined, options?: Options | undefined];
type Bounds = PDFKit.Mixins.TextBounds;

/** The line of DejaVu. Em. */
const LINE = { ascent: 0.928, descent: 0.236 };

/** Opens a document with DejaVu as fonts 'regular' and 'bold'. */
export async function openTextDocument(options: PDFKit.PDFDocumentOptions): Promise<TextDocument> {
  const [regular, bold] = await Promise.all([openDejaVu('regular'), openDejaVu('bold')]);
  const isInDejaVu = (codePoint: number) =>
    regular.hasGlyphForCodePoint(codePoint) && bold.hasGlyphForCodePoint(codePoint);
  const document = new TextDocument({ ...options, font: toFontSource(regular) as string }, isInDejaVu);
  document.registerFont('regular', toFontSource(regular));
  document.registerFont('bold', toFontSource(bold));
  return document;
}

/** Parts of the file that are joined at once, in about 1 ms. */
const MAX_PARTS = 10_000;

/** Letters of scripts without joined or reordered letters, signs and spaces. */
const PLAIN = /^[\n\p{Zs}\p{P}\p{S}\p{N}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]*$/u;
/** Each of them begins a line. */
const LINE_BREAKS = /\r\n|[\r\v\f\u{85}\u{2028}\u{2029}]/gu;

/**
 * PDFKit draws texts of Latin, Greek and Cyrillic letters in DejaVu. Other texts have a font for each script, are shaped by
 * HarfBuzz and ordered by the Unicode bidirectional algorithm. What is overridden is what PDFKit's tables call, too.
 */
export class TextDocument extends PDFDocument {
  /** Codes that were drawn instead of characters that no font has: 'U+1F600'. */
  readonly missing = new Set<string>();
  readonly #fonts = new FontSet();
  readonly #isInDejaVu: (codePoint: number) => boolean;
  /** A table measures and draws a text several times. */
  readonly #layouts = new LRUCache<string, Line[]>({ max: 100 });
  /** The file so far, and its last parts. Declared only: PDFKit writes before the fields of this class exist. */
  declare private blocks?: Buffer[];
  declare private parts?: Uint8Array[];
  #weight: Weight = 'regular';
  #size = 0;
  #color: PDFKit.Mixins.ColorValue = 'black';

  constructor(options: PDFKit.PDFDocumentOptions, isInDejaVu: (codePoint: number) => boolean) {
    super(options);
    this.#isInDejaVu = isInDejaVu;
  }

  /** Selects weight and size of the texts that follow. */
  style(weight: Weight, size: number): this {
    this.#weight = weight;
    this.#size = size;
    return this.font(weight).fontSize(size);
  }

  override fillColor(color: PDFKit.Mixins.ColorValue, opacity?: number): this {
    this.#color = color;
    return super.fillColor(color, opacity);
  }

  /** Loads the fonts that texts need before they are drawn or measured. */
  async prepare(weight: Weight, texts: readonly string[]): Promise<void> {
    const others = texts.filter((text) => !this.#isPlain(text)).flatMap(toParagraphs);
    if (others.length === 0) return;
    // For spaces, and for the codes of characters that no font has.
    this.#fonts.find(' ', { weight, form: 'chinese' });
    const fonts = await loadFonts(others, this.#fonts, weight);
    for (const { id, source } of fonts) this.registerFont(id, source);
  }

  /** Joins the contents of the page before, whose many small parts take ten times the memory of the whole. */
  override addPage(options?: PDFKit.PDFDocumentOptions): this {
    // Its types have another name; the first page has none before it.
    const content = (this.page as PDFKit.PDFPage | undefined)?.content as
      | { buffer: Uint8Array[] }
      | undefined;
    if (content) content.buffer = [Buffer.concat(content.buffer)];
    super.addPage(options);
    return this;
  }

  /** Ends the document. @returns the file */
  async close(pause: Pause): Promise<Buffer> {
    await this.#compressPages(pause);
    this.end();
    // Nothing is in the stream but its end.
    await once(this.resume(), 'end');
    this.#joinParts();
    return Buffer.concat(this.blocks ?? []);
  }

  /** Keeps a part of the file. A long document has half a million of them, which take longer through a stream. */
  override push(part: Uint8Array | null): boolean {
    if (part === null) return super.push(null);
    this.parts ??= [];
    this.parts.push(part);
    if (this.parts.length === MAX_PARTS) this.#joinParts();
    return true;
  }

  #joinParts(): void {
    this.blocks = [...(this.blocks ?? []), Buffer.concat(this.parts ?? [])];
    this.parts = [];
  }

  /** Compresses the buffered pages one after another, which `end` would do in one piece. */
  async #compressPages(pause: Pause): Promise<void> {
    // Not in its types; `flushPages` compresses the pages that are in it.
    const buffer = this as unknown as { _pageBuffer: object[] };
    for (const page of buffer._pageBuffer) {
      buffer._pageBuffer = [page];
      this.flushPages();
      await pause();
    }
  }

  override text(text: string, ...at: Position): this {
    if (this.#isPlain(text)) return super.text(text, ...(at as []));
    const box = this.#readOptions(...at);
    this.x = box.x;
    this.y = box.y;
    for (const line of this.#layOut(text, box)) {
      const { height, baseline } = this.#measureLine(line);
      if (box.mayBreak && this.y + height > this.page.maxY()) this.#continueOnNewPage();
      const free = (box.width ?? 0) - line.width * this.#size;
      const isAtRight = box.align === 'right' || line.isRightToLeft;
      this.#drawLine(line, box.x + (isAtRight ? free : 0), this.y + baseline);
      this.y += height + box.lineGap;
    }
    this.x = box.x;
    return this;
  }

  override heightOfString(text: string, options?: Options): number {
    if (this.#isPlain(text)) return super.heightOfString(text, options);
    const box = this.#readOptions(options);
    const lines = this.#layOut(text, box);
    return lines.reduce((sum, line) => sum + this.#measureLine(line).height + box.lineGap, 0);
  }

  override boundsOfString(text: string, ...at: Position): Bounds {
    if (this.#isPlain(text)) return super.boundsOfString(text, ...(at as []));
    const box = this.#readOptions(...at);
    const lines = this.#layOut(text, box);
    const height = lines.reduce((sum, line) => sum + this.#measureLine(line).height + box.lineGap, 0);
    return {
      x: box.x,
      y: box.y,
      width: Math.max(...lines.map(({ width }) => width * this.#size)),
      height: Math.min(height, box.height),
    };
  }

  /** Reads PDFKit's options of a text. */
  #readOptions(...at: Position) {
    const [first, y = this.y, others = {}] = at;
    const [x, options] = typeof first === 'object' ? [this.x, first] : [first ?? this.x, others];
    const { width, height, align, lineGap = 0, lineBreak = true } = options;
    return {
      x,
      y,
      width: width ?? (lineBreak ? this.page.width - x - this.page.margins.right : undefined),
      height: height ?? Infinity,
      align,
      lineGap,
      /** Over the page, a text in Arabic or Hebrew begins at the right; a name in a column stays in an English line. */
      base: width === undefined && align === undefined && lineBreak ? ('auto' as const) : ('ltr' as const),
      /** A table reserves the height of its cells. */
      mayBreak: height === undefined && lineBreak,
    };
  }

  /** Without a width, each paragraph is a line. */
  #layOut(
    text: string,
    { width = Infinity, base }: { width: number | undefined; base: 'auto' | 'ltr' },
  ): Line[] {
    const key = `${this.#weight} ${this.#size} ${width} ${base} ${text}`;
    const lines =
      this.#layouts.get(key) ??
      toParagraphs(text).flatMap((paragraph) =>
        breakLines(divide(paragraph, this.#fonts, { weight: this.#weight, base }), width / this.#size),
      );
    this.#layouts.set(key, lines);
    return lines;
  }

  /** A line is as high as one of DejaVu, or higher if its letters are. */
  #measureLine({ ascent, descent }: Line): { height: number; baseline: number } {
    const baseline = Math.max(ascent, LINE.ascent) * this.#size;
    return { baseline, height: baseline + Math.max(descent, LINE.descent) * this.#size };
  }

  /** @param baseline from the top of the page */
  #drawLine({ parts }: Line, left: number, baseline: number): void {
    let x = left;
    const positioned = parts.map((part) => {
      const at = x;
      x += part.width * this.#size;
      return { part, at };
    });
    // In the order in which they are read, for readers that do not order them.
    for (const { part, at } of positioned.toSorted((a, b) => a.part.start - b.part.start))
      this.#drawPart(part, at, baseline);
    this.font(this.#weight).fontSize(this.#size);
  }

  #drawPart({ text, font, direction }: Part, x: number, baseline: number): void {
    const { y } = this;
    const options: Options = { lineBreak: false, baseline: 'alphabetic' };
    if (font) {
      this.font(font.id);
      super.text(text, x, baseline, { ...options, features: [DIRECTION_FEATURES[direction]] });
    } else {
      this.missing.add(toCode(text));
      this.strokeColor(this.#color);
      const code = drawFrame(this, text, { x, baseline, size: this.#size });
      this.font('regular').fontSize(code.size);
      super.text(toCode(text), code.x, code.baseline, options);
      this.fontSize(this.#size);
    }
    this.y = y;
  }

  /** The color is part of the contents of a page. */
  #continueOnNewPage(): void {
    this.continueOnNewPage();
    this.fillColor(this.#color);
  }

  #isPlain(text: string): boolean {
    if (/^[\n\x20-\x7e]*$/.test(text)) return true;
    return (
      PLAIN.test(text) && [...text].every((one) => one === '\n' || this.#isInDejaVu(one.codePointAt(0) ?? 0))
    );
  }
}

const toParagraphs = (text: string): string[] =>
  text.replaceAll(LINE_BREAKS, '\n').replaceAll('\t', '    ').split('\n');
