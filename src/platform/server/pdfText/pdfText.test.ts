/** Texts of PDF documents in any script. */

import { expect, test } from 'vitest';
import { createPdf, type PdfDocument } from '#platform/server/pdfDocument.ts';
import { FontSet } from '#platform/server/pdfText/fontSet.ts';
import { isolateValues } from '#platform/server/pdfText/isolates.ts';
import { breakLines } from '#platform/server/pdfText/lines.ts';
import { divide, loadFonts } from '#platform/server/pdfText/runs.ts';
import { DIRECTION_FEATURES } from '#platform/server/pdfText/scriptFont.ts';
import { listDisplayNames, NAME_LANGUAGES, SCRIPT_NAMES } from '#tests/support/factories/scriptNames.ts';
import { readPdf, readPdfTexts } from '#tests/support/helpers/pdf.ts';
import { createRandom } from '#tests/support/helpers/random.ts';

/** All names and characters in `npm run test:all`. */
const IS_COMPLETE = process.env['TESTS'] === 'all';

async function draw(add: (pdf: PdfDocument) => Promise<void>): Promise<string> {
  const pdf = await createPdf({
    title: 'Names',
    author: 'Names',
    footer: 'Names',
    at: new Date(0),
    paperSize: 'a4',
  });
  await add(pdf);
  const { pages } = await readPdf(await pdf.close());
  return pages.join(' ');
}

const removeSpaces = (text: string): string => text.replaceAll(/\s/g, '');

test.each(NAME_LANGUAGES)(
  'all names of countries, languages and currencies in %s are drawn without a code [14.script.1]',
  { timeout: 300_000 },
  async (language) => {
    const names = listDisplayNames(language).filter((_, index) => IS_COMPLETE || index % 40 === 0);
    const text = await draw((pdf) =>
      pdf.table(
        [{ title: 'Name' }],
        names.map((name) => [name]),
      ),
    );
    expect(text).not.toMatch(/U\+[0-9A-F]{4}/);
    // Letters of other scripts are read in another order.
    const isInOrder = /^(en|es|vi|pl|tr|ru|uk|el|zh|ja|ko|hy|ka|am|ti)/.test(language);
    const missing = names.filter((name) => !removeSpaces(text).includes(removeSpaces(name)));
    expect(isInOrder ? missing : []).toEqual([]);
  },
);

test('a name in each script is read back from headings, descriptions, texts, tables, sums and signatures [14.script.1]', async () => {
  // pdf.js reads the vowels of Thaana before their letters.
  const { Thaana: _, ...names } = SCRIPT_NAMES;
  for (const name of Object.values(names)) {
    const signature = { title: name, picture: null, ifMissing: name, below: name };
    const text = await draw(async (pdf) => {
      await pdf.heading(name, name);
      await pdf.descriptionList([[name, name]]);
      await pdf.section(name, name);
      await pdf.table([{ title: name }, { title: name, align: 'right' }], [[name, name]]);
      await pdf.sums([[name, '1']]);
      await pdf.signatures([signature, signature]);
      await pdf.evidence(name, [[name, name]]);
    });
    const [first = ''] = name.split(' ');
    expect([name, removeSpaces(text).split(removeSpaces(first)).length - 1]).toEqual([name, 20]);
  }
});

test('lines of Khmer, which has no spaces between words, end after a word [14.script.4]', async () => {
  const khmer = 'ព្រះរាជាណាចក្រកម្ពុជាគឺជាប្រទេសមួយស្ថិតនៅក្នុងតំបន់អាស៊ីអាគ្នេយ៍មានព្រំប្រទល់ជាប់នឹងប្រទេសថៃនៅទិសខាងលិច';
  const fonts = new FontSet();
  await loadFonts([khmer], fonts, 'regular');
  const lines = breakLines(divide(khmer, fonts, { weight: 'regular', base: 'auto' }), 12);
  const wordStarts = new Set(
    [...new Intl.Segmenter('km', { granularity: 'word' }).segment(khmer)].map(({ index }) => index),
  );
  const lineStarts = lines.map(({ parts }) => Math.min(...parts.map(({ start }) => start)));
  expect(lineStarts.length).toBeGreaterThan(3);
  expect(lineStarts.filter((start) => !wordStarts.has(start))).toEqual([]);
  for (const { width } of lines) expect(width).toBeLessThanOrEqual(12.01);
});

test('first and family name in Arabic or Hebrew stay in order in an English sentence, and so do times after them [14.script.3]', async () => {
  for (const name of ['محمد عبدالله', 'שרה לוי']) {
    const positions = await readPositions(isolateValues`Met ${name}, 9:00 AM to 10:15 AM (2 units)`);
    const [first = '', family = ''] = name.split(' ');
    expect(positions(first)).toBeGreaterThan(positions(family));
    expect(positions('Met')).toBeLessThan(positions(family));
    expect(positions('9:00 AM to 10:15 AM (2 units)')).toBeGreaterThan(positions(first));
    const inColumn = await readPositions(`${name} (Miller House)`);
    expect(inColumn(first)).toBeGreaterThan(inColumn(family));
    expect(inColumn('Miller House')).toBeGreaterThan(inColumn(first));
  }
});

test('a character that no font has is drawn as its code, which the end of the document names [14.script.5]', async () => {
  const none = [
    '\u{13000}',
    '\ue000',
    '\u0378',
    '\u0001',
    '\ud800',
    '\udfff',
    '\ufffe',
    '\uffff',
    '\u{10fffd}',
    '\0',
    // DejaVu has a letter for it.
    '\uf6c5',
  ];
  const text = await draw((pdf) => pdf.section('Text', `Anna ${none.join(' ')} Miller`));
  const codes = 'U+13000 U+E000 U+0378 U+0001 U+D800 U+DFFF U+FFFE U+FFFF U+10FFFD U+0000 U+F6C5'.split(' ');
  expect(text).toContain(`Anna ${codes.join(' ')} Miller`);
  expect(text).toContain(`Characters that can't be printed, shown as codes in frames: ${codes.join(', ')}`);
  expect(await draw((pdf) => pdf.section('Text', 'Anna Miller'))).not.toContain('printed');
});

test('no character is drawn as an empty box [14.script.5]', { timeout: 900_000 }, async () => {
  const step = IS_COMPLETE ? 1 : 101;
  const characters = Array.from({ length: Math.floor(0x110000 / step) }, (_, index) =>
    String.fromCodePoint(index * step),
  ).filter((one) => /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}]/u.test(one));
  const fonts = new FontSet();
  await loadFonts(characters, fonts, 'bold');
  const hasBox = (one: string) =>
    divide(one, fonts, { weight: 'bold', base: 'auto' }).runs.some(({ font }) => {
      const { layout } = (font?.source ?? {}) as unknown as { layout?: Layout };
      return layout?.(one, [DIRECTION_FEATURES.ltr]).glyphs.some(({ id }) => id.startsWith('0 '));
    });
  const visible = characters.filter((one) => !/\p{Default_Ignorable_Code_Point}/u.test(one));
  expect(visible.length).toBeGreaterThan(1000);
  expect(visible.filter(hasBox)).toEqual([]);
});

type Layout = (text: string, features: readonly string[]) => { glyphs: { id: string }[] };

test(
  'random texts of any characters are drawn, in narrow columns as well [14.script.5]',
  { timeout: 300_000 },
  async () => {
    const random = createRandom(7);
    const below = (limit: number) => Math.floor(random() * limit);
    const pick = () =>
      String.fromCharCode(...[0x10000, 0x3100, 0x700].map((limit) => below(limit)).slice(below(3)));
    for (let round = 0; round < (IS_COMPLETE ? 500 : 25); round += 1) {
      const text = Array.from({ length: 1 + below(60) }, pick).join(below(2) === 0 ? '' : ' ');
      const read = await draw(async (pdf) => {
        await pdf.heading(text, text);
        await pdf.section('Text', text);
        await pdf.table(
          [
            { title: 'A', width: 30 },
            { title: 'B', align: 'right' },
          ],
          [[text, text]],
        );
      });
      expect(read).toContain('Names · page 1 of');
    }
  },
);

/** Where parts of a text begin in points from the left. */
async function readPositions(text: string): Promise<(word: string) => number> {
  const pdf = await createPdf({
    title: 'Names',
    author: 'Names',
    footer: '',
    at: new Date(0),
    paperSize: 'a4',
  });
  await pdf.descriptionList([['', text]]);
  const texts = await readPdfTexts(await pdf.close());
  return (word) => {
    const position = texts.find(({ text: read }) => read.includes(word));
    if (!position) throw new Error(`${word} is not in ${texts.map((one) => one.text).join('|')}`);
    return position.x;
  };
}

test('a Latin text is read back after fonts were used for other texts [14.script.1]', async () => {
  // A glyph that is part of others, such as the dotless i.
  await draw((pdf) => pdf.section('Text', 'ì í î ĩ 王 iì'));
  expect(await draw((pdf) => pdf.section('Text', 'Adası Zoë 10:15'))).toContain('Adası Zoë 10:15');
});
