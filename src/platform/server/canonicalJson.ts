/**
 * Canonical JSON (RFC 8785) for values made of objects, arrays, strings, booleans, null and whole numbers:
 * keys sorted by UTF-16 code units, no white space. Fractions are refused: they are kept as strings.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number') return wholeNumber(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`${typeof value} has no canonical form`);
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`);
  return `{${members.join(',')}}`;
}

function wholeNumber(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not a whole number; keep it as text`);
  return String(value);
}

/** As `canonicalJson`; null for what has no canonical form, which then is nothing that was hashed. */
export function canonicalOrNull(value: unknown): string | null {
  try {
    return canonicalJson(value);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The object that a text holds, or null when it holds none: a text that was tampered with need not be JSON. */
export function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
