/** Parses and formats typed numbers. */

const GROUPED = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/;

/** Parses a number with optional thousands separators; null if the text is not a number. */
export function parseNumber(text: string): number | null {
  const trimmed = text.trim();
  const plain = GROUPED.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed;
  if (plain === '') return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

/** A number as plain decimal text, or the fallback if it is not a number. */
export function normalizeNumber(text: string, fallback: string): string {
  const value = parseNumber(text);
  return value === null ? fallback : String(value);
}

/** The next step up or down from a value, never below zero: 0.3 with steps of 0.25 goes to 0.5 or 0.25. */
export function stepFrom(value: number, step: number, direction: 1 | -1): string {
  const steps = value / step;
  const next = direction > 0 ? Math.floor(steps + 1e-9) + 1 : Math.ceil(steps - 1e-9) - 1;
  return String(Number((Math.max(0, next) * step).toFixed(2)));
}
