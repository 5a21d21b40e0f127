/** Client Management as a manager uses it, in the shipped product. */
import type { Locator, Page } from '@playwright/test';
import { DESKTOP_ONLY, expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { expectNoSidewaysScroll, expectSound } from './accessible.ts';
import { CODE, createVisit } from './noteSteps.ts';

const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
/** A client: a row on wide screens, a card on others. */
const card = (page: Page, name: string): Locator =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) })
    .or(page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) }));

const newClient = () => ({ name: uniqueName('Dorothy'), id: uniqueName('HH') });

async function addClient(page: Page, client: { name: string; id: string }): Promise<void> {
  const form = dialog(page, 'Add New Client');
  await form.getByLabel('Client ID').fill(client.id);
  await form.getByLabel('Contact Name').fill(client.name);
  await form.getByLabel('Email').fill('dorothy@example.com');
  await form.getByLabel('Total Time Units').fill('40.25');
  await form.getByLabel('Signature Code').fill('4711ab');
  await form.getByRole('button', { name: 'Create Client' }).click();
  await expect(page.getByText('Client created successfully', { exact: true })).toBeVisible();
  await expect(form).toBeHidden();
}

test('a manager adds a client, runs it and deletes it [1.managers.4,7 2.routes.22 2.manage.5 2.assignemployee.1 5.client.10 8.clients.21]', async ({
  page,
  product,
}) => {
  const client = newClient();
  const helper = await product.person({ firstName: uniqueName('Eve') });
  await openAs(page, product, await product.person({ role: 'manager' }), '/clients?action=add');
  await addClient(page, client);
  expect(new URL(page.url()).search).toBe('');
  await expect(card(page, client.name)).toContainText('40.25');
  await expectNoSidewaysScroll(page);

  await card(page, client.name).getByRole('button', { name: client.name, exact: true }).click();
  const details = dialog(page, client.name);
  await expect(details).toContainText('4711ab');
  await expect(details).toContainText('$15.00');
  await expectSound(page);
  await details.getByRole('button', { name: 'Manage' }).click();

  const manage = dialog(page, `Manage ${client.name}`);
  await editsUnits(page, manage);
  await assigns(page, manage, `${helper.user.firstName} Worker`);
  await addsAndRemovesService(page, manage);
  await expectSound(page);
  await manage.getByRole('button', { name: 'Done' }).click();

  await card(page, client.name)
    .getByRole('button', { name: `Delete ${client.name}` })
    .click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Notes and unit history are kept');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Client deleted successfully', { exact: true })).toBeVisible();
  await expect(card(page, client.name)).toBeHidden();
});

async function editsUnits(page: Page, manage: Locator): Promise<void> {
  await manage.getByRole('button', { name: 'Edit Units' }).click();
  const form = dialog(page, 'Edit Units');
  const total = form.getByLabel('Total Time Units');
  await total.fill('many');
  await form.getByRole('button', { name: 'Update Units' }).click();
  await expect(form.getByText('Enter the new total as a number')).toBeVisible();
  await expect(total).toBeFocused();
  await total.fill('52.5');
  await form.getByLabel('Reason').fill('Bought another block');
  await form.getByRole('button', { name: 'Update Units' }).click();
  await expect(page.getByText('Time units updated successfully', { exact: true })).toBeVisible();
  const newest = manage.getByRole('row').nth(1);
  await expect(newest).toContainText('Total changed');
  await expect(newest).toContainText('Bought another block');
  await expect(newest).toContainText('+12.25');
  await expect(newest).toContainText('52.5');
  await expect(manage.getByRole('row').nth(2)).toContainText('Units bought');
}

async function assigns(page: Page, manage: Locator, name: string): Promise<void> {
  await manage.getByRole('button', { name: 'Assign Employee' }).click();
  const form = dialog(page, 'Assign Employee');
  await form.getByLabel('Employee').fill(name);
  await form.getByRole('option', { name }).click();
  await form.getByLabel('Role').fill('backup');
  await form.getByRole('button', { name: 'Assign Employee' }).click();
  await expect(page.getByText('Employee assigned successfully', { exact: true })).toBeVisible();
  const assigned = manage.getByRole('list', { name: 'Assigned employees' }).getByRole('listitem');
  await expect(assigned).toContainText(name);
  await expect(assigned).toContainText('backup');

  await manage.getByRole('button', { name: 'Assign Employee' }).click();
  await form.getByLabel('Employee').fill(name);
  await expect(form.getByText('No other employee to assign')).toBeVisible();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Cancel' }).click();

  await manage.getByRole('button', { name: `Remove ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Employee assignment removed', { exact: true })).toBeVisible();
  await expect(assigned).toHaveCount(0);
}

async function addsAndRemovesService(page: Page, manage: Locator): Promise<void> {
  await manage.getByRole('button', { name: 'Add Service' }).click();
  const form = dialog(page, 'Add Service');
  await form.getByRole('button', { name: 'Add Service' }).click();
  await expect(form.getByText('Service name is required')).toBeVisible();
  await form.getByLabel('Service Name').fill('Personal care');
  await form.getByLabel('Expiry Date').fill('2027-03-31');
  await form.getByRole('button', { name: 'Add Service' }).click();
  await expect(page.getByText('Service added successfully', { exact: true })).toBeVisible();
  const service = manage.getByRole('list', { name: 'Services' }).getByRole('listitem');
  await expect(service).toContainText('Approved by Eve Worker');
  await expect(service).toContainText('Expires Mar 31, 2027');
  await manage.getByRole('button', { name: 'Remove Personal care' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Service removed successfully', { exact: true })).toBeVisible();
  await expect(service).toHaveCount(0);
}

test('the client form shows what is wrong and falls back to the default numbers [2.clients.2 5.client.3,6]', async ({
  page,
  product,
}) => {
  await openAs(page, product, await product.person({ role: 'manager' }), '/clients');
  await page.getByRole('button', { name: 'Add Client' }).click();
  const form = dialog(page, 'Add New Client');
  await expect(form.getByLabel('Total Time Units')).toHaveValue('0');
  await expect(form.getByLabel('Unit Rate ($/15min)')).toHaveValue('15');
  await form.getByLabel('Total Time Units').fill('lots');
  await form.getByLabel('Unit Rate ($/15min)').fill('');
  await form.getByLabel('Email').fill('no-email');
  await form.getByRole('button', { name: 'Create Client' }).click();
  await expect(form.getByLabel('Total Time Units')).toHaveValue('0');
  await expect(form.getByLabel('Unit Rate ($/15min)')).toHaveValue('15');
  for (const message of ['Client ID is required', 'Contact name is required', 'Invalid email address']) {
    await expect(form.getByText(message)).toBeVisible();
  }
  await expect(form.getByLabel('Client ID')).toBeFocused();
  await expectSound(page);

  await page.reload();
  await page.getByRole('button', { name: 'Add Client' }).click();
  await expect(form.getByLabel('Email')).toHaveValue('no-email');
});

test(
  'an edit keeps what a colleague changed meanwhile, and the code has exactly 6 characters [1.managers.5 2.manage.6 5.client.15 8.clients.22 9.texts.7]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    const { name: contactName, id: companyName } = newClient();
    const added = await product.call<{ id: number }>(manager.token, 'POST /api/clients', {
      companyName,
      contactName,
      totalTimeUnits: 40,
    });
    await openAs(page, product, manager, `/clients?client=${added.id}`);
    const details = dialog(page, contactName);
    await expect(details).toContainText('No signature code assigned');
    await details.getByRole('button', { name: 'Edit Code' }).click();
    const codeForm = dialog(page, 'Edit Code');
    await codeForm.getByLabel('Signature Code').fill('12345');
    await codeForm.getByRole('button', { name: 'Update Code' }).click();
    await expect(codeForm.getByText('Signature code must be exactly 6 characters')).toBeVisible();
    await codeForm.getByRole('button', { name: 'Generate' }).click();
    await expect(codeForm.getByText('Signature code must be exactly 6 characters')).toHaveCount(0);
    const code = await codeForm.getByLabel('Signature Code').inputValue();
    expect(code).toMatch(/^\d{6}$/);
    await codeForm.getByRole('button', { name: 'Update Code' }).click();
    await expect(details).toContainText(code);
    await page.evaluate(() => (window.print = () => undefined));
    await details.getByRole('button', { name: 'Print card' }).click();
    await page.emulateMedia({ media: 'print' });
    const printed = page.locator('[data-print-only]');
    await expect(printed.getByRole('heading', { name: `Signature code for ${contactName}` })).toBeVisible();
    await expect(printed.getByText(code)).toBeVisible();
    await expect(details).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(printed).toHaveCount(0);

    await details.getByRole('button', { name: 'Edit Client' }).click();
    const form = dialog(page, 'Edit Client');
    await form.getByLabel('Phone').fill('555 0142');
    await product.call(manager.token, `PUT /api/clients/${added.id}/time-units`, { totalTimeUnits: 64 });
    await form.getByRole('button', { name: 'Update Client' }).click();
    await expect(page.getByText('Client updated successfully', { exact: true })).toBeVisible();
    await expect(details).toContainText('555 0142');
    await expect(details).toContainText('64');
  },
);

test(
  'the keyboard opens a client, manages it and comes back to its card',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    const { name: contactName, id: companyName } = newClient();
    await product.call(manager.token, 'POST /api/clients', { companyName, contactName });
    await openAs(page, product, manager, '/clients');
    const opener = card(page, contactName).getByRole('button', { name: contactName, exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    await dialog(page, contactName).getByRole('button', { name: 'Manage' }).focus();
    await page.keyboard.press('Enter');
    const manage = dialog(page, `Manage ${contactName}`);
    await manage.getByRole('button', { name: 'Edit Units' }).focus();
    await page.keyboard.press('Enter');
    // A dialog takes keys once it has the focus, which comes some milliseconds after the first picture of it.
    await expect
      .poll(() => dialog(page, 'Edit Units').evaluate((opened) => opened.contains(document.activeElement)))
      .toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Edit Units')).toBeHidden();
    await expect(manage.getByRole('button', { name: 'Edit Units' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(manage).toBeHidden();
    await expect(opener).toBeFocused();
  },
);

test('of many clients one is found by any part of its name', async ({ page, product }) => {
  const manager = await product.person({ role: 'manager' });
  const sought = uniqueName('José Álvarez');
  for (const contactName of [sought, ...Array.from({ length: 6 }, () => uniqueName('Other'))]) {
    await product.call(manager.token, 'POST /api/clients', { companyName: uniqueName('HH'), contactName });
  }
  await openAs(page, product, manager, '/clients');
  await page.getByRole('searchbox', { name: 'Search clients' }).fill(sought.toLowerCase().replace('é', 'e'));
  await expect(page.getByText('1 of ')).toBeVisible();
  await expect(card(page, sought)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search clients' }).fill('no such name');
  await expect(page.getByText('No clients found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all clients' }).click();
  await expect(card(page, sought)).toBeVisible();
});

test(
  'wide screens show clients as a table that begins with the fewest units left on request',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { employee, client, clientName } = await createVisit(product, { totalTimeUnits: 4 });
    await product.call(
      employee.token,
      'POST /api/notes',
      buildNoteForm(client.id, { clientSignatureCode: CODE }),
    );
    const manager = await product.person({ role: 'manager' });
    for (let count = 1; count <= 6; count += 1) {
      const { name: contactName, id: companyName } = newClient();
      await product.call(manager.token, 'POST /api/clients', { companyName, contactName });
    }
    await openAs(page, product, manager, '/clients');
    await expect(page.getByRole('columnheader')).toHaveText([
      'Name',
      'Client ID',
      'Units left',
      'Last visit',
      'Code',
      'Status',
      'Actions',
    ]);
    await page.getByLabel('Sort').selectOption('Least units first');
    await expect(page.getByRole('row').nth(1)).toContainText(' units over');
    const row = page.getByRole('row').filter({ hasText: clientName });
    for (const text of ['5 units over', 'Mar 2, 2026', 'Yes', 'Active'])
      await expect(row).toContainText(text);
    await expectSound(page);
    await page.getByRole('radio', { name: 'Cards' }).check({ force: true });
    await expect(page.getByRole('list', { name: 'Clients' })).toContainText(clientName);
    await expect(page).toHaveURL(/\?sort=units&layout=cards$/);
  },
);
