import { expect, test } from 'vitest';
import { countMissingSignatureCodes } from './rules.ts';

const columns = [{ field: 'companyName' }, { field: 'signatureCode' }];
const rows = [
  { state: 'new', values: ['C-1', '4711'] },
  { state: 'new', values: ['C-2', null] },
  { state: 'unchanged', values: ['C-3', null] },
  { state: 'invalid', values: ['C-4', null] },
] as const;

test('new clients without a code are counted, and all of them without a column of codes [14.import.123]', () => {
  expect(countMissingSignatureCodes({ kind: 'clients', columns, rows })).toBe(1);
  const withoutCodes = [{ field: 'companyName' }, { field: null }];
  expect(countMissingSignatureCodes({ kind: 'clients', columns: withoutCodes, rows })).toBe(2);
  expect(countMissingSignatureCodes({ kind: 'people', columns, rows })).toBe(0);
});
