/** Imports: from a spreadsheet with mistakes to clients in the list. */

import type { Page } from '@playwright/test';
import { expectSound } from '#tests/e2e/accessible.ts';
import { fieldOf, holdBack, press } from '#tests/e2e/steps.ts';
import { buildCsv } from '#tests/support/factories/imports.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { expect, LONG_RUN, ON_A_PHONE, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

async function chooseFile(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: bytes });
  await press(page, 'Preview');
}

test(
  'an admin corrects a spreadsheet, chooses a column by hand, and adds its clients [14.import.120,123]',
  ON_A_PHONE,
  async ({ page, product }) => {
    const admin = await product.person({ role: 'admin' });
    const [first, second] = [uniqueName('C'), uniqueName('C')];
    expectBrowserError(/status of 400 .*\/api\/imports/);
    await openAs(page, product, admin, '/records');
    await expectSound(page);
    await chooseFile(page, 'clients.pdf', Buffer.from('x'));
    await expect(page.getByText('Choose a CSV or XLSX file')).toBeVisible();
    await chooseFile(page, 'clients.csv', Buffer.from('Client ID,Contact\nC-1,Jos\u00e9', 'latin1'));
    await expect(page.getByText('not encoded in UTF-8', { exact: false }).first()).toBeVisible();

    const header = ['Client ID', 'Family', 'Units'];
    await chooseFile(
      page,
      'clients.csv',
      buildCsv(header, [first, 'Ana Ruiz', 'many'], [second, 'Bo Li', '']),
    );
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import clients');
    await expect(page.getByText('2 errors to fix')).toBeVisible();
    await expect(page.getByText('Choose the column for “Contact name”.')).toBeVisible();
    const rows = page.getByRole('region', { name: 'Rows' });
    await expect(rows.getByText('Must be a number')).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('Row 2, Units: Must be a number');
    await expect(rows.getByRole('row')).toHaveCount(3);
    await expectSound(page);
    await fieldOf(page, 'Family').selectOption('contactName');
    await expect(page.getByText('1 error to fix')).toBeVisible();
    await rows.getByText('With errors').click();
    await expect(rows.getByRole('row')).toHaveCount(2);

    await page.getByRole('link', { name: 'Upload another file' }).click();
    const corrected = [
      [first, 'Ana Ruiz', '40'],
      [second, 'Bo Li', ''],
    ];
    await chooseFile(page, 'clients.csv', buildCsv(['Client ID', 'Contact name', 'Units'], ...corrected));
    await expect(page.getByText('2 clients to add')).toBeVisible();
    await expect(page.getByText('2 clients have no signature code', { exact: false })).toBeVisible();
    await expectSound(page);
    await press(page, 'Add 2 clients');
    await expect(page.getByRole('status').filter({ hasText: '2 clients added' }).first()).toBeVisible();
    await expectSound(page);
    await page.getByRole('link', { name: 'View clients' }).click();
    await expect(page.getByText(first).first()).toBeVisible();
  },
);

test(
  'the preview stays after a reload, and a manager sees no import [14.import.121]',
  LONG_RUN,
  async ({ page, product }) => {
    const admin = await product.person({ role: 'admin' });
    const manager = await product.person({ role: 'manager' });
    await openAs(page, product, admin, '/records');
    await fieldOf(page, 'Record type').selectOption('Employees');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download template' }).click();
    expect((await download).suggestedFilename()).toBe('people.csv');
    const person = [uniqueName('ana'), 'Ana', 'Ruiz'];
    const upload = await holdBack(page, '**/api/imports');
    await chooseFile(page, 'people.csv', buildCsv(['Username', 'First name', 'Last name'], person));
    await expect(page.getByRole('progressbar', { name: /^(Uploading|Checking the file)$/ })).toBeVisible();
    upload();
    await expect(page.getByText('1 employee to add')).toBeVisible();
    await page.reload();
    await expect(page.getByText('1 employee to add')).toBeVisible();
    const release = await holdBack(page, '**/api/imports/*/commit');
    await press(page, 'Add 1 employee');
    await expect(page.getByRole('status').filter({ hasText: 'Adding 1 employee…' })).toBeVisible();
    // Other screens can be used meanwhile, where a toast announces the end.
    await page.getByRole('link', { name: 'Clients', exact: true }).first().click();
    await expect(page).toHaveURL(/\/clients$/);
    release();
    await expect(page.getByRole('status').filter({ hasText: '1 employee added' }).first()).toBeVisible();
    await page.goBack();
    await expect(page.getByText('choose Reset Password', { exact: false })).toBeVisible();
    await openAs(page, product, manager, '/records');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import and export');
    await expect(page.getByRole('heading', { name: 'Import', exact: true })).toHaveCount(0);
  },
);

test(
  'an admin chooses the row of names and the order of dates, and sees the text of the file [14.import.124]',
  LONG_RUN,
  async ({ page, product }) => {
    const admin = await product.person({ role: 'admin' });
    const client = uniqueName('C');
    const header = ['Client', 'Service', 'Start date', 'Units'];
    await openAs(page, product, admin, '/records');
    await chooseFile(page, 'clients.csv', buildCsv(['Client ID', 'Contact name'], [client, 'Ana Ruiz']));
    await press(page, 'Add 1 client');
    await page.getByRole('link', { name: 'Import another file' }).click();
    await fieldOf(page, 'Record type').selectOption('Authorizations');
    const rows = [
      [client, 'Transitional Services', '03/04/2026', '40'],
      ['Total', '', '', '40'],
    ];
    await chooseFile(page, 'plan.csv', buildCsv(['Plan 2026', '', '', ''], header, ...rows));
    await expect(page.getByText('The names of the columns seem to be in row 2. Use them?')).toBeVisible();
    await expectSound(page);
    await press(page, 'Choose another row');
    await expect(page.getByRole('radio', { name: 'Row 2' })).toBeChecked();
    await expectSound(page);
    await page.getByRole('button', { name: 'Use row 2' }).last().click();

    const question = page.getByRole('heading', { name: 'Is 03/04/2026 Mar 4, 2026 or Apr 3, 2026?' });
    await expect(question).toBeVisible();
    await expect(page.getByText('Row 4: totals row, not imported')).toBeVisible();
    await expectSound(page);
    await press(page, 'Apr 3, 2026');
    await expect(question).toBeHidden();
    await expect(page.getByText('1 authorization to add')).toBeVisible();
    const table = page.getByRole('region', { name: 'Rows' });
    await expect(table.getByText('Apr 3, 2026')).toBeVisible();
    await expect(table.getByText('03/04/2026')).toBeHidden();
    const toggle = table.getByRole('button', { name: /file text of row 3$/i });
    await toggle.press('Enter');
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(table.getByText('In the file: 03/04/2026')).toBeVisible();
    await expectSound(page);
    await fieldOf(page, 'Dates in “Start date”').selectOption('Month first');
    await expect(table.getByText('Mar 4, 2026')).toBeVisible();
    await press(page, 'Add 1 authorization');
    await expect(page.getByRole('status').filter({ hasText: '1 authorization added' }).first()).toBeVisible();
  },
);
