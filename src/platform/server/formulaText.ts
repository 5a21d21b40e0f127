/** Texts that a spreadsheet evaluates when it opens a CSV file; an apostrophe before them makes them texts. */

/** Signs that begin a formula, also those of East Asian keyboards, which Excel accepts. */
const SIGNS = '=+\\-@\uFF1D\uFF0B\uFF0D\uFF20';
/** Spreadsheets ignore white space before a formula. */
const BEGINNING = new RegExp(`^\\s*([${SIGNS}][${SIGNS}\\s]*)(.*)$`, 's');
/** Matches texts that `escapeFormula` has changed. */
const ESCAPED = new RegExp(`^'+\\s*[${SIGNS}]`);

const NUMBER = /^\p{Sc}?(?:\d[\d,.]*|\.\d+)(?:E[+-]?\d+)?\s?[%\p{Sc}]?$/iu;
/** B7, $B$7 */
const ADDRESS = String.raw`\$?[A-Z]{1,3}\$?[1-9]\d{0,6}(?![\p{L}\p{N}])`;
/** A name before a parenthesis, also with white space between them. */
const CALL = String.raw`[\p{L}_][\p{L}\p{N}_.]*\s*\(`;
/** Before an operand: nothing, an operator or a parenthesis. */
const OPERAND = String.raw`(?:^|[-+*/^&=<>,;(])\s*`;
const OPERAND_NUMBER = String.raw`[-+(\s]*\p{Sc}?(?:\d[\d,.]*|\.\d+)(?:E[+-]?\d+)?[%)\s]*`;
const OPERATOR = String.raw`(?:[-+*/^&=<>:]|<=|>=|<>)`;

/** Signs of a formula after a plus or a minus; prose and telephone numbers have none of them. */
const EVALUATED = [
  // Another program (DDE), an array, a text, another sheet or workbook.
  /[|{]|^"(?:[^"]|"")*"\s*(?:$|[-+*/^&=<>])|\][^!]{0,100}!|!\$?[A-Z]{1,3}\$?\d/i,
  new RegExp(OPERAND + ADDRESS, 'iu'),
  new RegExp(OPERAND + CALL, 'u'),
  // In prose, white space separates a word from its parenthesis.
  /[\p{L}_][\d.]{0,10}\(/u,
  // A calculation or a number in parentheses. Two numbers side by side are none: +1 555 0104.
  new RegExp(`^(?:${OPERAND_NUMBER}${OPERATOR})+${OPERAND_NUMBER}$`, 'iu'),
  new RegExp(`^\\(${OPERAND_NUMBER}$`, 'iu'),
  // A calculation with a name in it.
  new RegExp(`${OPERAND}\\p{Sc}?[\\d.]+%?\\s*[-+*/^&=<>]\\s*[\\p{L}_\\d]+(?:$|[-+*/^&=<>])`, 'u'),
];

/** Returns whether a spreadsheet may evaluate a text of a CSV file; false for prose. */
function isEvaluated(text: string): boolean {
  const [, signs = '', rest = ''] = BEGINNING.exec(text) ?? [];
  if (signs === '') return false;
  if (/[=@\uFF1D\uFF20]/.test(signs)) return true;
  // Full-width digits and letters as well.
  const operand = rest.normalize('NFKC').trim();
  if (NUMBER.test(operand)) return signs.trim().length > 1;
  return EVALUATED.some((pattern) => pattern.test(operand));
}

/** The text of a cell of a CSV file, with an apostrophe if it would be evaluated, or would lose one. */
export const escapeFormula = (text: string): string =>
  isEvaluated(text) || ESCAPED.test(text) ? `'${text}` : text;

/** The reverse of `escapeFormula`. */
export const unescapeFormula = (text: string): string => (ESCAPED.test(text) ? text.slice(1) : text);
