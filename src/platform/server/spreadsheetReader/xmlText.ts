/** Characters that XML cannot contain are written as _x000D_ in the texts of XLSX files (ECMA-376, part 1, 22.9.2.19). */

/** 'a_x000D_b' is an 'a', a carriage return and a 'b'. */
export const decodeEscapes = (text: string): string =>
  text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
