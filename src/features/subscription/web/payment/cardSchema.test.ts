import { expect, test } from 'vitest';
import { cardForm } from './cardSchema.ts';

const messages = (card: object) =>
  cardForm
    .safeParse({ cardNumber: '4242 4242 4242 4242', expiry: '12/99', cvc: '123', ...card })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

const PAST = ['expiry', "Your card's expiration date is in the past."];

test('cardForm reports an expired date together with other problems', () => {
  expect(messages({})).toEqual([]);
  expect(messages({ expiry: '01/20' })).toEqual([PAST]);
  expect(messages({ cardNumber: '', expiry: '01/20', cvc: '' })).toEqual([
    ['cardNumber', 'Your card number is invalid.'],
    ['cvc', "Your card's security code is incomplete."],
    PAST,
  ]);
  expect(messages({ expiry: '13/20' })).toEqual([['expiry', "Your card's expiration date is incomplete."]]);
});
