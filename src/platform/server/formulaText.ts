/** Texts that a spreadsheet would evaluate as formulas when it opens a CSV file. */

/** Text that is written with one more apostrophe: it begins with apostrophes and a sign of a formula. */
const ESCAPED = /^'+[\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

/** The text of a cell of a CSV file: without the apostrophe that keeps it from being evaluated. */
export const unescapeFormula = (text: string): string => (ESCAPED.test(text) ? text.slice(1) : text);
