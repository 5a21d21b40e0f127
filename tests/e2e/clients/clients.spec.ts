/** Client Management as a manager uses it. */

import type { Locator, Page } from '@playwright/test';
import { expectNoSidewaysScroll, expectSound } from '#tests/e2e/accessible.ts';
import {
  createClient,
  createTeam,
  dialogOf,
  entryOf,
  expectText,
  fillFields,
  nameOf,
  openTab,
  press,
  pressAndConfirm,
  questionOf,
} from '#tests/e2e/steps.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { expect, LONG_ON_DESKTOP, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';

test('a manager adds a client, edits units, employees and services, and deletes it [1.managers.4,7 2.routes.22 2.manage.5 2.assignemployee.1 5.client.10 8.clients.21]', async ({
  page,
  product,
}) => {
  const helper = await product.person({ firstName: uniqueName('Eve') });
  await openAs(page, product, await product.person({ role: 'manager' }), '/clients?action=add');
  const form = dialogOf(page, 'Add New Client');
  const names = { 'Client ID': 'HH-7', 'Contact Name': 'Dorothy', Email: 'dorothy@example.com' };
  await fillFields(form, { ...names, 'Total Time Units': '40.25', 'Signature Code': '4711ab' });
  await press(form, 'Create Client');
  await expectText(page, 'Client created successfully');
  await expect(form).toBeHidden();
  expect(new URL(page.url()).search).toBe('');
  const card = entryOf(page, 'Dorothy');
  await expect(card).toContainText('40.25');
  await expectNoSidewaysScroll(page);
  await card.getByRole('link', { name: 'Dorothy', exact: true }).click();
  const record = page.getByRole('main');
  await expect(record).toContainText('4711ab');
  await expect(record).toContainText('$15.00');
  await expectSound(page);
  await assignEmployee(page, record, nameOf(helper));
  await record.getByRole('link', { name: 'Manage' }).click();
  await editUnits(page, record);
  await expectSound(page);
  await openTab(page, 'Authorizations');
  await addService(page, record);
  await expectSound(page);
  await page.goto(`${product.url}/clients`);
  await press(card, 'Delete Dorothy');
  await expect(questionOf(page)).toContainText('Notes and unit history are kept');
  await press(questionOf(page), 'Delete');
  await expectText(page, 'Client deleted successfully');
  await expect(card).toBeHidden();
});

async function editUnits(page: Page, record: Locator): Promise<void> {
  await press(record, 'Edit Units');
  const form = dialogOf(page, 'Edit Units');
  await fillFields(form, { 'Total Time Units': 'many' });
  await press(form, 'Update Units');
  await expectText(form, 'Enter the new total as a number');
  await expect(form.getByLabel('Total Time Units')).toBeFocused();
  await fillFields(form, { 'Total Time Units': '52.5', Reason: 'Bought another block' });
  await press(form, 'Update Units');
  await expectText(page, 'Time units updated successfully');
  const history = record.getByRole('table', { name: 'Unit history' });
  const newest = history.getByRole('row').nth(1);
  for (const text of ['Total changed', 'Bought another block', '+12.25', '52.5'])
    await expect(newest).toContainText(text);
  await expect(history.getByRole('row').nth(2)).toContainText('Units bought');
}

async function assignEmployee(page: Page, record: Locator, name: string): Promise<void> {
  const form = dialogOf(page, 'Assign Employee');
  const assign = async () => {
    await press(record, 'Assign Employee');
    await form.getByLabel('Employee').fill(name);
    await form.getByRole('option', { name }).click();
    await fillFields(form, { Role: 'backup' });
    await press(form, 'Assign Employee');
  };
  await assign();
  await expectText(page, 'Employee assigned successfully');
  const assigned = record.getByRole('list', { name: 'Assigned employees' }).getByRole('listitem');
  await expect(assigned).toContainText(name);
  await expect(assigned).toContainText('backup');
  await press(record, 'Assign Employee');
  await form.getByLabel('Employee').fill(name);
  await expect(form.getByText('No other employee to assign')).toBeVisible();
  await page.keyboard.press('Escape');
  await press(form, 'Cancel');
  await pressAndConfirm(page, `Remove ${name}`, 'Remove');
  await expectText(page, 'Employee assignment removed');
  await expect(assigned).toHaveCount(0);
  // The same values again are a new assignment, not a repetition of the first request.
  await assign();
  await expect(assigned).toContainText(name);
  await pressAndConfirm(page, `Remove ${name}`, 'Remove');
  await expect(assigned).toHaveCount(0);
}

async function addService(page: Page, record: Locator): Promise<void> {
  await press(record, 'Add Service');
  const form = dialogOf(page, 'Add Service');
  await fillFields(form, { Service: 'Other service (name only)' });
  await press(form, 'Add Service');
  await expectText(form, 'Service name is required');
  await fillFields(form, { 'Service Name': 'Personal care', 'Expiry Date': '2027-03-31' });
  await press(form, 'Add Service');
  await expectText(page, 'Service added successfully');
  const service = record.getByRole('list', { name: 'Services' }).getByRole('listitem');
  await expect(service).toContainText('Approved by Eve Worker');
  await expect(service).toContainText('Expires Mar 31, 2027');
  await pressAndConfirm(page, 'Remove Personal care', 'Remove');
  await expectText(page, 'Service removed successfully');
  await expect(service).toHaveCount(0);
}

test(
  'the client form reports errors, falls back to the default numbers and restores the input [2.clients.2 5.client.3,6]',
  LONG_RUN,
  async ({ page, product }) => {
    await openAs(page, product, await product.person({ role: 'manager' }), '/clients');
    await press(page, 'Add Client');
    const form = dialogOf(page, 'Add New Client');
    const expectDefaults = async () => {
      await expect(form.getByLabel('Total Time Units')).toHaveValue('0');
      await expect(form.getByLabel('Unit Rate ($/15min)')).toHaveValue('15');
    };
    await expectDefaults();
    await fillFields(form, { 'Total Time Units': 'lots', 'Unit Rate ($/15min)': '', Email: 'no-email' });
    await press(form, 'Create Client');
    await expectDefaults();
    await expectText(form, 'Client ID is required', 'Contact name is required', 'Invalid email address');
    await expect(form.getByLabel('Client ID')).toBeFocused();
    await expectSound(page);
    await fillFields(form, { 'Unit Rate ($/15min)': '$9.50', 'Total Time Units': '40 units' });
    await press(form, 'Create Client');
    await expect(form.getByRole('alert').filter({ hasText: /^Must be a number$/ })).toHaveCount(2);
    await expect(form.getByLabel('Unit Rate ($/15min)')).toHaveValue('$9.50');
    await page.reload();
    await press(page, 'Add Client');
    await expect(form.getByLabel('Email')).toHaveValue('no-email');
  },
);

test(
  'an edit keeps the changes of a colleague, and a code has exactly 6 characters and a card to print [1.managers.5 2.manage.6 5.client.15 8.clients.22 9.texts.7]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    const { id, contactName } = await createClient(product, manager, { signatureCode: null, phone: null });
    await openAs(page, product, manager, `/clients/${id}`);
    const details = page.getByRole('main');
    await expect(details).toContainText('No signature code assigned');
    await press(details, 'Edit Code');
    const codeForm = dialogOf(page, 'Edit Code');
    const error = 'Signature code must be exactly 6 characters';
    await fillFields(codeForm, { 'Signature Code': '12345' });
    await press(codeForm, 'Update Code');
    await expectText(codeForm, error);
    await press(codeForm, 'Generate');
    await expect(codeForm.getByText(error)).toHaveCount(0);
    const code = await codeForm.getByLabel('Signature Code').inputValue();
    expect(code).toMatch(/^\d{6}$/);
    await press(codeForm, 'Update Code');
    await expect(details).toContainText(code);
    await page.evaluate(() => (window.print = () => undefined));
    await press(details, 'Print card');
    await page.emulateMedia({ media: 'print' });
    const printed = page.locator('[data-print-only]');
    await expectText(printed, `Signature code for ${contactName}`, code);
    await expect(details).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(printed).toHaveCount(0);

    await press(details, 'Edit Client');
    const form = dialogOf(page, 'Edit Client');
    await fillFields(form, { Phone: '555 0177' });
    await product.call(manager.token, `PUT /api/clients/${id}/time-units`, { totalTimeUnits: 64 });
    await press(form, 'Update Client');
    await expectText(page, 'Client updated successfully');
    await expect(details).toContainText('555 0177');
    await expect(details).toContainText('64');
  },
);

test('a client is found by any part of its name', LONG_RUN, async ({ page, product }) => {
  const manager = await product.person({ role: 'manager' });
  for (const contactName of ['José Álvarez', ...'ABCDEF'])
    await createClient(product, manager, { contactName });
  await openAs(page, product, manager, '/clients');
  const search = page.getByRole('searchbox', { name: 'Search clients' });
  await search.fill('jose álv');
  await expect(page.getByText('1 of ')).toBeVisible();
  await expect(entryOf(page, 'José Álvarez')).toBeVisible();
  await search.fill('no such name');
  await expectText(page, 'No clients found');
  await press(page, 'Show all clients');
  await expect(entryOf(page, 'José Álvarez')).toBeVisible();
});

test(
  'more than six clients are a table on wide screens, sorted by units left on request',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client, note } = await createTeam(product, { totalTimeUnits: 4 });
    await note();
    for (let count = 1; count <= 6; count += 1) await createClient(product, manager);
    await openAs(page, product, manager, '/clients');
    await expect(page.getByRole('columnheader')).toHaveText([
      'Name',
      'Client ID',
      'Units left',
      'Unit status',
      'Last visit',
      'Code',
      'Status',
      'Actions',
    ]);
    await page.getByLabel('Sort').selectOption('Fewest units left first');
    await expect(page.getByRole('row').nth(1)).toContainText(' units over');
    const row = page.getByRole('row').filter({ hasText: client.companyName });
    await expectText(row, '5 units over', 'Mar 2, 2026', 'Yes', 'Active');
    await expectSound(page);
    await page.getByRole('radio', { name: 'Cards' }).check({ force: true });
    await expect(page.getByRole('list', { name: 'Clients' })).toContainText(client.contactName);
    await expect(page).toHaveURL(/\?sort=units&layout=cards$/);
  },
);
