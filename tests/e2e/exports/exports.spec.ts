/** The export of a business on its screen. */

import { readFile } from 'node:fs/promises';
import { expectAccessible } from '#tests/e2e/accessible.ts';
import { createClient, createNote, press } from '#tests/e2e/steps.ts';
import { expectToast } from '#tests/e2e/submission/steps.ts';
import { expect, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { readZip } from '#tests/support/helpers/zip.ts';

test('an admin creates an export, watches its progress and downloads the file [14.export.120]', async ({
  page,
  product,
}) => {
  const admin = await product.admin();
  const client = await createClient(product, admin);
  await createNote(product, admin, client, { title: 'The visit' });
  await openAs(page, product, admin, '/records');
  const section = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({ hasText: 'Create export' })
    .first();
  await expect(section).toContainText('Passwords and signature codes are not in the file.');
  await expect(section).toContainText('No exports yet');
  await press(page, 'Create export');
  const row = page.getByRole('list', { name: 'Exports' }).getByRole('listitem');
  const link = row.getByRole('link', { name: /^Download the export of/ });
  await expect(link).toBeVisible({ timeout: 30_000 });
  await expect(row).toContainText(/\d (KB|MB)/);
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^quarterhour-export-\d{4}-\d\d-\d\d\.zip$/);
  const entries = await readZip(await readFile(await download.path()));
  expect(String(entries.get('csv/notes.csv'))).toContain('The visit');
  await expectAccessible(page);
  await row.getByRole('button', { name: /^Delete the export of/ }).click();
  const question = page.getByRole('alertdialog', { name: /^Delete the export of/ });
  await expect(question).toContainText('deleted for everyone');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(link).toBeVisible();
  await row.getByRole('button', { name: /^Delete the export of/ }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(section).toContainText('No exports yet');
});

test(
  'an export that waits is marked, and the reason is shown when there is no space for one [16.exports.120]',
  LONG_RUN,
  async ({ page, product }) => {
    expectBrowserError(/status of 507 .*\/api\/exports/);
    const admin = await product.admin();
    await page.route('**/api/exports', async (route) => {
      if (route.request().method() === 'POST')
        return route.fulfill({
          status: 507,
          json: { code: 'no_space_for_backup', message: 'The server has too little free space.' },
        });
      const waiting = {
        id: 1,
        state: 'queued',
        done: 0,
        of: 0,
        fileName: null,
        fileSize: null,
        sha256: null,
        unprintable: [],
      };
      const times = { failure: null, createdAt: '2026-03-02T09:00:00.000Z', finishedAt: null };
      return route.fulfill({ json: isWaiting ? [{ ...waiting, ...times }] : [] });
    });
    let isWaiting = false;
    await openAs(page, product, admin, '/records');
    await press(page, 'Create export');
    await expectToast(page, 'Error', 'The server has too little free space.');
    isWaiting = true;
    await page.reload();
    await expect(page.getByRole('list', { name: 'Exports' })).toContainText('Waiting for its turn');
    await expectAccessible(page);
  },
);

test(
  'an export that is being created shows how many steps are done [14.export.120]',
  LONG_RUN,
  async ({ page, product }) => {
    const admin = await product.admin();
    let progress: object = { state: 'running', done: 0, of: 0 };
    // The job of a small business ends before its progress can be read.
    await page.route('**/api/exports', async (route) => {
      const answer = await route.fetch();
      const jobs = (await answer.json()) as object[];
      await route.fulfill({ json: jobs.map((job) => ({ ...job, ...progress })) });
    });
    await product.call(admin.token, 'POST /api/exports');
    await openAs(page, product, admin, '/records');
    const row = page.getByRole('list', { name: 'Exports' }).getByRole('listitem');
    const bar = row.getByRole('progressbar', { name: 'Creating the file' });
    await expect(bar).toHaveAttribute('aria-valuetext', 'Starting');
    for (const [done, share] of [
      [30, '25'],
      [1, '1'],
      [120, '100'],
    ] as const) {
      progress = { state: 'running', done, of: 120 };
      await page.reload();
      await expect(row).toContainText(`${done} of 120 steps`);
      await expect(bar).toHaveAttribute('aria-valuenow', share);
    }
    await expect(row.getByRole('link')).toHaveCount(0);
    await expectAccessible(page);
    await page.unroute('**/api/exports');
    await page.reload();
    await expect(row.getByRole('link', { name: /^Download the export of/ })).toBeVisible({ timeout: 30_000 });
    await expect(bar).toHaveCount(0);
  },
);

test('managers see that exports are for admins [14.export.121]', LONG_RUN, async ({ page, product }) => {
  await openAs(page, product, await product.person({ role: 'manager' }), '/records');
  await expect(page.getByRole('main')).toContainText(
    'Only admins can import and export the records of the business.',
  );
  await expect(page.getByRole('button', { name: 'Create export' })).toHaveCount(0);
});

test(
  'a failed export shows the reason, and another one can be created [14.export.120]',
  LONG_RUN,
  async ({ page, product }) => {
    const failed = {
      id: 1,
      state: 'failed',
      done: 0,
      of: 0,
      fileName: null,
      fileSize: null,
      sha256: null,
      unprintable: [],
      failure: 'The server is out of space. Please try again later.',
      createdAt: '2026-03-02T09:00:00.000Z',
      finishedAt: '2026-03-02T09:00:01.000Z',
    };
    await page.route('**/api/exports', (route) => route.fulfill({ json: [failed] }));
    await openAs(page, product, await product.admin(), '/records');
    await expect(page.getByRole('list', { name: 'Exports' })).toContainText('The server is out of space.');
    await expect(page.getByRole('button', { name: 'Create export' })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    );
  },
);
