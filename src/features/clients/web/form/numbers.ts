/** Parses and formats typed numbers. */

const GROUPED = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/;
const PLAIN = /^-?(\d+\.?\d*|\.\d+)$/;

/** Parses a number with optional thousands separators; null if the text is not a number. */
export function parseNumber(text: string): number | null {
  const trimmed = text.trim();
  const plain = GROUPED.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed;
  return PLAIN.test(plain) ? Number(plain) : null;
}

/** A number as plain decimal text. The fallback replaces a text without digits; with some, '$9.50', it stays an error. */
export function normalizeNumber(text: string, fallback: string): string {
  const value = parseNumber(text);
  if (value !== null) return String(value);
  return /\d/.test(text) ? text.trim() : fallback;
}

/** The next step up or down from a value, never below zero: 0.3 with steps of 0.25 goes to 0.5 or 0.25. */
export function stepFrom(value: number, step: number, direction: 1 | -1): string {
  const steps = value / step;
  const next = direction > 0 ? Math.floor(steps + 1e-9) + 1 : Math.ceil(steps - 1e-9) - 1;
  return String(Number((Math.max(0, next) * step).toFixed(2)));
}
