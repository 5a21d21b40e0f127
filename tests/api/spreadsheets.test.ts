/** Spreadsheets of other programs, and files that have the forms of theirs, read by the import. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { agencySheet, HEADER } from '#tests/spreadsheets/agencySheet.ts';
import { csvCases } from '#tests/spreadsheets/csvCases.ts';
import { buildWorkbook, type Column, type Expected } from '#tests/spreadsheets/handmadeXlsx.ts';
import { xlsxCellCases } from '#tests/spreadsheets/xlsxCellCases.ts';
import { xlsxFormCases } from '#tests/spreadsheets/xlsxFormCases.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { importRows, uploadImport } from '#tests/support/factories/imports.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api));
let admin: string;

beforeAll(async () => {
  admin = business.admin.token;
  await importRows(api, admin, { kind: 'services', rows: [['Name'], ['Bathing']] });
  const client = ['Client ID', 'Contact name'];
  await importRows(api, admin, { kind: 'clients', rows: [client, ['C-1', 'Ana']] });
});

/** Uploads authorizations and reads them where the names of their columns seem to be. */
async function readFileContent(bytes: Buffer) {
  const preview = await uploadImport(api, admin, { kind: 'authorizations', bytes });
  const { id, proposedPosition } = preview;
  if (!proposedPosition) return preview;
  return api.ok(admin, 'PUT /api/imports/:id/position', { params: { id }, body: proposedPosition });
}

/** The imported values of a column, and its errors. */
async function readColumn(bytes: Buffer, column: Column): Promise<unknown[]> {
  const { rows, columns, errors } = await readFileContent(bytes);
  const index = columns.findIndex(({ name }) => name === column);
  const ofOthers = errors.filter((error) => error.column !== column);
  expect(ofOthers).toEqual([]);
  return rows.map(({ row, values }) => {
    const error = errors.find((one) => one.row === row);
    return error ? { error: error.message } : (values[index] ?? null);
  });
}

const toMatcher = (expected: Expected) =>
  expected !== null && typeof expected === 'object'
    ? { error: expect.stringMatching(expected.error) as string }
    : expected;

describe('a file that another program wrote is read as it shows it [14.import.9]:', async () => {
  const folder = join(import.meta.dirname, '../spreadsheets/files');
  test.each(await readdir(folder))('%s', async (name) => {
    const { rows, columns, errors } = await readFileContent(await readFile(join(folder, name)));
    expect(errors).toEqual([]);
    expect(columns.map((column) => column.name)).toEqual([...HEADER]);
    expect(rows.map(({ values }) => values)).toEqual(
      agencySheet.map(({ hours, units, payerId, number, ...row }) => [
        row.id,
        row.client,
        row.service,
        row.start,
        row.expiry,
        (hours === undefined ? (units ?? 0) : hours * 4).toFixed(2),
        String(payerId).padStart(10, '0'),
        String(number).padStart(5, '0'),
        row.notes,
      ]),
    );
  });
});

describe('the cells of an XLSX file are read as it shows them [14.import.9]:', () => {
  test.each([...xlsxCellCases, ...xlsxFormCases].map((one) => [one.name, one] as const))(
    '%s',
    async (_, { expected, ...form }) => {
      expect(await readColumn(await buildWorkbook(form), form.column)).toEqual(expected.map(toMatcher));
    },
  );
});

describe('a CSV file is read in its own form [14.import.9]:', () => {
  test.each(csvCases.map((one) => [one.name, one] as const))('%s', async (_, { bytes, column, expected }) => {
    expect(await readColumn(bytes, column)).toEqual(expected.map(toMatcher));
  });
});

test('at least 60 files are read', async () => {
  const written = await readdir(join(import.meta.dirname, '../spreadsheets/files'));
  expect(
    written.length + xlsxCellCases.length + xlsxFormCases.length + csvCases.length,
  ).toBeGreaterThanOrEqual(60);
});
