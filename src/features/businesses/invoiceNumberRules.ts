/** Numbers of invoices. */

const YEAR = '{YYYY}';
const COUNTER = /\{(0{1,8})\}/;

const TEXT = '[\\p{L}\\p{N} ./_-]*';
const NUMBER = `\\{0{1,8}\\}${TEXT}`;
const OPTIONAL_YEAR = `(\\{YYYY\\}${TEXT})?`;
/** The pattern of `isNumberFormat`, for the API document. */
export const NUMBER_FORMAT = `^${TEXT}(${OPTIONAL_YEAR}${NUMBER}|${NUMBER}${OPTIONAL_YEAR})$`;

/** Accepts a format with one number and at most one year. */
export function isNumberFormat(format: string): boolean {
  const rest = format.replace(COUNTER, '').replace(YEAR, '');
  return COUNTER.test(format) && /^[\p{L}\p{N} ./_-]*$/u.test(rest);
}

/** The format with its year: invoices of the same series are numbered without a gap. */
export const toInvoiceSeries = (format: string, year: number): string => format.replace(YEAR, String(year));

/** The number of an invoice: '2026-0012'. */
export const toInvoiceNumber = (series: string, position: number): string =>
  series.replace(COUNTER, (_, zeros: string) => String(position).padStart(zeros.length, '0'));
