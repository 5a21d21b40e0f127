/** Documents and resources in the shipped product: sent, seen, saved again, changed and deleted. */
import type { Download, Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { buildDocx, buildPdf, buildPng, buildTxt } from '#tests/support/factories/files.ts';
import { LONG_RUN, DESKTOP_ONLY, expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import type { Product, SignedIn } from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { expectSound } from './accessible.ts';

const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
const toast = (page: Page, text: string): Locator => page.getByText(text, { exact: true });

/** Signs in through the product's own login, so that links to files work in a new tab. */
async function signIn(page: Page, product: Product, who: SignedIn, path: string): Promise<void> {
  await openAs(page, product, who, path);
  const { username } = who.user;
  const answer = await page.request.post(`${product.url}/api/auth/login`, {
    data: { username, password: who.password },
  });
  expect(answer.ok()).toBe(true);
}

const aClient = (product: Product, token: string, contactName: string) =>
  product.call<{ id: number }>(token, 'POST /api/clients', { companyName: uniqueName('HH'), contactName });

const card = (page: Page, name: string): Locator =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) })
    .or(page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) }));

const chosen = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

/** The file a link downloads. The new tab may close before a listener could be added to it. */
async function saved(page: Page, link: Locator): Promise<{ name: string; bytes: Buffer }> {
  const download = new Promise<Download>((resolve) => {
    page.once('download', resolve);
    page.context().once('page', (tab) => tab.once('download', resolve));
  });
  await link.click();
  const file = await download;
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), bytes };
}

test('documents of a client are uploaded, saved again and deleted [1.managers.6 2.clientdetail.3 2.uploaddocument.1 8.clients.24]', async ({
  page,
  product,
}) => {
  // A picture that calls itself a PDF.
  expectBrowserError(/status of 415 .*\/documents/);
  const manager = await product.person({ role: 'manager' });
  const name = uniqueName('Dorothy');
  await aClient(product, manager.token, name);
  await signIn(page, product, manager, '/clients');

  await card(page, name).getByRole('button', { name: 'Upload' }).click();
  const form = dialog(page, 'Upload Document');
  await form.getByRole('button', { name: 'Upload Document' }).click();
  await expect(form.getByText('Please choose a file')).toBeVisible();
  await form.locator('input[type=file]').setInputFiles(chosen('virus.exe', buildTxt()));
  await expect(form.getByText(/This type of file is not accepted/)).toBeVisible();
  await form.locator('input[type=file]').setInputFiles(chosen('plan.pdf', buildPng()));
  await form.getByRole('button', { name: 'Upload Document' }).click();
  await expect(form.getByText('The content of this file is not that of a .pdf file.')).toBeVisible();
  const bytes = buildPdf('Care plan');
  await form.locator('input[type=file]').setInputFiles(chosen('Größe & Plan.pdf', bytes));
  await expect(form.getByText('0.00 MB')).toBeVisible();
  await form.getByLabel('Description').fill('Signed in May');
  await expectSound(page);
  await form.getByRole('button', { name: 'Upload Document' }).click();
  await expect(toast(page, 'Document uploaded successfully')).toBeVisible();
  await expect(form).toBeHidden();

  await card(page, name).getByRole('button', { name, exact: true }).click();
  const details = dialog(page, name);
  await expect(details.getByRole('list', { name: 'Recent documents' })).toContainText('Größe & Plan.pdf');
  await details.getByRole('button', { name: 'View All' }).click();
  const all = dialog(page, `Documents for ${name}`);
  const row = all.getByRole('row').filter({ hasText: 'Größe & Plan.pdf' });
  await expect(row).toContainText('Signed in May');
  await expect(row).toContainText('Eve Worker');
  await expectSound(page);
  const file = await saved(page, row.getByRole('link', { name: 'Größe & Plan.pdf' }));
  expect(file.name).toBe('Größe & Plan.pdf');
  expect(file.bytes.equals(bytes)).toBe(true);

  await all.getByRole('button', { name: 'Manage' }).click();
  const manage = dialog(page, `Manage ${name}`);
  await expect(manage.getByRole('row').filter({ hasText: 'Größe & Plan.pdf' })).toBeVisible();
  await expectSound(page);
  await manage.getByRole('button', { name: 'Delete Größe & Plan.pdf' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Document deleted successfully')).toBeVisible();
  await expect(manage.getByRole('button', { name: 'Upload First Document' })).toBeVisible();
});

test('a large upload shows how far it is and can be stopped', LONG_RUN, async ({ page, product }) => {
  const manager = await product.person({ role: 'manager' });
  const name = uniqueName('Slow');
  const { id } = await aClient(product, manager.token, name);
  await openAs(page, product, manager, `/clients?client=${id}&view=documents`);
  // Slow from here on: what is still being fetched when the network changes may never come.
  await expect(page.getByRole('button', { name: 'Upload First Document' })).toBeVisible();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: 1e6,
    uploadThroughput: 2e5,
  });
  await page.getByRole('button', { name: 'Upload First Document' }).click();
  const form = dialog(page, 'Upload Document');
  await form
    .locator('input[type=file]')
    .setInputFiles(chosen('large.txt', Buffer.alloc(8_000_000, 'words ')));
  await expect(form.getByText('7.63 MB')).toBeVisible();
  await form.getByRole('button', { name: 'Upload Document' }).click();
  const bar = form.getByRole('progressbar', { name: 'Uploading' });
  await expect(bar).toHaveAttribute('aria-valuetext', /^[0-7]\.\d[1-9] MB of 7\.6\d MB$/);
  await expectSound(page);
  await form.getByRole('button', { name: 'Stop' }).click();
  await expect(bar).toBeHidden();
  await expect(form.getByText('large.txt')).toBeVisible();
  const none = await product.call<unknown[]>(manager.token, `GET /api/clients/${id}/documents`);
  expect(none).toEqual([]);
});

test('resources are shared, changed, archived and deleted [1.managers.13 2.addresource.5 5.resource.1,5 7.resources.5 8.resources.3 10.6.10]', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager' });
  const [handbook, forms] = [uniqueName('Handbook'), uniqueName('Forms')];
  await signIn(page, product, manager, '/management?view=resources');
  await page.getByRole('button', { name: 'Add Resource' }).click();
  const form = dialog(page, 'Add Resource');
  await expect(form.getByRole('button', { name: 'Upload Resource' })).toBeDisabled();
  const bytes = buildDocx();
  await form.locator('input[type=file]').setInputFiles(chosen('handbook.docx', bytes));
  await form.getByRole('button', { name: 'Upload Resource' }).click();
  await expect(form.getByText('Title is required')).toBeVisible();
  await form.getByLabel('Title').fill(handbook);
  await form.getByLabel('Category').selectOption('Handbook');
  await expectSound(page);
  await form.getByRole('button', { name: 'Upload Resource' }).click();
  await expect(page.getByText('Resource uploaded successfully', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Add Resource' }).click();
  await form.getByText('Add URL').click();
  await form.getByLabel('File URL').fill('javascript:alert(1)');
  await form.getByLabel('Title').fill(forms);
  await form.getByLabel('Access Level').selectOption('Managers Only');
  await form.getByRole('button', { name: 'Add Resource' }).click();
  await expect(form.getByText('Please enter a valid URL (http or https)')).toBeVisible();
  await form.getByLabel('File URL').fill('https://example.com/forms');
  await form.getByRole('button', { name: 'Add Resource' }).click();
  await expect(page.getByText('Resource added successfully', { exact: true })).toBeVisible();

  const row = (title: string) => page.getByRole('row').filter({ hasText: title });
  await expect(row(forms)).toContainText('Managers Only');
  await expect(row(forms)).toContainText('example.com');
  await expect(row(forms).getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer');
  await expectSound(page);
  const file = await saved(page, row(handbook).getByRole('link', { name: `Download ${handbook}` }));
  expect([file.name, file.bytes.equals(bytes)]).toEqual(['handbook.docx', true]);

  await row(handbook).getByRole('button', { name: handbook, exact: true }).click();
  const edit = dialog(page, 'Edit Resource');
  await edit.getByLabel('Description').fill('For new colleagues');
  await edit.getByLabel('Status').selectOption('Archived');
  await expectSound(page);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Resource updated successfully', { exact: true })).toBeVisible();
  await expect(row(handbook)).toBeHidden();
  await page.locator('label').filter({ hasText: 'Archived' }).first().click();
  await expect(row(handbook)).toBeVisible();
  expect(new URL(page.url()).searchParams.get('shown')).toBe('archived');
  await row(handbook)
    .getByRole('button', { name: `Actions for ${handbook}` })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Resource deleted successfully', { exact: true })).toBeVisible();
  await expect(row(handbook)).toBeHidden();
});

test(
  'employees find what is shared with them, and no more [2.dashboard.15,19 6.capability.16 6.rules.3]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    const [open, closed] = [uniqueName('Open'), uniqueName('Closed')];
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
    await page.getByRole('button', { name: 'View All resources' }).click();
    const all = dialog(page, 'Resources');
    await expect(all.getByRole('listitem').filter({ hasText: open })).toContainText('For the first week');
    await expectSound(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'View All resources' })).toBeFocused();
  },
);
