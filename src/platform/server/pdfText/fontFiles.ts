/** Font files by character: DejaVu for Latin, Greek and Cyrillic, a Noto font for each other script. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A font file that has some characters of a font. */
export interface FontFile {
  id: string;
  /** A variable font in the format WOFF2, or a file for each weight. */
  paths: { variable: string } | Record<Weight, string>;
}

export type Weight = 'regular' | 'bold';

/** Returns the file that should have a character, if the font has it. */
type Font = (codePoint: number) => FontFile | undefined;

const resolve = (path: string): string => fileURLToPath(import.meta.resolve(path));

export const DEJAVU = {
  id: 'DejaVuSans',
  paths: {
    regular: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  },
} satisfies FontFile;

/** Fonts for the characters of a script, by the name that Unicode gives the script. */
const SCRIPT_FONTS: readonly { isOfScript: RegExp; font: Font }[] = [
  'Arabic',
  'Bengali',
  'Cherokee',
  'Devanagari',
  'Ethiopic',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Syriac',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
].map((script) => {
  const name = script === 'Tibetan' ? 'noto-serif-tibetan' : `noto-sans-${script.toLowerCase()}`;
  return {
    isOfScript: new RegExp(`\\p{Script_Extensions=${script}}`, 'u'),
    font: openFont(name, [script.toLowerCase()]),
  };
});

const IS_EAST_ASIAN =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u{ff01}-\u{ffee}]/u;
const CHINESE = openFont('noto-sans-sc');
const TAIWANESE = openFont('noto-sans-tc');
const JAPANESE = openFont('noto-sans-jp');
const KOREAN = openFont('noto-sans-kr');
const EAST_ASIAN_FONTS = {
  chinese: [CHINESE, TAIWANESE, JAPANESE, KOREAN],
  taiwanese: [TAIWANESE, CHINESE, JAPANESE, KOREAN],
  japanese: [JAPANESE, CHINESE, TAIWANESE, KOREAN],
  korean: [KOREAN, CHINESE, TAIWANESE, JAPANESE],
};
/** The form of a letter that is written differently in Chinese, Japanese and Korean. */
export type EastAsianForm = keyof typeof EAST_ASIAN_FONTS;

const IS_EMOJI = /[\p{Emoji_Presentation}\p{Regional_Indicator}]/u;
const EMOJI = openFont('noto-emoji');

/** Signs of newer currencies and a few letters that DejaVu lacks. */
const INTER = openFont('inter', ['latin-ext', 'cyrillic-ext']);

const dejaVu: Font = () => DEJAVU;

/** Returns the files that may have a character, the best first. */
export function listFonts(codePoint: number, form: EastAsianForm): FontFile[] {
  const character = String.fromCodePoint(codePoint);
  const ofScript = SCRIPT_FONTS.filter(({ isOfScript }) => isOfScript.test(character)).map(
    ({ font }) => font,
  );
  if (IS_EAST_ASIAN.test(character)) ofScript.push(...EAST_ASIAN_FONTS[form]);
  if (IS_EMOJI.test(character)) ofScript.push(EMOJI);
  // A point or a bracket that many scripts share.
  const isShared = /[\p{Script=Common}\p{Script=Inherited}]/u.test(character) && !IS_EMOJI.test(character);
  const fonts = isShared ? [dejaVu, ...ofScript] : [...ofScript, dejaVu];
  return [...fonts, INTER, EMOJI].flatMap((font) => font(codePoint) ?? []);
}

/** The form of the letters of a text, by the other letters in it. */
export function findEastAsianForm(text: string): EastAsianForm {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'japanese';
  if (/\p{Script=Hangul}/u.test(text)) return 'korean';
  return /\p{Script=Bopomofo}/u.test(text) ? 'taiwanese' : 'chinese';
}

/**
 * A font of a package, whose `unicode.json` lists the characters of each of its files. Fonts with many letters are cut
 * into numbered files, of which few are needed.
 * @param parts the names of the files; the numbered ones by default
 */
function openFont(name: string, parts?: readonly string[]): Font {
  let files: Map<number, FontFile> | undefined;
  return (codePoint) => (files ??= listFiles(name, parts)).get(codePoint);
}

function listFiles(name: string, parts: readonly string[] | undefined): Map<number, FontFile> {
  const folder = `@fontsource-variable/${name}`;
  const ranges = JSON.parse(readFileSync(resolve(`${folder}/unicode.json`), 'utf8')) as Record<
    string,
    string
  >;
  const files = new Map<number, FontFile>();
  for (const [key, characters] of Object.entries(ranges)) {
    const part = /^\[(\d+)\]$/.exec(key)?.[1] ?? key;
    if (parts ? !parts.includes(part) : part === key) continue;
    const path = resolve(`${folder}/files/${name}-${part}-wght-normal.woff2`);
    const file = { id: `${name}-${part}`, paths: { variable: path } };
    for (const codePoint of parseRanges(characters)) files.set(codePoint, file);
  }
  return files;
}

/** Parses the ranges of CSS: 'U+1780-17FF,U+200C'. */
function* parseRanges(ranges: string): Generator<number> {
  for (const range of ranges.split(',')) {
    const [first = '', last = first] = range.slice(2).split('-');
    for (let one = Number.parseInt(first, 16); one <= Number.parseInt(last, 16); one += 1) yield one;
  }
}
