/** The country of a time zone, from the locale data of the runtime. */

const regions = new Map<string, string | null>();

/** Those of most businesses, so that few others are searched. */
const FREQUENT = ['US', 'CA', 'GB', 'IE', 'AU', 'NZ', 'DE', 'FR', 'ES', 'IN', 'MX', 'PR'];

/** The ISO 3166 code of the country whose time zone it is; null for zones without one, such as UTC. */
export function regionOf(timeZone: string): string | null {
  const stored = regions.get(timeZone);
  if (stored !== undefined) return stored;
  const zone = canonicalize(timeZone);
  const region = [...FREQUENT, ...listCodes()].find((code) => listZones(code).includes(zone)) ?? null;
  regions.set(timeZone, region);
  return region;
}

/** All combinations of two letters: codes that are no country have no zones. */
function* listCodes(): Generator<string> {
  for (let code = 0; code < 26 * 26; code += 1)
    yield String.fromCharCode(65 + Math.floor(code / 26), 65 + (code % 26));
}

/** ECMA-402 in ES2026; the types of TypeScript do not have it yet. */
interface LocaleWithZones extends Intl.Locale {
  getTimeZones(): string[] | undefined;
}

const listZones = (code: string): string[] => {
  const locale = new Intl.Locale(`und-${code}`) as LocaleWithZones;
  // Old codes, such as DD, are replaced by those of today.
  return locale.region === code ? (locale.getTimeZones() ?? []) : [];
};

/** The name that `getTimeZones` has for a zone with several names. */
const canonicalize = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
