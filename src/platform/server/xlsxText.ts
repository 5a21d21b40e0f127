/** Characters that XML cannot contain, or changes, are written as _x000D_ in the texts of XLSX files (ECMA-376, part 1, 22.9.2.19). */

/** 'a_x000D_b' is an 'a', a carriage return and a 'b'. */
export const decodeEscapes = (text: string): string =>
  text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** With the underscore of a text that looks like such a character. */
// oxlint-disable-next-line no-control-regex -- the pattern is about them
const ESCAPED = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_(?=x[\dA-Fa-f]{4}_)/g;

/** The reverse of `decodeEscapes`. */
export const encodeEscapes = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(ESCAPED, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
