/** Keeps names in Arabic or Hebrew apart from the sentence around them (Unicode Standard Annex #9, 2.4). */

/** Letters that are written from right to left, and characters that change the direction of what follows. */
const CHANGES_DIRECTION =
  /[\u{590}-\u{8ff}\u{fb1d}-\u{fdff}\u{fe70}-\u{fefc}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/u;

/** Puts a text that may change the direction between 'first strong isolate' and 'pop directional isolate'. */
const isolate = (text: string): string => (CHANGES_DIRECTION.test(text) ? `\u{2068}${text}\u{2069}` : text);

/** A template whose values keep a direction of their own: isolateValues`${name}, ${time}`. */
export const isolateValues = (texts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  String.raw({ raw: texts }, ...values.map((value) => isolate(String(value))));

/** Texts one after the other, without empty ones, each with a direction of its own. */
export const joinIsolated = (texts: readonly (string | null | undefined)[], separator: string): string =>
  texts.flatMap((text) => (text ? [isolate(text)] : [])).join(separator);
