import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';
import { expect, test } from 'vitest';
import {
  formatReceiptDate,
  formatReceiptDay,
  formatReceiptMinutes,
  formatReceiptTimes,
  formatReceiptUnits,
  formatShortDay,
} from './receiptFormat.ts';
import { failureTexts } from './failureTexts.ts';
import { receiptTexts } from './receiptTexts.ts';
import { buildReceiptMail } from '#features/notes/server/receipts/receiptMail.ts';
import { statementTexts } from '#features/statements/server/statementTexts.ts';
import type { Language } from '#features/clients/contract.ts';
import { sheetTexts } from '#features/notes/web/signing/sheetTexts.ts';

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
    sheet: sheetTexts[language],
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

test('English can be read at the age of 12, which is grade 7 of Flesch and Kincaid [13.receipt.121 13.sheet.121]', () => {
  const sentences = english.flatMap(([, text]) => text.split(/[.?\n]/)).filter((text) => /\p{L}/u.test(text));
  const text = sentences.join(' ');
  const word = text.match(WORD)?.length ?? 0;
  const counts = { sentence: sentences.length, word, syllable: syllable(text) };
  expect(fleschKincaid(counts)).toBeLessThan(7);
  // A single long word in a short sentence is no sign of a hard text, so the longest sentences are compared.
  const hard = sentences.filter((sentence) => {
    const length = sentence.match(WORD)?.length ?? 0;
    return length > 7 && fleschKincaid({ sentence: 1, word: length, syllable: syllable(sentence) }) >= 7;
  });
  expect(hard).toEqual([]);
});

test('values are in the language of the client [13.receipt.121]', () => {
  const values = (['en', 'es'] as const).map((language) => [
    formatReceiptDay(language, '2026-03-02'),
    formatShortDay(language, '2026-03-02'),
    formatReceiptDate(language, '2026-03-03T02:00:00Z', 'America/Chicago'),
    formatReceiptTimes(language, '09:00', '23:15'),
    formatReceiptTimes(language, '22:00', '00:15'),
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
