/**
 * Returns canonical JSON (RFC 8785): keys sorted by UTF-16 code units, no white space.
 * @throws TypeError for values that JSON does not have, and for fractions, which are stored as strings
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number') return formatInteger(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`${typeof value} has no canonical form`);
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`);
  return `{${members.join(',')}}`;
}

function formatInteger(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not an integer; store it as text`);
  return String(value);
}

/** As `canonicalJson`, but returns null for a value without a canonical form, which cannot have been hashed. */
export function toCanonicalOrNull(value: unknown): string | null {
  try {
    return canonicalJson(value);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Parses an object; null for any other text, because a text that was tampered with may not be JSON. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
