/** Breaks a paragraph into lines. */

import LineBreaker from 'linebreak';
import { measureFrame } from './codeFrame.ts';
import { orderRuns, type Paragraph, type Run } from './runs.ts';
import type { Direction, Size } from './scriptFont.ts';

/** A part of a line from left to right. */
export interface Part extends Run, Size {
  text: string;
  direction: Direction;
}

export interface Line extends Size {
  parts: readonly Part[];
  /** True when its paragraph begins at the right. */
  isRightToLeft: boolean;
}

/** Languages that are written without spaces between words. */
const UNSPACED = [
  { language: 'th', text: /\p{Script=Thai}+/gu },
  { language: 'lo', text: /\p{Script=Lao}+/gu },
  { language: 'km', text: /\p{Script=Khmer}+/gu },
  { language: 'my', text: /\p{Script=Myanmar}+/gu },
].map(({ language, text }) => ({ text, segmenter: new Intl.Segmenter(language, { granularity: 'word' }) }));
/** They change the order, and have no letter. */
const BIDI_CONTROLS = /[\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Rounding may not move a word that fits to the next line. */
const TOLERANCE = 0.001;

/** @param maxWidth em; a longer word is broken between letters */
export function breakLines(paragraph: Paragraph, maxWidth: number): Line[] {
  const { text } = paragraph;
  const lines: Line[] = [];
  let start = 0;
  let width = 0;
  let end = 0;
  const finish = () => lines.push(toLine(paragraph, start, end));
  for (const segment of splitSegments(text)) {
    const isTooLong = widthOf(paragraph, segment.start, trimEnd(text, segment)) > maxWidth + TOLERANCE;
    for (const piece of isTooLong ? splitGraphemes(text, segment) : [segment]) {
      const visible = widthOf(paragraph, piece.start, trimEnd(text, piece));
      if (end > start && width + visible > maxWidth + TOLERANCE) {
        finish();
        start = piece.start;
        width = 0;
      }
      width += widthOf(paragraph, piece.start, piece.end);
      end = piece.end;
    }
  }
  finish();
  return lines;
}

interface Segment {
  start: number;
  end: number;
}

/** The parts between which a line may end. */
function splitSegments(text: string): Segment[] {
  const ends = new Set<number>([text.length]);
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) ends.add(next.position);
  for (const { text: unspaced, segmenter } of UNSPACED)
    for (const { 0: match, index } of text.matchAll(unspaced))
      for (const word of segmenter.segment(match)) if (word.index > 0) ends.add(index + word.index);
  const sorted = [...ends].filter((end) => end > 0).toSorted((a, b) => a - b);
  return sorted.map((end, index) => ({ start: sorted[index - 1] ?? 0, end }));
}

function splitGraphemes(text: string, { start, end }: Segment): Segment[] {
  return [...graphemes.segment(text.slice(start, end))].map(({ segment, index }) => ({
    start: start + index,
    end: start + index + segment.length,
  }));
}

/** The end without the spaces before it, which may hang over the end of a line. */
const trimEnd = (text: string, { start, end }: Segment): number =>
  start + text.slice(start, end).trimEnd().length;

function toLine(paragraph: Paragraph, start: number, end: number): Line {
  const visibleEnd = trimEnd(paragraph.text, { start, end });
  const parts = listParts(paragraph, start, visibleEnd);
  return {
    parts,
    isRightToLeft: paragraph.isRightToLeft,
    width: sumWidths(parts),
    ascent: Math.max(0, ...parts.map(({ ascent }) => ascent)),
    descent: Math.max(0, ...parts.map(({ descent }) => descent)),
  };
}

const widthOf = (paragraph: Paragraph, start: number, end: number): number =>
  sumWidths(listParts(paragraph, start, end));

const listParts = (paragraph: Paragraph, start: number, end: number): Part[] =>
  orderRuns(paragraph, start, end).map((run) => {
    const text = paragraph.text.slice(run.start, run.end).replaceAll(BIDI_CONTROLS, '');
    return { ...run, text, ...(run.font ? run.font.measure(text, run.direction) : measureFrame(text)) };
  });

const sumWidths = (parts: readonly Part[]): number => parts.reduce((sum, { width }) => sum + width, 0);
