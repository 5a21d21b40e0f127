/** The names of months and weekdays in the languages of the field, from the locale data of the runtime. Pure. */

const LANGUAGES = [
  'en',
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'nl',
  'pl',
  'cs',
  'hr',
  'sv',
  'da',
  'nb',
  'fi',
  'ro',
  'hu',
  'tr',
  'ru',
  'uk',
  'so',
  'tl',
  'el',
  'id',
];

/** The abbreviations of German spreadsheet programs. */
const OTHER_MONTHS: readonly (readonly [string, number])[] = [['mrz', 3]];

/** In lower case and without accents, with which names are also typed. */
const fold = (name: string): string =>
  name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replace(/\.$/, '');

let months: ReadonlyMap<string, number> | undefined;

/** The month (1 to 12) that a word names in each language in which it names one. */
export const findMonth = (word: string): number | undefined => (months ??= listMonths()).get(fold(word));

function listMonths(): Map<string, number> {
  const meanings = new Map<string, Set<number>>(
    OTHER_MONTHS.map(([name, month]) => [name, new Set([month])]),
  );
  for (let month = 1; month <= 12; month += 1)
    for (const name of listNames(Date.UTC(2026, month - 1, 4), 'month'))
      meanings.set(name, (meanings.get(name) ?? new Set()).add(month));
  // 'listopad' is October in Croatian and November in Polish: no month.
  return new Map([...meanings].flatMap(([name, [month, other]]) => (month && !other ? [[name, month]] : [])));
}

let weekdays: ReadonlySet<string> | undefined;

export const isWeekday = (word: string): boolean => (weekdays ??= listWeekdays()).has(fold(word));

const listWeekdays = (): Set<string> =>
  new Set(Array.from({ length: 7 }, (_, index) => listNames(Date.UTC(2026, 2, 1 + index), 'weekday')).flat());

/** The names of a part of a date, long and short, alone and beside a day. */
const listNames = (moment: number, part: 'month' | 'weekday'): string[] =>
  LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((length) =>
      [{ [part]: length }, { day: 'numeric', [part]: length } as const].flatMap((options) =>
        new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
          .formatToParts(moment)
          .filter(({ type }) => type === part)
          .map(({ value }) => fold(value)),
      ),
    ),
  ).filter((name) => /\p{L}/u.test(name));
