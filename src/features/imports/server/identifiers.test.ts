/** Numbers that are identifiers keep the form that the sheet shows, or are errors at their cells. */

import { beforeEach, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildCsv, buildXlsx, uploadImport } from '#tests/support/factories/imports.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
let admin: string;
beforeEach(() => {
  admin = business.admin.token;
});

const HEADER = ['External ID', 'Client ID', 'Contact name', 'Phone', 'Signature code'] as const;
const kind = 'clients';

test('number cells are read through their number format [14.import.18]', async () => {
  const bytes = await buildXlsx(
    HEADER,
    [
      { value: 12_345_678, format: '0000000000' },
      { value: 7, format: '"C-"000' },
      'Ana',
      { value: 5_550_100_104, format: '(000) 000-0000' },
      { value: 47, format: '0000' },
    ],
    [123_456_789_012, 8, 'Bo', 5_550_100_105, 4711],
  );
  const { errors, rows } = await uploadImport(api, admin, { kind, bytes });
  expect([errors, rows.map(({ values }) => values)]).toEqual([
    [],
    [
      ['0012345678', 'C-007', 'Ana', '(555) 010-0104', '0047'],
      ['123456789012', '8', 'Bo', '5550100105', '4711'],
    ],
  ]);
});

test('number cells with lost digits, dates and times are errors [14.import.18]', async () => {
  const day = new Date('2026-03-04T00:00:00Z');
  const bytes = await buildXlsx(
    HEADER,
    [1_234_567_890_123_456, 'C-1', 'Ana', { value: 5_550_100_104, format: '0.00E+00' }, null],
    [day, 'C-2', 'Bo', { value: 0.5625, format: 'h:mm' }, '4711'],
    ['1234567890123450', 'C-3', 'Cy', '1.23457E+11', null],
  );
  const { errors } = await uploadImport(api, admin, { kind, bytes });
  expect(errors.map(({ row, column, message }) => [row, column, message.split('.')[0]])).toEqual([
    [2, 'External ID', 'A spreadsheet keeps only 15 digits of a number, and this one has 16'],
    [2, 'Phone', '5'],
    [3, 'External ID', 'This cell is a date (03/04/2026)'],
    [3, 'Phone', 'This cell is a time (13:30)'],
    [4, 'Phone', '1'],
  ]);
});

test('shortened numbers of a CSV file are errors, and long ones whose digits are intact are not [14.import.18]', async () => {
  const upload = (...ids: string[]) =>
    uploadImport(api, admin, {
      kind,
      bytes: buildCsv(HEADER, ...ids.map((id, index) => [id, `C-${index}`, 'Ana', '', ''])),
    });
  const rounded = await upload('1.23457E+11', '1234567890123450000', '12E5', '=1+1');
  expect(rounded.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
    [
      2,
      'External ID',
      '1.23457E+11 is a shortened number, and its digits are lost. Format the column as text in your spreadsheet, and enter the value again.',
    ],
    [
      3,
      'External ID',
      'A spreadsheet keeps only 15 digits of a number, and this one has 19. Format the column as text in your spreadsheet, and enter the value again.',
    ],
    [5, 'External ID', 'Formulas are not accepted. Enter the value instead.'],
  ]);
  const intact = await upload('1234567890123450', '1234567890123456', '="0012"', "'=1+1");
  expect([intact.errors, intact.rows.map(({ values }) => values[0])]).toEqual([
    [],
    ['1234567890123450', '1234567890123456', '0012', '=1+1'],
  ]);
});
