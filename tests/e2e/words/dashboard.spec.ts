/** The dashboard and the Add Resource dialog, word for word. */
import type { Locator, Page } from '@playwright/test';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { aTeam, cardOf, choicesOf, expectFields, holdBack, labelled, expectText } from './steps.ts';

const tiles = (page: Page) => page.getByRole('list', { name: 'Notes by state' }).getByRole('link');

/** The colour of the dot before a note, as the theme calls it. */
const dotOf = (row: Locator) => row.locator('span[aria-hidden]').first().getAttribute('class');

test('four tiles count the notes, and the six newest follow with a dot for their state [2.routes.5 2.dashboard.1,2,3,6 9.counts.3]', async ({
  page,
  product,
}) => {
  const { manager, employee, note } = await aTeam(product);
  const review = (id: number, body: object) =>
    product.call(manager.token, `PATCH /api/notes/${id}/review`, body);
  const titles = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((word) => uniqueName(word));
  const ids: number[] = [];
  for (const title of titles) ids.push((await note({ title })).id);
  await review(ids[6] ?? 0, { action: 'approve' });
  await review(ids[5] ?? 0, { action: 'deny', reason: 'Twice' });
  await review(ids[4] ?? 0, { action: 'hold' });
  await openAs(page, product, employee, '/dashboard');
  await expect(tiles(page)).toHaveText([/^Total Notes7/, /^Pending Review4/, /^Resolved1/, /^In Progress0/]);
  for (const [index, query] of ['', '?status=pending', '?status=resolved', '?status=in-progress'].entries()) {
    await expect(tiles(page).nth(index)).toHaveAttribute('href', `/my-notes${query}`);
  }
  await expect(tiles(page).nth(3)).toContainText('No active work');
  await review(ids[3] ?? 0, { action: 'return', comment: 'Which bills?' });
  await expect(tiles(page).nth(3)).toContainText('Active work');

  const recent = cardOf(page, 'Recent Notes');
  const rows = recent.getByRole('listitem');
  await expect(rows).toHaveCount(6);
  for (const [index, title] of titles.slice(1).toReversed().entries()) {
    await expect(rows.nth(index)).toContainText(title);
  }
  const marks = await Promise.all([0, 1, 2, 3, 4].map((index) => dotOf(rows.nth(index))));
  expect(marks.map((mark) => /bg-(\w+)/.exec(mark ?? '')?.[1])).toEqual([
    'success',
    'info',
    'info',
    'info',
    'pending',
  ]);
  await expect(recent.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/my-notes');
  await openAs(page, product, manager, '/dashboard');
  await expect(recent.getByRole('link', { name: 'Manage All' })).toHaveAttribute('href', '/management');
  await expect(tiles(page).nth(1)).toHaveAttribute('href', '/management?status=pending');
});

test('the resources card shows the five newest, and what stands there before and without any [2.dashboard.12,13 9.counts.4]', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager' });
  const letGo = await holdBack(page, '**/api/business-resources*');
  const card = cardOf(page, 'Resources');
  await openAs(page, product, await product.unpaidBusiness(), '/dashboard');
  await expect(card.getByRole('status', { name: 'Loading resources' }).locator(':scope > div')).toHaveCount(
    3,
  );
  letGo();
  await expect(card).toContainText('No resources available yet.');

  const titles = ['a', 'b', 'c', 'd', 'e', 'f'].map((word) => uniqueName(word));
  for (const [index, title] of titles.entries()) {
    const accessLevel = ['all', 'managers', 'employees'][index % 3];
    const fileUrl = 'https://example.com/forms';
    await product.call(manager.token, 'POST /api/business-resources', { title, accessLevel, fileUrl });
  }
  await openAs(page, product, manager, '/dashboard');
  const items = card.getByRole('listitem');
  await expect(items).toHaveCount(5);
  for (const [index, title] of titles.slice(1).toReversed().entries()) {
    await expect(items.nth(index)).toContainText(title);
  }
  await expect(items.nth(0)).toContainText('Employees Only');
  await expect(items.nth(1)).toContainText('Managers Only');
  await expect(items.nth(2)).not.toContainText('All Employees');
  const download = items.nth(0).getByRole('link', { name: 'Download' });
  await expect(download).toHaveAttribute('href', 'https://example.com/forms');
  await expect(download).toHaveAttribute('target', '_blank');
  await expect(card.getByRole('link', { name: 'View All' })).toHaveAttribute('href', /^\/management\?/);
  await items.nth(0).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/management\?/);
});

test('Add Resource takes a file or an address, shows what it does, and closes [2.dashboard.19 2.addresource.1,5 3.resources.2]', async ({
  page,
  product,
}) => {
  await openAs(page, product, await product.person({ role: 'manager' }), '/dashboard');
  await page.getByRole('button', { name: 'Add Resource' }).click();
  const form = page.getByRole('dialog', { name: 'Add Resource' });
  await expect(form.getByRole('radio', { name: 'Upload File' })).toBeChecked();
  await expectFields(form, { required: ['Title', 'File'], optional: ['Description'] });
  const category = labelled(form, 'Category');
  const access = labelled(form, 'Access Level');
  expect([await category.inputValue(), await access.inputValue()]).toEqual(['other', 'all']);
  expect(await choicesOf(category)).toEqual([
    'Policy',
    'Template',
    'Training',
    'Handbook',
    'Form',
    'Procedure',
    'Other',
  ]);
  expect(await choicesOf(access)).toEqual(['All Employees', 'Managers Only', 'Employees Only']);
  const file = form.locator('input[type=file]');
  await expect(file).toHaveAttribute('accept', '.pdf,.doc,.docx,.txt,.xlsx,.ppt,.pptx,.png,.jpg,.jpeg,.gif');
  const submit = form.getByRole('button', { name: /Upload Resource|Uploading/ });
  await expect(submit).toBeDisabled();
  const buffer = Buffer.alloc(1_500_000, 'words ');
  await file.setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer });
  await expect(form).toContainText('plan.txt');
  await expect(form).toContainText('1.43 MB');
  await labelled(form, 'Title').fill(uniqueName('Plan'));
  const letFileGo = await holdBack(page, '**/api/business-resources/upload');
  await form.getByRole('button', { name: 'Upload Resource' }).click();
  const uploading = form.getByRole('button', { name: 'Uploading...' });
  await expect(uploading).toHaveAttribute('aria-disabled', 'true');
  letFileGo();
  await expect(form).toBeHidden();
  await expectText(page, 'Resource uploaded successfully');

  await page.getByRole('button', { name: 'Add Resource' }).click();
  await form.getByText('Add URL').click();
  await expectFields(form, { required: ['File URL', 'Title'] });
  await labelled(form, 'Title').fill(uniqueName('Forms'));
  await labelled(form, 'File URL').fill('https://example.com/forms');
  const letGo = await holdBack(page, '**/api/business-resources');
  await form.getByRole('button', { name: 'Add Resource' }).click();
  const adding = form.getByRole('button', { name: 'Adding...' });
  await expect(adding).toHaveAttribute('aria-disabled', 'true');
  letGo();
  await expect(form).toBeHidden();
  await expectText(page, 'Resource added successfully');
});
