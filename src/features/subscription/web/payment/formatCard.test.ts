import { expect, test } from 'vitest';
import { caretIn, groupsOfFour, monthAndYear, securityCode } from './formatCard.ts';

/** Presses the keys one by one, as a person does; '<' takes the last character back. */
function typed(keys: string): string {
  let value = '';
  for (const key of keys) {
    const raw = key === '<' ? value.slice(0, -1) : value + key;
    value = monthAndYear(raw, value);
  }
  return value;
}

test('a card number stands in groups of four, however it is typed or filled in', () => {
  expect(groupsOfFour('4242424242424242')).toBe('4242 4242 4242 4242');
  expect(groupsOfFour('4242-4242 4242x4242')).toBe('4242 4242 4242 4242');
  expect(groupsOfFour('378282246310005')).toBe('3782 8224 6310 005');
  expect(groupsOfFour('42424')).toBe('4242 4');
  expect(groupsOfFour('4242')).toBe('4242');
  expect(groupsOfFour('1'.repeat(25))).toHaveLength(23);
});

test('an expiry gets its slash by itself', () => {
  expect(typed('1230')).toBe('12/30');
  expect(typed('12/30')).toBe('12/30');
  expect(typed('530')).toBe('05/30');
  expect(typed('5/30')).toBe('05/30');
  expect(typed('1/30')).toBe('01/30');
  expect(typed('122030')).toBe('12/2030');
  expect(typed('12309')).toBe('12/30');
});

test('an expiry can be taken back', () => {
  expect(typed('12<')).toBe('12');
  expect(typed('12<<')).toBe('1');
  expect(typed('12<<1')).toBe('11/');
  expect(typed('1230<<<<<')).toBe('');
});

test('an expiry is filled in whole', () => {
  expect(monthAndYear('12/2030', '')).toBe('12/2030');
  expect(monthAndYear('09 / 31', '')).toBe('09/31');
});

test('a security code has four digits at most', () => {
  expect(securityCode('12a34 5')).toBe('1234');
});

test('the caret stays behind the digit that was typed', () => {
  expect(caretIn('4242 4242', '42424242', 4)).toBe(4);
  expect(caretIn('4242 4', '42424', 5)).toBe(6);
  expect(caretIn('4212 4242', '42124242', 3)).toBe(3);
  expect(caretIn('12/', '12', 2)).toBe(3);
  expect(caretIn('05/', '5', 1)).toBe(3);
  expect(caretIn('1234', '1234', 0)).toBe(0);
});
