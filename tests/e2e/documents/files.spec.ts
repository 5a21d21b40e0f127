/** Documents and resources: upload, download, edit and delete. */

import type { Download, Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expectSound } from '#tests/e2e/accessible.ts';
import { createClient, dialogOf, entryOf, expectText, press, questionOf } from '#tests/e2e/steps.ts';
import { buildDocx, buildPdf, buildPng, buildTxt } from '#tests/support/factories/files.ts';
import { expect, LONG_ON_DESKTOP, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

/** Downloads the file of a link. The new tab may close before a listener could be added to it. */
async function download(page: Page, link: Locator): Promise<{ name: string; bytes: Buffer }> {
  const event = new Promise<Download>((resolve) => {
    page.once('download', resolve);
    page.context().once('page', (tab) => tab.once('download', resolve));
  });
  await link.click();
  const result = await event;
  return { name: result.suggestedFilename(), bytes: await readFile(await result.path()) };
}

test(
  'documents of a client are uploaded, downloaded and deleted [1.managers.6 2.clientdetail.3 2.uploaddocument.1 8.clients.24]',
  LONG_RUN,
  async ({ page, product }) => {
    // A picture with the name of a PDF.
    expectBrowserError(/status of 415 .*\/documents/);
    const manager = await product.person({ role: 'manager' });
    const { contactName: name } = await createClient(product, manager);
    await openAs(page, product, manager, '/clients');

    await entryOf(page, name).getByRole('button', { name: 'Upload' }).click();
    const form = dialogOf(page, 'Upload Document');
    await press(form, 'Upload Document');
    await expect(form.getByText('Please choose a file')).toBeVisible();
    await form.locator('input[type=file]').setInputFiles(file('virus.exe', buildTxt()));
    await expect(form.getByText(/This file type is not accepted/)).toBeVisible();
    await form.locator('input[type=file]').setInputFiles(file('plan.pdf', buildPng()));
    await press(form, 'Upload Document');
    await expect(
      form.getByText('The content of this file does not match its extension (.pdf).'),
    ).toBeVisible();
    const bytes = buildPdf('Care plan');
    await form.locator('input[type=file]').setInputFiles(file('Größe & Plan.pdf', bytes));
    await expect(form.getByText('0.00 MB')).toBeVisible();
    await form.getByLabel('Description').fill('Signed in May');
    await expectSound(page);
    await press(form, 'Upload Document');
    await expectText(page, 'Document uploaded successfully');
    await expect(form).toBeHidden();

    await entryOf(page, name).getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('list', { name: 'Recent documents' })).toContainText('Größe & Plan.pdf');
    await expectSound(page);
    await page.getByRole('link', { name: 'View All' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Größe & Plan.pdf' });
    await expect(row).toContainText('Signed in May');
    await expect(row).toContainText('Eve Worker');
    await expectSound(page);
    const copy = await download(page, row.getByRole('link', { name: 'Größe & Plan.pdf' }));
    expect([copy.name, copy.bytes.equals(bytes)]).toEqual(['Größe & Plan.pdf', true]);

    await press(page, 'Delete Größe & Plan.pdf');
    await press(questionOf(page), 'Delete');
    await expectText(page, 'Document deleted successfully');
    await expect(page.getByRole('button', { name: 'Upload First Document' })).toBeVisible();
  },
);

test('a large upload shows its progress and can be stopped', LONG_RUN, async ({ page, product }) => {
  const manager = await product.person({ role: 'manager' });
  const { id } = await createClient(product, manager);
  await openAs(page, product, manager, `/clients/${id}/documents`);
  // Requests in progress may never end when the network changes.
  await expect(page.getByRole('button', { name: 'Upload First Document' })).toBeVisible();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: 1e6,
    uploadThroughput: 2e5,
  });
  await press(page, 'Upload First Document');
  const form = dialogOf(page, 'Upload Document');
  await form.locator('input[type=file]').setInputFiles(file('large.txt', Buffer.alloc(8_000_000, 'words ')));
  await expect(form.getByText('7.63 MB')).toBeVisible();
  await press(form, 'Upload Document');
  const bar = form.getByRole('progressbar', { name: 'Uploading' });
  await expect(bar).toHaveAttribute('aria-valuetext', /^[0-7]\.\d[1-9] MB of 7\.6\d MB$/);
  await expectSound(page);
  await press(form, 'Stop');
  await expect(bar).toBeHidden();
  await expect(form.getByText('large.txt')).toBeVisible();
  expect(await product.call(manager.token, `GET /api/clients/${id}/documents`)).toEqual([]);
});

test(
  'resources are shared, changed, archived and deleted [1.managers.13 2.addresource.5 5.resource.1,5 7.resources.5 8.resources.3 10.6.10]',
  LONG_RUN,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    const [handbook, forms] = ['Our handbook', 'Our forms'];
    await openAs(page, product, manager, '/management?view=resources');
    await press(page, 'Add Resource');
    const form = dialogOf(page, 'Add Resource');
    await expect(form.getByRole('button', { name: 'Upload Resource' })).toBeDisabled();
    const bytes = buildDocx();
    await form.locator('input[type=file]').setInputFiles(file('handbook.docx', bytes));
    await press(form, 'Upload Resource');
    await expect(form.getByText('Title is required')).toBeVisible();
    await form.getByLabel('Title').fill(handbook);
    await form.getByLabel('Category').selectOption('Handbook');
    await expectSound(page);
    await press(form, 'Upload Resource');
    await expectText(page, 'Resource uploaded successfully');

    await press(page, 'Add Resource');
    await form.getByText('Add URL').click();
    await form.getByLabel('File URL').fill('javascript:alert(1)');
    await form.getByLabel('Title').fill(forms);
    await form.getByLabel('Access Level').selectOption('Managers Only');
    await press(form, 'Add Resource');
    await expect(form.getByText('Please enter a valid URL (http or https)')).toBeVisible();
    await form.getByLabel('File URL').fill('https://example.com/forms');
    await press(form, 'Add Resource');
    await expectText(page, 'Resource added successfully');

    const row = (title: string) => page.getByRole('row').filter({ hasText: title });
    await expect(row(forms)).toContainText('Managers Only');
    await expect(row(forms)).toContainText('example.com');
    await expect(row(forms).getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer');
    await expectSound(page);
    const copy = await download(page, row(handbook).getByRole('link', { name: `Download ${handbook}` }));
    expect([copy.name, copy.bytes.equals(bytes)]).toEqual(['handbook.docx', true]);

    await row(handbook).getByRole('button', { name: handbook, exact: true }).click();
    const edit = dialogOf(page, 'Edit Resource');
    await edit.getByLabel('Description').fill('For new colleagues');
    await edit.getByLabel('Status').selectOption('Archived');
    await expectSound(page);
    await press(edit, 'Save');
    await expectText(page, 'Resource updated successfully');
    await expect(row(handbook)).toBeHidden();
    await page.locator('label').filter({ hasText: 'Archived' }).first().click();
    await expect(row(handbook)).toBeVisible();
    expect(new URL(page.url()).searchParams.get('filter')).toBe('archived');
    await row(handbook)
      .getByRole('button', { name: `Actions for ${handbook}` })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await press(questionOf(page), 'Delete');
    await expectText(page, 'Resource deleted successfully');
    await expect(row(handbook)).toBeHidden();
  },
);

test(
  'employees find only the resources that are shared with them [2.dashboard.15,19 6.capability.16 6.rules.3]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    const [open, closed] = ['For employees', 'For managers'];
    const share = (title: string, accessLevel: string) =>
      product.call(manager.token, 'POST /api/business-resources', {
        title,
        accessLevel,
        fileUrl: 'https://example.com/forms',
        description: 'For the first week',
      });
    await share(open, 'employees');
    await share(closed, 'managers');
    await openAs(page, product, await product.person(), '/dashboard');
    const list = page.getByRole('list', { name: 'Resources' });
    await expect(list.getByRole('link', { name: open, exact: true })).toHaveAttribute('target', '_blank');
    await expect(list).toContainText('Employees Only');
    await expect(page.getByText(closed)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add Resource' })).toHaveCount(0);
    await press(page, 'View All resources');
    const all = dialogOf(page, 'Resources');
    await expect(all.getByRole('listitem').filter({ hasText: open })).toContainText('For the first week');
    await expect(all.getByRole('link', { name: `Open link ${open}` })).toBeVisible();
    await expectSound(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'View All resources' })).toBeFocused();
  },
);
