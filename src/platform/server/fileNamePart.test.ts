import { expect, test } from 'vitest';
import { toFileNamePart } from './fileNamePart.ts';

test.each([
  ['José Ruiz, Jr.', 'Jose-Ruiz-Jr'],
  ['../../etc/"passwd"\r\nX: 1', 'etc-passwd-X-1'],
  ['مركز الرعاية', 'client-7'],
  [' – ', 'client-7'],
  [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
])('the name %j is %j in a file name', (name, part) => {
  expect(toFileNamePart(name, 'client-7')).toBe(part);
});
