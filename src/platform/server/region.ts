/** The country of a time zone, from the locale data of the runtime. */

/** The codes of ISO 3166-1, those of most businesses first. */
const CODES =
  'US CA GB IE AU NZ DE FR ES IN MX PR PH ZA AD AE AF AG AI AL AM AO AR AS AT AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DJ DK DM DO DZ EC EE EG EH ER ET FI FJ FK FM FO GA GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IL IM IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MY MZ NA NC NE NF NG NI NL NO NP NR NU OM PA PE PF PG PK PL PM PN PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UY UZ VA VC VE VG VI VN VU WF WS YE YT ZM ZW'.split(
    ' ',
  );

/** By the zones of the codes before `next`. */
const regions = new Map<string, string>();
let next = 0;

/** The code of the country whose time zone it is; null for zones without one, such as UTC. */
export function regionOf(timeZone: string): string | null {
  const zone = canonicalize(timeZone);
  if (zone === 'UTC') return null;
  while (!regions.has(zone) && next < CODES.length) {
    const code = CODES[next] ?? '';
    for (const one of listZones(code)) if (!regions.has(one)) regions.set(one, code);
    next += 1;
  }
  return regions.get(zone) ?? null;
}

/** ECMA-402 in ES2026; the types of TypeScript do not have it yet. */
interface LocaleWithZones extends Intl.Locale {
  getTimeZones(): string[] | undefined;
}

const listZones = (code: string): string[] =>
  (new Intl.Locale(`und-${code}`) as LocaleWithZones).getTimeZones() ?? [];

/** The name that `getTimeZones` has for a zone with several names. */
const canonicalize = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
