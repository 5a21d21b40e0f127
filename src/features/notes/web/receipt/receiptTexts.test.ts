import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';
import { expect, test } from 'vitest';
import type { Language } from '#features/clients/contract.ts';
import { buildReceiptMail } from '#features/notes/server/receipts/receiptMail.ts';
import { statementTexts } from '#features/statements/server/statementTexts.ts';
import { clientSigningTexts } from '#features/submission/web/signing/clientSigningTexts.ts';
import { failureTexts } from './failureTexts.ts';
import {
  formatReceiptDate,
  formatReceiptDay,
  formatReceiptMinutes,
  formatReceiptTimes,
  formatReceiptUnits,
  formatShortDay,
} from './receiptFormat.ts';
import { receiptTexts } from './receiptTexts.ts';

/** All texts of a language by their path, functions called with the same arguments. */
function listTexts(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function')
    return [true, false].map((isOne) => [
      `${path} ${isOne}`,
      String((value as (...values: unknown[]) => unknown)('7', isOne)),
    ]);
  return Object.entries(value as object).flatMap(([key, part]) => listTexts(part, `${path}.${key}`));
}

/** All that a client reads in a language. */
const listTextsIn = (language: Language) =>
  listTexts({
    receipt: receiptTexts[language],
    failure: failureTexts[language],
    signing: clientSigningTexts[language],
    mail: buildReceiptMail(language, { businessName: 'Elm', url: '' }),
    statement: statementTexts[language],
  });
const english = listTextsIn('en');
const spanish = listTextsIn('es');

test('Spanish has every English text, and none is the same or empty [13.receipt.121 13.sheet.121]', () => {
  expect(spanish.map(([path]) => path)).toEqual(english.map(([path]) => path));
  expect(english.length).toBeGreaterThan(120);
  const same = spanish.filter(([, text], index) => text.trim() === '' || text === english[index]?.[1]);
  expect(same).toEqual([]);
});

test('sentences are short and Spanish is formal [13.receipt.121 13.sheet.121]', () => {
  const tooLong = [...english, ...spanish].filter(([, text]) =>
    text.split(/[.?¿\n]/).some((sentence) => sentence.trim().split(/\s+/).length > 12),
  );
  expect(tooLong).toEqual([]);
  const informal = spanish.filter(([, text]) => /\b(tú|tu|tus|te|ti|contigo|vosotros)\b/i.test(text));
  expect(informal).toEqual([]);
});

const WORD = /[\p{L}\d']+/gu;

/** The sentences of texts, also labels. */
const listSentences = (texts: [path: string, text: string][]) =>
  texts.flatMap(([, text]) => text.split(/[.?\n]/)).filter((text) => /\p{L}/u.test(text));
const countTokens = (text: string) => text.match(WORD)?.length ?? 0;

test('English can be read at the age of 12, which is grade 7 of Flesch and Kincaid [13.receipt.121 13.sheet.121]', () => {
  const sentences = listSentences(english);
  const text = sentences.join(' ');
  const counts = { sentence: sentences.length, word: countTokens(text), syllable: syllable(text) };
  expect(fleschKincaid(counts)).toBeLessThan(7);
  // A single long word in a short sentence is no sign of a hard text, so the longest sentences are compared.
  const hard = sentences.filter((sentence) => {
    const length = countTokens(sentence);
    return length > 7 && fleschKincaid({ sentence: 1, word: length, syllable: syllable(sentence) }) >= 7;
  });
  expect(hard).toEqual([]);
});

/** Syllables of a Spanish word by its vowels, at least one, also of a number. */
function countSpanishSyllables(word: string): number {
  const sounds = word
    .toLowerCase()
    .replace(/qu|gu(?=[eéií])/g, 'k')
    // Between vowels it separates none: "prohibir" has two syllables before the b, "ahora" has three in all.
    .replaceAll('h', '')
    .replace(/y$/, 'i');
  const groups = sounds.match(/[aeouiáéíóúü]+/g) ?? [];
  // Strong vowels and stressed weak ones are syllables of their own; the others join their neighbor.
  const syllables = groups.map((group) => Math.max(1, group.match(/[aeoáéóíú]/g)?.length ?? 0));
  return Math.max(
    1,
    syllables.reduce((sum, count) => sum + count, 0),
  );
}

/**
 * The ease of reading Spanish, up to about 100: J. Fernández Huerta, "Medidas sencillas de lecturabilidad",
 * Consigna 214, 1959. From 70 it is fairly easy, which pupils of about 12 read.
 */
function measureSpanish(sentences: string[]): number {
  const tokens = sentences.flatMap((sentence) => sentence.match(WORD) ?? []);
  const syllables = tokens.reduce((sum, word) => sum + countSpanishSyllables(word), 0);
  return 206.84 - (60 * syllables) / tokens.length - (1.02 * tokens.length) / sentences.length;
}

test('Spanish syllables are counted with diphthongs and hiatuses', () => {
  const tokens = 'día envió leeremos guía quién averigüe ahora muy yo hay oír ciudad prohíbe construye que 7';
  expect(tokens.split(' ').map(countSpanishSyllables)).toEqual([
    2, 2, 4, 2, 1, 4, 3, 1, 1, 1, 2, 2, 3, 3, 1, 1,
  ]);
});

test('Spanish can be read at the age of 12, which is 70 of Fernández Huerta [13.receipt.121 13.sheet.121]', () => {
  const parts = ['.receipt', '.failure', '.signing', '.mail', '.statement'];
  const measures = parts.map((part) => [
    part,
    measureSpanish(listSentences(spanish.filter(([path]) => path.startsWith(part)))),
  ]);
  expect(measures.filter(([, measure]) => Number(measure) < 70)).toEqual([]);
  // One sentence measures less surely than a page: from 50 to 60 it is somewhat hard, below it is hard.
  const hard = listSentences(spanish).filter(
    (sentence) => countTokens(sentence) > 7 && measureSpanish([sentence]) < 50,
  );
  expect(hard).toEqual([]);
});

test('values are in the language of the client [13.receipt.121]', () => {
  const values = (['en', 'es'] as const).map((language) => [
    formatReceiptDay(language, '2026-03-02'),
    formatShortDay(language, '2026-03-02'),
    formatReceiptDate(language, '2026-03-03T02:00:00Z', 'America/Chicago'),
    formatReceiptTimes(language, { startTime: '09:00', endTime: '23:15' }),
    formatReceiptTimes(language, { startTime: '22:00', endTime: '00:15' }),
    formatReceiptMinutes(language, 135),
    formatReceiptMinutes(language, 61),
    formatReceiptMinutes(language, 60),
    formatReceiptUnits(language, '9.00'),
    formatReceiptUnits(language, '1.00'),
    formatReceiptUnits(language, '-2.50'),
  ]);
  expect(values).toEqual([
    [
      'Monday, March 2, 2026',
      'Mon, March 2, 2026',
      'March 2, 2026',
      '9:00 AM to 11:15 PM',
      '10:00 PM to 12:15 AM (next day)',
      '2 hours 15 minutes',
      '1 hour 1 minute',
      '1 hour',
      '9 units',
      '1 unit',
      'None. 2.5 units over the limit.',
    ],
    [
      'lunes, 2 de marzo de 2026',
      'lun, 2 de marzo de 2026',
      '2 de marzo de 2026',
      'de 9:00 a.m. a 11:15 p.m.',
      'de 10:00 p.m. a 12:15 a.m. (día siguiente)',
      '2 horas y 15 minutos',
      '1 hora y 1 minuto',
      '1 hora',
      '9 unidades',
      '1 unidad',
      'Ninguna. Hay 2.5 unidades por encima del límite.',
    ],
  ]);
});
