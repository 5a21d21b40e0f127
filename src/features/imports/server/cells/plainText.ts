/** Text of cells without what cannot be seen in them. Pure. */

/** Spaces of any width and marks without a width, such as those of text that was copied from a web page. */
const IS_INVISIBLE = /[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/;

/**
 * Removes spaces and invisible marks around a text; those inside are part of it. A regular expression for those at its
 * end takes minutes where many are inside.
 */
export function trimCell(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && IS_INVISIBLE.test(text.charAt(start))) start += 1;
  while (end > start && IS_INVISIBLE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** A text of numbers and dates in lower case, with ASCII digits, hyphens and single spaces, and without invisible marks. */
export const toPlainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Nd}/gu, toAsciiDigit)
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** The digits of a script follow one another, and its zero is not preceded by a digit of the same ten. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 0x80) return digit;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
