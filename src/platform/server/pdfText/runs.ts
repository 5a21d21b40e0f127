/** Divides a paragraph into runs of one font and one direction. */

import createBidi, { type Bidi, type EmbeddingLevels } from 'bidi-js';
import { findEastAsianForm, type EastAsianForm, type Weight } from './fontFiles.ts';
import type { FontSet } from './fontSet.ts';
import type { ScriptFont } from './scriptFont.ts';

/** A part of a paragraph in the order in which it is read. */
export interface Run {
  start: number;
  end: number;
  /** Null for a character that no font has, which is drawn as its code. */
  font: ScriptFont | null;
}

export interface Paragraph {
  text: string;
  runs: readonly Run[];
  bidi: EmbeddingLevels;
  /** True when it begins at the right. */
  isRightToLeft: boolean;
}

// Its types describe the ES module, but Node loads the other one.
const bidi = (createBidi as unknown as () => Bidi)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
/** Control characters, parts of a character, and characters without a common meaning, whatever fonts draw for them. */
const HAS_NO_LETTER = /[\p{Cc}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}]/u;
const IS_SHARED = /^(?:(?!\p{ASCII})[\p{Script=Common}\p{Script=Inherited}])+$/u;
/** Scripts that share a font, in which HarfBuzz shapes one script at a time. */
const SHARED_FONT = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];

interface Style {
  weight: Weight;
  /** Where a paragraph begins; 'auto' for the side of its first letter outside of isolates. */
  base: 'auto' | 'ltr';
}

export function divide(text: string, fonts: FontSet, { weight, base }: Style): Paragraph {
  const levels = bidi.getEmbeddingLevels(text, base);
  const runs: Run[] = [];
  const look = { weight, form: findEastAsianForm(text) };
  let script: number | undefined;
  for (const { segment, index } of graphemes.segment(text)) {
    for (const { characters, start, font } of chooseFonts(segment, index, {
      fonts,
      look,
      last: runs.at(-1),
    })) {
      const next = SHARED_FONT.findIndex((one) => one.test(characters));
      const last = runs.at(-1);
      const isSame =
        last &&
        font !== null &&
        last.font === font &&
        levels.levels[last.end - 1] === levels.levels[start] &&
        (next === -1 || script === undefined || next === script);
      if (next !== -1) script = next;
      else if (!isSame) script = undefined;
      const end = start + characters.length;
      if (isSame) last.end = end;
      else runs.push({ start, end, font });
    }
  }
  return { text, runs, bidi: levels, isRightToLeft: (levels.paragraphs[0]?.level ?? 0) % 2 === 1 };
}

/** Loads the fonts that paragraphs need before they are divided. @returns the fonts that were loaded */
export async function loadFonts(
  paragraphs: readonly string[],
  fonts: FontSet,
  weight: Weight,
): Promise<ScriptFont[]> {
  const loaded: ScriptFont[] = [];
  for (;;) {
    for (const text of paragraphs) divide(text, fonts, { weight, base: 'ltr' });
    const next = await fonts.loadMissing();
    if (next.length === 0) return loaded;
    loaded.push(...next);
  }
}

interface Context {
  fonts: FontSet;
  look: { weight: Weight; form: EastAsianForm };
  last: Run | undefined;
}
interface Choice {
  characters: string;
  start: number;
  font: ScriptFont | null;
}

/** One font for a letter with its marks, if there is one with all of them; else one for each character. */
function chooseFonts(grapheme: string, start: number, context: Context): Choice[] {
  const font = chooseFont(grapheme, context);
  if (font !== null || [...grapheme].length === 1) return [{ characters: grapheme, start, font }];
  let next = start;
  return [...grapheme].map((characters) => {
    const choice = { characters, start: next, font: chooseFont(characters, context) };
    next += characters.length;
    return choice;
  });
}

function chooseFont(characters: string, { fonts, look, last }: Context): ScriptFont | null {
  if (HAS_NO_LETTER.test(characters)) return null;
  const visible = toVisible(characters);
  // Invisible characters stay with the text before them, where they may join letters.
  if (visible === '') return last?.font ?? fonts.find(' ', look);
  // Points and brackets of a script look best in the font of the text before them.
  if (IS_SHARED.test(characters) && last?.font && hasAll(last.font, visible)) return last.font;
  const forms = new Set([
    visible,
    toVisible(characters.normalize('NFC')),
    toVisible(characters.normalize('NFD')),
  ]);
  for (const form of forms) {
    const font = fonts.find(form, look);
    if (font) return font;
  }
  return null;
}

const toVisible = (characters: string): string =>
  [...characters].filter((one) => !IGNORABLE.test(one)).join('');

const hasAll = (font: ScriptFont, characters: string): boolean =>
  [...characters].every((one) => font.has(one.codePointAt(0) ?? 0));

/** Parts of a line in the order in which they are drawn, from left to right. */
export function orderRuns(
  { text, runs, bidi: levels }: Paragraph,
  start: number,
  end: number,
): (Run & { direction: 'ltr' | 'rtl' })[] {
  if (start >= end) return [];
  const parts: (Run & { direction: 'ltr' | 'rtl' })[] = [];
  // It returns the characters outside of the line, too, at their place.
  const indices = bidi.getReorderedIndices(text, levels, start, end - 1).slice(start, end);
  for (const index of indices) {
    const run = runs.find((one) => one.start <= index && index < one.end);
    const direction = (levels.levels[index] ?? 0) % 2 === 1 ? 'rtl' : 'ltr';
    const last = parts.at(-1);
    const isNext = last && (direction === 'ltr' ? last.end === index : last.start === index + 1);
    if (!run) continue;
    if (isNext && last.direction === direction && last.start >= run.start && last.end <= run.end) {
      last.start = Math.min(last.start, index);
      last.end = Math.max(last.end, index + 1);
    } else parts.push({ start: index, end: index + 1, font: run.font, direction });
  }
  return parts;
}
