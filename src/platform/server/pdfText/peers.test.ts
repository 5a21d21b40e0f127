/** Texts of PDF documents, compared with what HarfBuzz's own programs shape and draw with the same fonts. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPdf } from '#platform/server/pdfDocument.ts';
import { FontSet } from '#platform/server/pdfText/fontSet.ts';
import { divide, loadFonts, orderRuns } from '#platform/server/pdfText/runs.ts';
import { DIRECTION_FEATURES, type ScriptFont } from '#platform/server/pdfText/scriptFont.ts';
import { listDisplayNames, NAME_LANGUAGES, SCRIPT_NAMES } from '#tests/support/factories/scriptNames.ts';
import {
  renderPages,
  shapeTexts,
  viewText,
  type Glyph,
  type ShapedTexts,
} from '#tests/support/helpers/harfBuzz.ts';
import { compareInk, listInkRows } from '#tests/support/helpers/ink.ts';
import { findProgram, installPackage } from '#tests/support/helpers/packages.ts';

/** All names in `npm run test:all`. */
const STEP = process.env['TESTS'] === 'all' ? 1 : 40;
const PURPOSE = 'the tests of scripts in PDF documents';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scripts-'));
  if (!findProgram('hb-shape')) installPackage('libharfbuzz-bin', PURPOSE);
  if (!findProgram('pdftoppm')) installPackage('poppler-utils', PURPOSE);
}, 300_000);
afterAll(() => rm(folder, { recursive: true }));

/** The parts of texts that have one font and direction, without spaces. */
async function listParts(texts: readonly string[]): Promise<ShapedTexts[]> {
  const fonts = new FontSet();
  await loadFonts(texts, fonts, 'regular');
  const groups = new Map<string, ShapedTexts & { texts: string[] }>();
  for (const text of texts)
    for (const { font, direction, start, end } of orderRuns(
      divide(text, fonts, { weight: 'regular', base: 'auto' }),
      0,
      text.length,
    )) {
      const part = text.slice(start, end);
      expect([part, font]).not.toEqual([part, null]);
      if (!font || part.trim() === '') continue;
      const key = `${font.id} ${direction}`;
      const group = groups.get(key) ?? { font, direction, texts: [] };
      groups.set(key, group);
      if (!group.texts.includes(part)) group.texts.push(part);
    }
  return [...groups.values()];
}

type Layout = (
  text: string,
  features?: readonly string[],
) => { glyphs: { id: string | number }[]; positions: Omit<Glyph, 'id'>[] };

/** The glyphs that PDFKit draws. @param features as for a text of many scripts; without them as for a Latin text */
function layOut(font: ScriptFont, text: string, features?: readonly string[]): Glyph[] {
  const { layout } = font.source as unknown as { layout: Layout };
  const { glyphs, positions } = layout(text, features);
  return glyphs.map(({ id }, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index] as Glyph;
    return { id: Number.parseInt(String(id), 10), xAdvance, xOffset, yOffset };
  });
}

const listIds = (glyphs: readonly Glyph[]): number[] => glyphs.map(({ id }) => id);

test.for(NAME_LANGUAGES)(
  'the names of countries, languages and currencies in %s have the glyphs of HarfBuzz [14.script.2]',
  { timeout: 300_000 },
  async (language, { skip }) => {
    const program = findProgram('hb-shape');
    const parts = await listParts(listDisplayNames(language).filter((_, index) => index % STEP === 0));
    if (program === undefined) return skip('The program hb-shape (package libharfbuzz-bin) is missing.');
    let moved = 0;
    for (const part of parts) {
      const { font, direction, texts } = part;
      const expected = await shapeTexts(part, { program, folder });
      for (const [index, text] of texts.entries()) {
        const glyphs = layOut(font, text, [DIRECTION_FEATURES[direction]]);
        expect([text, listIds(glyphs)]).toEqual([text, listIds(expected[index] ?? [])]);
        if (JSON.stringify(glyphs) !== JSON.stringify(expected[index])) moved += 1;
      }
    }
    // Versions of HarfBuzz differ in the position of a few marks of Burmese.
    expect(moved).toBeLessThanOrEqual(language === 'my' ? 5 : 0);
  },
);

test('texts in Latin, Greek and Cyrillic letters, for which HarfBuzz is not loaded, have its glyphs as well [14.script.2]', async ({
  skip,
}) => {
  const program = findProgram('hb-shape');
  if (program === undefined) return skip('The program hb-shape (package libharfbuzz-bin) is missing.');
  const names = ['en', 'es', 'vi', 'pl', 'tr', 'ru', 'uk', 'el'].flatMap(listDisplayNames);
  const texts = [...names.filter((_, index) => index % STEP === 0), 'office fluffier AVATAR To Ty “quoted”'];
  for (const part of await listParts(texts)) {
    const expected = await shapeTexts(part, { program, folder });
    for (const [index, text] of part.texts.entries())
      expect([text, layOut(part.font, text)]).toEqual([text, expected[index]]);
  }
});

/** Pixels to the em, so that the text of a description (9.5 points) is as large. */
const SIZE = 38;
const DPI = (SIZE / 9.5) * 72;
/** Left of the values of descriptions, in pixels. */
const VALUES = Math.floor((180 / 72) * DPI);

test(
  'a name in each script has the ink that hb-view draws [14.script.2]',
  { timeout: 300_000 },
  async ({ skip }) => {
    const [view, render] = [findProgram('hb-view'), findProgram('pdftoppm')];
    if (view === undefined || render === undefined)
      return skip('hb-view (package libharfbuzz-bin) or pdftoppm (package poppler-utils) is missing.');
    const parts = (await listParts(Object.values(SCRIPT_NAMES))).flatMap(({ texts, ...part }) =>
      texts.map((text) => ({ ...part, text })),
    );
    const pdf = await createPdf({
      title: 'Names',
      author: 'Names',
      footer: '',
      at: new Date(0),
      paperSize: 'a4',
    });
    await pdf.descriptionList(parts.map(({ text }) => ['', text]));
    const pages = await renderPages(await pdf.close(), { program: render, folder, dpi: DPI });
    const rows = pages.flatMap((page) => listInkRows(page, { left: VALUES, gap: 7 }));
    expect(rows).toHaveLength(parts.length);
    for (const [index, part] of parts.entries()) {
      const picture = await viewText(part, { program: view, folder, size: SIZE });
      const [expected] = listInkRows(picture, { left: 0, gap: 40 });
      const row = rows[index];
      if (!row || !expected) throw new Error(`No ink for ${part.text}`);
      const [wider, higher] = [row.width - expected.width, row.height - expected.height];
      // hb-view cuts off what a letter has beyond its width.
      const isSame = wider > -3 && wider < 9 && Math.abs(higher) < 3 && compareInk(row, expected) > 0.75;
      expect([part.text, wider, higher, isSame]).toEqual([part.text, wider, higher, true]);
    }
  },
);
