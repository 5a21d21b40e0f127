/** Limits what a preview shows of texts, so that its answers stay small whatever a file contains. Pure. */

/** Characters of a cell, and of a message, which may quote one. */
export const MAX_CELL = 500;
export const MAX_MESSAGE = 300;
const MARK = '…';

/** Control characters, which take six bytes each in JSON; line breaks and tabs take two. */
const CONTROL = /[^\P{Cc}\n\r\t]/gu;

export function cutText(text: string, max: number): string {
  const short = text.length > max ? text.slice(0, max - MARK.length).toWellFormed() + MARK : text;
  return short.replaceAll(CONTROL, '\uFFFD');
}

/** Bytes of a value in an answer. */
export const measureJson = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
