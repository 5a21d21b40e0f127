import { expect, test } from 'vitest';
import { caretIn, groupsOfFour, monthAndYear, securityCode } from './formatCard.ts';

/** Types the keys one by one; '<' deletes the last character. */
function type(keys: string): string {
  let value = '';
  for (const key of keys) {
    const raw = key === '<' ? value.slice(0, -1) : value + key;
    value = monthAndYear(raw, value);
  }
  return value;
}

test('groupsOfFour formats a card number in any spelling', () => {
  expect(groupsOfFour('4242424242424242')).toBe('4242 4242 4242 4242');
  expect(groupsOfFour('4242-4242 4242x4242')).toBe('4242 4242 4242 4242');
  expect(groupsOfFour('378282246310005')).toBe('3782 8224 6310 005');
  expect(groupsOfFour('42424')).toBe('4242 4');
  expect(groupsOfFour('4242')).toBe('4242');
  expect(groupsOfFour('1'.repeat(25))).toHaveLength(23);
});

test('monthAndYear inserts the slash', () => {
  expect(type('1230')).toBe('12/30');
  expect(type('12/30')).toBe('12/30');
  expect(type('530')).toBe('05/30');
  expect(type('5/30')).toBe('05/30');
  expect(type('1/30')).toBe('01/30');
  expect(type('122030')).toBe('12/2030');
  expect(type('12309')).toBe('12/30');
});

test('monthAndYear allows deleting', () => {
  expect(type('12<')).toBe('12');
  expect(type('12<<')).toBe('1');
  expect(type('12<<1')).toBe('11/');
  expect(type('1230<<<<<')).toBe('');
});

test('monthAndYear accepts a complete expiry', () => {
  expect(monthAndYear('12/2030', '')).toBe('12/2030');
  expect(monthAndYear('09 / 31', '')).toBe('09/31');
});

test('securityCode keeps four digits', () => {
  expect(securityCode('12a34 5')).toBe('1234');
});

test('caretIn keeps the caret after the digit that was typed', () => {
  expect(caretIn('4242 4242', '42424242', 4)).toBe(4);
  expect(caretIn('4242 4', '42424', 5)).toBe(6);
  expect(caretIn('4212 4242', '42124242', 3)).toBe(3);
  expect(caretIn('12/', '12', 2)).toBe(3);
  expect(caretIn('05/', '5', 1)).toBe(3);
  expect(caretIn('1234', '1234', 0)).toBe(0);
});
