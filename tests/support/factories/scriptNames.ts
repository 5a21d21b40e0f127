/** Names in many scripts: of a person, and of all countries, languages and currencies. */

/** A name in each script, in letters that have to be joined, reordered or stacked where the script does that. */
export const SCRIPT_NAMES = {
  Latin: 'Zoë Łukasz Nguyễn',
  Cyrillic: 'Наталія Шевченко',
  Greek: 'Γιώργος Παπαδόπουλος',
  Arabic: 'محمد عبدالله',
  Hebrew: 'שרה לוי',
  Devanagari: 'श्रीकृष्ण क्षत्रिय',
  Bengali: 'শ্রীমতী যত্ন',
  Gurmukhi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  Gujarati: 'હર્ષદ શ્રીમાળી',
  Oriya: 'ଶ୍ରୀକୃଷ୍ଣ',
  Tamil: 'ஸ்ரீனிவாசன் கோபால்',
  Telugu: 'శ్రీనివాస్ కృష్ణమూర్తి',
  Kannada: 'ಶ್ರೀಕೃಷ್ಣ ಮೂರ್ತಿ',
  Malayalam: 'കൃഷ്ണൻ നമ്പൂതിരി',
  Sinhala: 'ශ්‍රී ප්‍රේමදාස',
  Thai: 'สมชาย ที่น้ำ',
  Lao: 'ສົມສັກ ພົມມະຈັນ',
  Khmer: 'ស្រីពៅ ខ្មែរ',
  Myanmar: 'အောင်ဆန်း ကြည်',
  Ethiopic: 'አበበ ቢቂላ',
  Chinese: '王小明 陈慧琳',
  Taiwanese: '陳慧琳 ㄅㄆㄇ',
  Japanese: '渡辺さくら',
  Korean: '김철수 이영희',
  Armenian: 'Արմեն Պետրոսյան',
  Georgian: 'გიორგი მაისურაძე',
  Cherokee: 'ᏣᎳᎩ',
  Syriac: 'ܫܠܡܐ',
  Thaana: 'އިބްރާހީމް',
  Tibetan: 'བཀྲ་ཤིས',
};

/** Languages whose names of countries, languages and currencies are drawn. */
export const NAME_LANGUAGES =
  'en es vi pl tr ru uk el ar ur fa he hi mr ne bn as pa gu or ta te kn ml si th lo km my am ti zh-Hans zh-Hant ja ko hy ka'.split(
    ' ',
  );

const TYPES = ['region', 'language', 'currency'] as const;

/** All names of countries, languages and currencies that a language has. */
export function listDisplayNames(language: string): string[] {
  const names = TYPES.flatMap((type) => {
    const displayNames = new Intl.DisplayNames(language, { type, fallback: 'none' });
    return (codes ??= listCodes())[type].flatMap((code) => displayNames.of(code) ?? []);
  });
  return [...new Set(names)];
}

let codes: Record<(typeof TYPES)[number], readonly string[]> | undefined;

/** The codes that have a name in English. */
function listCodes() {
  const pairs = combine(LETTERS, LETTERS);
  const listNamed = (type: 'region' | 'language', all: readonly string[]) => {
    const displayNames = new Intl.DisplayNames('en', { type, fallback: 'none' });
    return all.filter((code) => displayNames.of(code) !== undefined);
  };
  return {
    region: listNamed(
      'region',
      pairs.map((code) => code.toUpperCase()),
    ),
    language: listNamed('language', [...pairs, ...combine(pairs, LETTERS)]),
    currency: Intl.supportedValuesOf('currency'),
  };
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const combine = (firsts: readonly string[], seconds: readonly string[]): string[] =>
  firsts.flatMap((first) => seconds.map((second) => first + second));
