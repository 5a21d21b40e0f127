/** A frame with the code of a character that no font has, instead of its letter. Lengths are em of the text around it. */

import type { Size } from './scriptFont.ts';

const TEXT_SIZE = 0.6;
/** Wide enough for each character of a code in DejaVu. */
const CHARACTER_WIDTH = 0.74 * TEXT_SIZE;
const MARGIN = 0.1;
const ASCENT = 0.7;
const DESCENT = 0.18;

/** 'U+1F600'. */
export const toCode = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

export const measureFrame = (character: string): Size => ({
  width: toCode(character).length * CHARACTER_WIDTH + 2 * MARGIN,
  ascent: ASCENT,
  descent: DESCENT,
});

/** Draws the frame. @returns where its code begins; points */
export function drawFrame(
  document: PDFKit.PDFDocument,
  character: string,
  { x, baseline, size }: { x: number; baseline: number; size: number },
): { x: number; baseline: number; size: number } {
  const width = measureFrame(character).width - 2 * MARGIN;
  document
    .save()
    .lineWidth(size * 0.05)
    .rect(x + MARGIN * size, baseline - ASCENT * size, width * size, (ASCENT + DESCENT) * size)
    .stroke()
    .restore();
  return { x: x + 2 * MARGIN * size, baseline: baseline - 0.08 * size, size: TEXT_SIZE * size };
}
