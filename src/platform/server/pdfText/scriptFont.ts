/** A font whose text HarfBuzz shapes, because the layout of fontkit fails for scripts of India and South-East Asia. */

import type { Font as FontkitFont } from 'fontkit';
import type { Font as HarfBuzzFont } from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';
import { readFile } from 'node:fs/promises';
import { DEJAVU, type FontFile, type Weight } from './fontFiles.ts';

export interface ScriptFont {
  /** The name under which a document registers it. */
  id: string;
  file: FontFile;
  /** For `registerFont` of PDFKit. */
  source: PDFKit.Mixins.PDFFontSource;
  has: (codePoint: number) => boolean;
  measure: (text: string, direction: Direction) => Size;
}

/** In em. */
export interface Size {
  width: number;
  /** The height of letters above and below the baseline. */
  ascent: number;
  descent: number;
}

export type Direction = 'ltr' | 'rtl';

/** Features of OpenType that name the direction of a text; PDFKit passes them to `layout`. */
export const DIRECTION_FEATURES = { ltr: 'ltrm', rtl: 'rtlm' } as const;

/** Texts whose size stays in memory, because tables and lines measure a text several times. */
const MAX_SIZES = 1000;
/** Bytes of opened fonts that stay in memory for later documents. */
const MAX_CACHE_BYTES = 8 * 1024 * 1024;
const cache = new LRUCache<string, Loaded>({
  maxSize: MAX_CACHE_BYTES,
  sizeCalculation: ({ size }) => size,
});

interface Loaded {
  font: ScriptFont;
  size: number;
}

/** Loads a font file, and HarfBuzz on first use. */
export async function loadScriptFont(file: FontFile, weight: Weight): Promise<ScriptFont> {
  const id = file === DEJAVU ? weight : `${file.id}-${weight}`;
  const loaded = cache.get(id) ?? (await load(id, file, weight));
  cache.set(id, loaded);
  return loaded.font;
}

async function load(id: string, file: FontFile, weight: Weight): Promise<Loaded> {
  const content = await readFont(file, weight);
  const { Blob, Face, Font } = await import('harfbuzzjs');
  const font = new Font(new Face(new Blob(content)));
  const source = file === DEJAVU ? await openDejaVu(weight) : await open(content, id);
  source.shape = await createShaper(font);
  const { shape } = source;
  const sizes = new LRUCache<string, Size>({ max: MAX_SIZES });
  const measure = (text: string, direction: Direction) => measureShaped(shape(text, direction), font);
  return {
    size: content.length,
    font: {
      id,
      file,
      source: toFontSource(source),
      has: (codePoint) => Boolean(font.nominalGlyph(codePoint)),
      measure: (text, direction) => {
        const key = `${direction} ${text}`;
        const size = sizes.get(key) ?? measure(text, direction);
        sizes.set(key, size);
        return size;
      },
    },
  };
}

function measureShaped({ glyphs, positions, advanceWidth }: Shaped, font: HarfBuzzFont): Size {
  const { upem } = font.face;
  let ascent = 0;
  let descent = 0;
  for (const [index, { id }] of glyphs.entries()) {
    const { yBearing = 0, height = 0 } = font.glyphExtents(Number.parseInt(id, 10)) ?? {};
    const top = yBearing + (positions[index]?.yOffset ?? 0);
    ascent = Math.max(ascent, top);
    // Heights are negative, because they are measured downwards.
    descent = Math.max(descent, -(top + height));
  }
  return { width: advanceWidth / upem, ascent: ascent / upem, descent: descent / upem };
}

/** Parsed once for all documents, because parsing a font takes longer than rendering a page. */
const dejaVu: Partial<Record<Weight, Promise<Source>>> = {};

/** Opens the font of plain texts, for which HarfBuzz is not loaded. */
export function openDejaVu(weight: Weight): Promise<Source> {
  return (dejaVu[weight] ??= readFile(DEJAVU.paths[weight])
    .then((content) => open(content))
    .catch((error: unknown) => {
      delete dejaVu[weight];
      throw error;
    }));
}

/** An opened font for PDFKit. Texts with a direction are shaped by HarfBuzz, when it is loaded, others by fontkit. */
interface Source extends FontkitFont {
  shape?: Shape;
}

async function open(content: Buffer, name?: string): Promise<Source> {
  const { create } = await import('fontkit');
  const font = create(content) as FontkitFont;
  const source = Object.create(font, name === undefined ? {} : { postscriptName: { value: name } }) as Source;
  const layout = (text: string, features?: readonly string[]) =>
    features && source.shape
      ? source.shape(text, features.includes('rtlm') ? 'rtl' : 'ltr')
      : font.layout(text);
  // A font of its own, because a font keeps each glyph with the text for which it was first used, here for none.
  const outlines = create(content) as FontkitFont;
  return Object.assign(source, { layout, createSubset: () => createSubset(outlines) });
}

/**
 * The glyphs of a document, in which a glyph of a shaped text occurs once for each text that it stands for: a PDF has one
 * text for each glyph, and letters of Arabic or Khmer are made of parts that they share with others.
 */
function createSubset(font: FontkitFont) {
  // Its types lack what PDFKit uses.
  const subset = font.createSubset() as unknown as {
    glyphs: number[];
    includeGlyph: (glyph: number | GlyphKey) => number;
  };
  const include = subset.includeGlyph.bind(subset);
  const indices = new Map<GlyphKey, number>();
  subset.includeGlyph = (glyph) => {
    if (typeof glyph === 'number') return include(glyph);
    const index = indices.get(glyph) ?? subset.glyphs.push(Number.parseInt(glyph, 10)) - 1;
    indices.set(glyph, index);
    return index;
  };
  return subset;
}

/** The number of a glyph, and the text for which it stands. */
type GlyphKey = `${number} ${string}`;

/** PDFKit accepts an open font as well, which its types leave out. */
export const toFontSource = (font: Source) => font as unknown as PDFKit.Mixins.PDFFontSource;

/** Reads a font of one weight, as TrueType, because PDFKit embeds WOFF2 without its outlines. */
export async function readFont({ paths }: FontFile, weight: Weight): Promise<Buffer> {
  if (!('variable' in paths)) return readFile(paths[weight]);
  const { default: subsetFont } = await import('subset-font');
  const options = { keepAllGlyphs: true, targetFormat: 'truetype', variationAxes: { wght: WEIGHTS[weight] } };
  // Its types lack keepAllGlyphs, with which there is no text.
  return (subsetFont as unknown as (font: Buffer, text: undefined, options: object) => Promise<Buffer>)(
    await readFile(paths.variable),
    undefined,
    options,
  );
}

const WEIGHTS: Record<Weight, number> = { regular: 400, bold: 700 };

/** The result that PDFKit expects of `layout`; it scales the positions in place. */
interface Shaped {
  glyphs: { id: GlyphKey; advanceWidth: number; codePoints: number[] }[];
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
  readonly advanceWidth: number;
}
type Shape = (text: string, direction: Direction) => Shaped;

/** Shapes runs of one script and direction. */
async function createShaper(font: HarfBuzzFont): Promise<Shape> {
  const { Buffer, Direction: Directions, shape } = await import('harfbuzzjs');
  const buffer = new Buffer();
  return (text, direction) => {
    buffer.reset();
    buffer.addText(text);
    buffer.setDirection(direction === 'rtl' ? Directions.RTL : Directions.LTR);
    buffer.guessSegmentProperties();
    shape(font, buffer);
    const infos = buffer.getGlyphInfos();
    const positions = buffer.getGlyphPositions();
    const texts = assignTexts(infos, { text, positions });
    return {
      glyphs: infos.map(({ codepoint: glyph }, index) => ({
        id: `${glyph} ${texts[index] ?? ''}`,
        advanceWidth: font.glyphHAdvance(glyph),
        codePoints: [...(texts[index] ?? '')].map((one) => one.codePointAt(0) ?? 0),
      })),
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
}

/**
 * The widest glyph of a cluster stands for all of its characters when a text is searched or copied. The others stand for
 * an invisible character, because readers replace an empty text by one of their choice.
 */
function assignTexts(
  glyphs: readonly { cluster: number }[],
  { text, positions }: { text: string; positions: Shaped['positions'] },
): string[] {
  const widest = new Map<number, number>();
  for (const [index, { cluster }] of glyphs.entries()) {
    const before = positions[widest.get(cluster) ?? -1]?.xAdvance ?? -1;
    if ((positions[index]?.xAdvance ?? 0) > before) widest.set(cluster, index);
  }
  const starts = [...widest.keys()].toSorted((a, b) => a - b);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1]]));
  return glyphs.map(({ cluster }, index) =>
    widest.get(cluster) === index ? text.slice(cluster, ends.get(cluster)) : '\u200b',
  );
}
