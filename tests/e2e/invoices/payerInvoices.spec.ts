/** Billing: invoices to a payer for some of its clients. */

import type { Page } from '@playwright/test';
import { expectSound } from '#tests/e2e/accessible.ts';
import {
  assign,
  createClient,
  createNote,
  createTeam,
  dialogOf,
  fieldOf,
  fillFields,
  press,
  type Client,
} from '#tests/e2e/steps.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  openAs,
  type Product,
  test,
} from '#tests/support/helpers/appFixture.ts';

/** Clients with an approved visit each, under authorizations of the same payer. */
async function createWork(product: Product) {
  const { manager, employee, client } = await createTeam(product, { totalTimeUnits: 900 });
  const bill = async ({ id }: Client, workDate: string) => {
    await product.call(manager.token, `POST /api/clients/${id}/services`, {
      category: 'sustaining',
      unitsAuthorized: 100,
      payer: 'County',
    });
    const note = await createNote(product, employee, { id }, { workDate });
    await product.call(manager.token, `PATCH /api/notes/${note.id}/review`, {
      action: 'approve',
      version: 1,
    });
  };
  /** Adds a client with a visit to bill. */
  const addClient = async (contactName: string) => {
    const added = await createClient(product, manager, { contactName, totalTimeUnits: 900 });
    await assign(product, manager, added, employee);
    await bill(added, '2026-03-03');
    return added;
  };
  await bill(client, '2026-03-02');
  return { manager, client, addClient };
}

/** Opens the dialog of an invoice to the payer of Maria Lopez. */
async function openDialog(page: Page) {
  await page
    .getByRole('region', { name: 'Work to bill' })
    .getByRole('button', { name: /Maria Lopez/ })
    .click();
  return dialogOf(page, 'New invoice');
}

test(
  'a manager chooses the clients of an invoice to a payer [14.invoice.128]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, addClient } = await createWork(product);
    await addClient('Otto Other');
    await openAs(page, product, manager, '/billing');
    const dialog = await openDialog(page);
    await expect(dialog).toContainText('To County');
    const all = dialog.getByRole('checkbox', { name: 'All clients with visits to bill (2)' });
    await expect(all).toBeChecked();
    await all.uncheck();
    await press(dialog, 'Create draft');
    await expect(dialog.getByRole('alert').filter({ hasText: 'Choose at least one client' })).toBeVisible();
    await expectSound(page);
    await dialog.getByRole('checkbox', { name: /Otto Other/ }).check();
    await expect(all).not.toBeChecked();
    await press(dialog, 'Create draft');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Draft invoice');
    const lines = page.getByRole('region', { name: 'Lines' });
    await expect(lines).toContainText('Otto Other');
    await expect(lines).not.toContainText('Maria Lopez');
  },
);

test(
  'a client whose visit is approved while the dialog is open is on the invoice, and one that was unchecked is not [14.invoice.128]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, addClient } = await createWork(product);
    await addClient('Otto Other');
    await openAs(page, product, manager, '/billing');
    const dialog = await openDialog(page);
    await dialog.getByRole('checkbox', { name: /Maria Lopez/ }).uncheck();
    await press(dialog, 'Cancel');
    await openDialog(page);
    await expect(dialog.getByRole('checkbox', { name: 'All clients with visits to bill (2)' })).toBeChecked();
    await dialog.getByRole('checkbox', { name: /Otto Other/ }).uncheck();
    await addClient('Nina New');
    await expect(dialog.getByRole('checkbox', { name: /Nina New/ })).toBeChecked();
    await press(dialog, 'Create draft');
    const lines = page.getByRole('region', { name: 'Lines' });
    await expect(lines).toContainText('Maria Lopez');
    await expect(lines).toContainText('Nina New');
    await expect(lines).not.toContainText('Otto Other');
  },
);

test(
  'when one client of the payer is left, the invoice is for this client, also after it was unchecked [14.invoice.128]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, addClient } = await createWork(product);
    const other = await addClient('Otto Other');
    await openAs(page, product, manager, '/billing');
    const dialog = await openDialog(page);
    await dialog.getByRole('checkbox', { name: /Maria Lopez/ }).uncheck();
    await product.call(manager.token, 'POST /api/invoices', {
      payer: 'County',
      clientIds: [other.id],
      from: '2026-03-01',
      to: '2026-03-31',
    });
    await expect(dialog).toContainText('To County, for Maria Lopez');
    await expect(dialog.getByRole('checkbox')).toHaveCount(0);
    await press(dialog, 'Create draft');
    await expect(page.getByRole('region', { name: 'Lines' })).toContainText('Maria Lopez');
    await expect(page.getByText('Otto Other')).toHaveCount(0);
  },
);

test(
  'a new invoice to a payer or a client starts with the oldest visit, and a period without visits has a warning [14.invoice.133]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, addClient } = await createWork(product);
    const other = await addClient('Otto Other');
    const held = Promise.withResolvers<void>();
    await page.route('**/api/billing/open', async (route) => {
      await held.promise;
      await route.continue();
    });
    await openAs(page, product, manager, '/billing');
    await expect(page.getByRole('button', { name: 'New invoice' })).toBeDisabled();
    held.resolve();
    await press(page, 'New invoice');
    const dialog = dialogOf(page, 'New invoice');
    const billTo = dialog.getByRole('combobox', { name: 'Bill to' });
    await billTo.fill('bill');
    await expect(page.getByText('No matching client or payer')).toBeVisible();
    await billTo.fill('Otto');
    await page
      .getByRole('option', { name: `Otto Other (${other.companyName}) No visits paid by the client` })
      .click();
    const warning = dialog.getByRole('status').filter({ hasText: 'No visits to bill in this period' });
    await expect(warning).toBeVisible();
    await billTo.fill('County');
    await page.getByRole('option', { name: 'County Payer · 2 visits to bill' }).click();
    await expect(fieldOf(dialog, 'First day')).toHaveValue('2026-03-02');
    await expect(warning).toBeHidden();
    await expectSound(page);
    await fillFields(dialog, { 'Last day': '2026-03-02' });
    await dialog.getByRole('checkbox', { name: /Maria Lopez/ }).uncheck();
    await expect(warning).toContainText('The oldest visit to bill was on Mar 3, 2026.');
    await expectSound(page);
    await fillFields(dialog, { 'Last day': '2026-03-03' });
    await expect(warning).toBeHidden();
    await press(dialog, 'Create draft');
    await expect(page.getByRole('region', { name: 'Lines' })).toContainText('Otto Other');
  },
);

test(
  'the first day of a new invoice follows the payer until it is edited, also back to the first of the month [14.invoice.133]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client } = await createWork(product);
    await openAs(page, product, manager, '/billing');
    await press(page, 'New invoice');
    const dialog = dialogOf(page, 'New invoice');
    const billTo = dialog.getByRole('combobox', { name: 'Bill to' });
    const firstDay = fieldOf(dialog, 'First day');
    const choose = async (text: string) => {
      await billTo.fill(text);
      await page.getByRole('option').first().click();
      await expect(billTo).toHaveValue(text);
    };
    const firstOfMonth = await firstDay.inputValue();
    expect(firstOfMonth).toMatch(/-01$/);
    await choose('County');
    await expect(firstDay).toHaveValue('2026-03-02');
    await choose(`Maria Lopez (${client.companyName})`);
    await expect(firstDay).toHaveValue(firstOfMonth);
    await choose('County');
    await fillFields(dialog, { 'First day': firstOfMonth });
    await choose(`Maria Lopez (${client.companyName})`);
    await choose('County');
    await expect(firstDay).toHaveValue(firstOfMonth);
  },
);

test(
  'a manager filters the invoices by payer [14.invoice.129]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client, addClient } = await createWork(product);
    const other = await addClient('Otto Other');
    const draft = (whom: object) =>
      product.call(manager.token, 'POST /api/invoices', { ...whom, from: '2026-03-01', to: '2026-03-31' });
    await draft({ payer: 'County', clientIds: [client.id] });
    await draft({ clientId: other.id });
    await openAs(page, product, manager, '/billing');
    const invoices = page.getByRole('region', { name: 'Invoices' });
    await expect(invoices).toContainText('2 invoices');
    await fillFields(invoices, { Payer: 'County' });
    await expect(invoices).toContainText('1 invoice');
    await expect(invoices.getByRole('table')).not.toContainText('Otto Other');
    await expectSound(page);
    await page.reload();
    await expect(invoices.getByRole('table')).toContainText('County');
    await expect(invoices.getByRole('table')).not.toContainText('Otto Other');
    await fillFields(invoices, { Client: `Otto Other (${other.companyName})` });
    await expect(invoices).toContainText('No invoices match these filters.');
  },
);
