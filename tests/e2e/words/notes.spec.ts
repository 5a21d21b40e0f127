/** The note form, its drafts and My Notes, word for word. */
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { field, fillAndSign, fillNote, signature } from '#tests/e2e/noteSteps.ts';
import { aClient, aTeam, choicesOf, expectFields, labelled, expectText } from './steps.ts';

/** What a choice of a client may be: those that the select offers. */
const clientsOffered = (page: Page) => choicesOf(page.getByRole('combobox', { name: 'Client', exact: true }));

test('the note form has its fields, its actions, and a word for those without clients [2.submit.1,2,3,7 3.notes.3 5.note.4]', async ({
  page,
  product,
}) => {
  await openAs(page, product, await product.person(), '/submit');
  await expectFields(page, {
    required: [
      'Client',
      'Services',
      'Work date',
      'Start time',
      'End time',
      'Description',
      'Research',
      'Summary',
      'Client verification code',
    ],
  });
  await expect(page.getByRole('status', { name: 'Time units' })).toBeVisible();
  for (const whose of ['Employee', 'Client']) await expect(signature(page, whose)).toBeVisible();
  for (const name of ['Save Draft', 'Load Draft', 'Download', 'Submit Note']) {
    await expect(page.getByRole('main').getByRole('button', { name, exact: true })).toBeVisible();
  }
  expect(await choicesOf(labelled(page, 'Services'))).toEqual(['Transitional', 'Sustaining']);
  await expectText(page, 'No clients assigned to you yet. Contact your manager for client assignments');
  await page.getByRole('button', { name: 'Load Draft' }).click();
  await expectText(page, 'No saved drafts found');
});

test('managers write for every client, employees for those assigned to them [1.managers.1 2.submit.5 6.capability.9]', async ({
  page,
  product,
}) => {
  const { manager, employee, client } = await aTeam(product);
  const other = await aClient(product, manager);
  await openAs(page, product, employee, '/submit');
  await expect.poll(() => clientsOffered(page)).toEqual([`${client.companyName} · ${client.contactName}`]);
  await openAs(page, product, manager, '/submit');
  const choice = page.getByRole('combobox', { name: 'Client', exact: true });
  // Of many clients one types the name, which the field knows once they are there.
  await expect(async () => {
    if (await choice.evaluate((element) => element.tagName === 'INPUT')) {
      await choice.fill(other.companyName);
      await expect(page.getByRole('option', { name: other.companyName })).toBeVisible({ timeout: 1_000 });
    } else {
      expect((await clientsOffered(page)).join()).toContain(other.companyName);
    }
  }).toPass({ timeout: 10_000 });
});

test('a note is downloaded as a text named by its day [2.submit.9]', async ({ page, product }) => {
  const { manager, employee } = await aTeam(product);
  const client = await aClient(product, manager, { contactName: 'Maria Lopez' });
  const assigned = { clientId: client.id, employeeId: employee.user.id };
  await product.call(manager.token, 'POST /api/client-assignments', assigned);
  await openAs(page, product, employee, '/submit');
  await fillNote(page, client.companyName);
  await labelled(page, 'Work date').fill('2026-03-02');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('work-note-2026-03-02.txt');
  const text = await readFile(await file.path(), 'utf8');
  for (const part of [client.companyName, 'Sustaining', '9 units', 'Cleaned the kitchen together.']) {
    expect(text).toContain(part);
  }
});

test('a draft brings back all but the signature of the client [4.draft.2,3]', async ({ page, product }) => {
  const { manager, employee } = await aTeam(product);
  const client = await aClient(product, manager, { contactName: 'Maria Lopez', signatureCode: '482913' });
  const assigned = { clientId: client.id, employeeId: employee.user.id };
  await product.call(manager.token, 'POST /api/client-assignments', assigned);
  await openAs(page, product, employee, '/submit');
  await fillAndSign(page, client.companyName);
  await page.getByRole('button', { name: 'Save Draft' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Draft name' }).fill('Kitchen');
  await dialog.getByRole('button', { name: 'Save Draft' }).click();
  await expectText(page, 'Draft saved');
  const [draft] = await product.call<{ id: number }[]>(employee.token, 'GET /api/drafts');
  // A form without anything of its own: the draft is all that there is.
  await page.goto(`${product.url}/icon.svg`);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('form:')) localStorage.removeItem(key);
    sessionStorage.clear();
  });
  await page.goto(`${product.url}/submit?draft=${draft?.id}`);
  await expect(field(page, 'Research')).toHaveValue('Read the care plan again.');
  await expect(labelled(page, 'Start time')).toHaveValue('22:00');
  await expect(signature(page, 'Employee').getByRole('status')).toHaveText('Signed');
  await expect(signature(page, 'Client').getByRole('status')).not.toHaveText('Signed');
  await page.getByRole('button', { name: 'Load Draft' }).click();
  await dialog.getByRole('button', { name: 'Delete draft Kitchen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expectText(page, 'Draft deleted');
});

test('my notes are a table with filters for status and category [2.routes.5 2.mynotes.1,3,4 4.note.2 9.counts.16]', async ({
  page,
  product,
}) => {
  const { employee, note } = await aTeam(product);
  const { title } = await note({ priority: 'high' });
  const other = await note({ category: 'transitional' });
  await openAs(page, product, employee, '/my-notes?status=pending');
  const table = page.getByRole('table', { name: 'My notes' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Title',
    'Category',
    'Status',
    'Priority',
    'Date',
    'Actions',
  ]);
  const row = table.getByRole('row').filter({ hasText: title }).filter({ hasText: 'High' });
  await expect(row).toContainText('Sustaining');
  await expect(row).toContainText('Pending');
  for (const action of ['View', 'Edit', 'Delete']) {
    await expect(row.getByRole('button', { name: new RegExp(`^${action} `) })).toBeVisible();
  }
  await expectText(page, 'Showing 1 to 2 of 2 results');
  const [status, category] = [labelled(page, 'Status'), labelled(page, 'Category')];
  expect(await status.inputValue()).toBe('pending');
  expect(await choicesOf(status)).toEqual([
    'All statuses',
    'Pending',
    'In review',
    'Sent back',
    'Approved',
    'Denied',
  ]);
  expect(await choicesOf(category)).toEqual(['All categories', 'Transitional', 'Sustaining']);
  await category.selectOption('Transitional');
  await expectText(page, 'Showing 1 to 1 of 1 results');
  await expect(table).toContainText(other.title);
  await status.selectOption('Approved');
  await expectText(page, 'No notes found');
  await expect(page).toHaveURL(/status=resolved/);
});
