import { expect, test } from 'vitest';
import { clientOf } from './record.ts';

test.each([
  ['client', {}, 7],
  ['units', {}, 7],
  ['assignment', { clientId: 9, employeeId: 2 }, 9],
  ['document', { clientId: 9 }, 9],
  ['service', { clientId: 9, status: 'active' }, 9],
  ['assignment', {}, null],
  ['document', { clientId: null }, null],
  ['service', { clientId: 'none' }, null],
  ['note', { clientId: 9 }, null],
])('clientOf a row about a %s with the details %j is %j [12.record.11]', (object, details, clientId) => {
  expect(clientOf({ object, objectId: 7, details })).toBe(clientId);
});
