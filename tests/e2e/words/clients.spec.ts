/** Client Management and its dialogs, word for word. */
import type { Locator, Page } from '@playwright/test';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { aClient, aTeam, choicesOf, expectFacts, expectFields, fact, holdBack, labelled } from './steps.ts';

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const card = (page: Page, name: string): Locator =>
  page
    .getByRole('list', { name: 'Clients' })
    .locator(':scope > li')
    .filter({ has: page.getByRole('heading', { name }) });
const service = (fields: object = {}) => ({ serviceName: uniqueName('Personal care'), ...fields });

test('before the first client there is a word and a way [2.clients.2,10 9.counts.7]', async ({
  page,
  product,
}) => {
  const letGo = await holdBack(page, '**/api/clients');
  await openAs(page, product, await product.unpaidBusiness(), '/clients?layout=cards');
  const loading = page.getByRole('status', { name: 'Loading clients' });
  await expect(loading.locator(':scope > div')).toHaveCount(6);
  letGo();
  const main = page.getByRole('main');
  await expect(main.getByText('No clients yet', { exact: true })).toBeVisible();
  await expect(main.getByText('Start by adding your first client to manage their documents')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Add Client', exact: true })).toBeVisible();
  await main.getByRole('button', { name: 'Add First Client' }).click();
  await expect(dialog(page, 'Add New Client')).toBeVisible();
});

test('a card shows the client, its units and what can be done [2.clients.3]', async ({ page, product }) => {
  const { manager, client, note } = await aTeam(product);
  await note();
  const bare = await aClient(product, manager, {
    email: '',
    phone: '',
    address: '',
    status: 'inactive',
    totalTimeUnits: 0,
  });
  await openAs(page, product, manager, `/clients?layout=cards&q=${client.contactName}`);
  const one = card(page, client.contactName);
  for (const texts of ['Active', 'maria@example.com', '555 0142', '4 Elm Street', /Added [A-Z][a-z]{2} \d/]) {
    await expect(one).toContainText(texts);
  }
  await expectFacts(one, {
    Total: '40',
    Used: '9',
    Left: '31',
  });
  const bar = one.getByRole('progressbar', { name: 'Units used' });
  await expect(bar).toHaveAttribute('aria-valuenow', '23');
  for (const name of [/^Documents/, /^Upload/, /^Edit /, /^Delete /]) {
    await expect(one.getByRole('button', { name })).toBeVisible();
  }
  await product.call(manager.token, `PUT /api/clients/${client.id}/time-units`, { totalTimeUnits: 4 });
  await expect(bar).toHaveAttribute('aria-valuenow', '100');
  await expect(fact(one, 'Left')).toHaveText('-5');

  await page.goto(`${product.url}/clients?layout=cards&q=${bare.contactName}`);
  const other = card(page, bare.contactName);
  await expect(other).toContainText('Inactive');
  await expect(other.getByRole('listitem')).toHaveCount(0);
  // Anywhere on the card but on a button opens the client.
  await other.click({ position: { x: 20, y: 12 } });
  await expect(dialog(page, bare.contactName)).toBeVisible();
});

test('the form of a client has its fields, its helper and its own texts for change [1.managers.3 2.clientform.1 3.clients.2 4.status.1]', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager' });
  const client = await aClient(product, manager);
  await openAs(page, product, manager, '/clients?action=add');
  const form = dialog(page, 'Add New Client');
  await expectFields(form, {
    required: ['Client ID', 'Contact Name'],
    optional: ['Email', 'Phone', 'Address', 'Signature Code'],
    given: ['Total Time Units', 'Unit Rate ($/15min)', 'Status'],
  });
  await expect(form).toContainText('Private code required for client to sign notes');
  expect(await choicesOf(labelled(form, 'Status'))).toEqual(['Active', 'Inactive']);
  expect(await labelled(form, 'Status').inputValue()).toBe('active');
  await expect(form.getByRole('button', { name: 'Create Client' })).toBeVisible();

  await page.goto(`${product.url}/clients?client=${client.id}`);
  await dialog(page, client.contactName).getByRole('button', { name: 'Edit Client' }).click();
  const edit = dialog(page, 'Edit Client');
  await expect(labelled(edit, 'Client ID')).toHaveValue(client.companyName);
  await expect(labelled(edit, 'Signature Code')).toHaveValue('4711ab');
  await labelled(edit, 'Status').selectOption('Inactive');
  await edit.getByRole('button', { name: 'Update Client' }).click();
  await expect(page.getByText('Client updated successfully', { exact: true })).toBeVisible();
  await expect(fact(dialog(page, client.contactName), 'Status')).toHaveText('Inactive');
});

test('the details of a client lead on to everything else [2.clientdetail.1,3 2.uploaddocument.1 9.counts.8]', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager' });
  const client = await aClient(product, manager, { unitRate: '22.50' });
  const names = ['1.pdf', '2.pdf', '3.pdf', '4.pdf'];
  for (const originalName of names) {
    const record = { originalName, fileSize: 2048, mimeType: 'application/pdf' };
    await product.call(manager.token, `POST /api/clients/${client.id}/documents`, record);
  }
  await openAs(page, product, manager, `/clients?client=${client.id}`);
  const details = dialog(page, client.contactName);
  await expectFacts(details, {
    'Client ID': client.companyName,
    'Contact Name': client.contactName,
    Status: 'Active',
    Phone: '555 0142',
    Email: 'maria@example.com',
    Address: '4 Elm Street',
    Total: '40',
    Available: '40',
    Used: '0',
  });
  await expect(details.getByText(/Rate per 15-minute unit/)).toContainText('$22.50');
  await expect(details.getByRole('heading', { name: 'Digital Signature' })).toBeVisible();
  await expect(details).toContainText('4711ab');
  const documents = details.getByRole('list', { name: 'Recent documents' }).getByRole('listitem');
  await expect(documents).toContainText(['4.pdf', '3.pdf', '2.pdf']);
  await expect(documents).toHaveCount(3);
  for (const name of ['Edit Code', 'View All', 'Edit Client', 'Upload Doc', 'Manage']) {
    await expect(details.getByRole('button', { name, exact: true })).toBeVisible();
  }
  await details.getByRole('button', { name: 'Upload Doc' }).click();
  const upload = dialog(page, 'Upload Document');
  await expectFields(upload, { required: ['File'], optional: ['Description'] });
});

test('Manage holds units, code, employees, services and documents [2.manage.1,6]', async ({
  page,
  product,
}) => {
  const { manager, employee, client } = await aTeam(product);
  const helper = await product.person({ firstName: uniqueName('Ida') });
  const of = `/api/clients/${client.id}`;
  const assigned = { employeeId: helper.user.id, role: 'backup' };
  await product.call(manager.token, `POST ${of}/assignments`, assigned);
  const approved = service({ serviceDescription: 'Washing', expiryDate: '2027-03-31' });
  await product.call(manager.token, `POST ${of}/services`, approved);
  await openAs(page, product, manager, `/clients?client=${client.id}&view=manage`);
  const manage = dialog(page, `Manage ${client.contactName}`);
  for (const title of [
    'Contact details',
    'Time Units Tracking',
    'Signature Verification',
    'Assigned Employees',
    'Approved Services',
  ]) {
    await expect(manage.getByRole('heading', { name: title, exact: true })).toBeVisible();
  }
  const left = async (title: string) =>
    (await manage.getByRole('heading', { name: title, exact: true }).boundingBox())?.x ?? 0;
  const columns = [await left('Contact details'), await left('Approved Services'), await left('Documents')];
  expect(columns).toEqual(columns.toSorted((a, b) => a - b));
  expect(new Set(columns).size).toBe(3);
  await expect(manage).toContainText('Each unit equals 15 minutes. Rate: $15.00 per unit.');
  await expectFacts(manage, {
    Total: '40',
    Used: '0',
    Available: '40',
  });
  const people = manage.getByRole('list', { name: 'Assigned employees' }).getByRole('listitem');
  const usual = people.filter({ hasText: String(employee.user.firstName) });
  await expect(usual).toContainText('Field');
  await expect(usual).not.toContainText('assigned');
  await expect(people.filter({ hasText: String(helper.user.firstName) })).toContainText('backup');
  const one = manage.getByRole('list', { name: 'Services' }).getByRole('listitem');
  for (const texts of [
    approved.serviceName,
    'Approved',
    'Washing',
    /by Mia Worker on [A-Z]/,
    'Mar 31, 2027',
  ]) {
    await expect(one).toContainText(texts);
  }
  for (const name of ['Edit Units', 'Edit Code', 'Assign Employee', 'Add Service', 'Upload First Document']) {
    await expect(manage.getByRole('button', { name })).toBeVisible();
  }
  const record = {
    originalName: 'plan.pdf',
    fileSize: 2048,
    mimeType: 'application/pdf',
    description: 'May',
  };
  await product.call(manager.token, `POST ${of}/documents`, record);
  const table = manage.getByRole('table', { name: 'Documents' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Document Name',
    'Size',
    'Uploaded By',
    'Date',
    'Actions',
  ]);
  const row = table.getByRole('row').filter({ hasText: 'plan.pdf' });
  for (const texts of ['May', '2.00 KB', 'Mia Worker']) await expect(row).toContainText(texts);
  await expect(row.getByRole('button', { name: 'Delete plan.pdf' })).toBeVisible();
  await expect(manage.getByRole('button', { name: 'Upload Document' })).toBeVisible();
});

test('assigning and adding a service ask for what they need [2.manage.7 2.assignemployee.2 2.addservice.1 3.assignments.2 4.status.3]', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager' });
  const client = await aClient(product, manager, { signatureCode: null });
  await openAs(page, product, manager, `/clients?client=${client.id}&view=manage`);
  const manage = dialog(page, `Manage ${client.contactName}`);
  await expect(manage).toContainText('No signature code assigned');
  await manage.getByRole('button', { name: 'Assign Employee' }).click();
  const assign = dialog(page, 'Assign Employee');
  await expectFields(assign, { required: ['Employee', 'Role'], optional: ['Notes'] });
  await expect(labelled(assign, 'Role')).toHaveValue('assigned');
  await expect(labelled(assign, 'Role')).toHaveAttribute('type', 'text');
  await assign.getByRole('button', { name: 'Cancel' }).click();
  await manage.getByRole('button', { name: 'Add Service' }).click();
  const add = dialog(page, 'Add Service');
  await expectFields(add, {
    required: ['Service Name'],
    optional: ['Description', 'Expiry Date', 'Notes'],
    given: ['Status'],
  });
  expect(await choicesOf(labelled(add, 'Status'))).toEqual(['Approved', 'Pending', 'Suspended', 'Expired']);
  expect(await labelled(add, 'Status').inputValue()).toBe('approved');
});
