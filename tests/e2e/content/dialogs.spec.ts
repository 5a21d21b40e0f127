/** The dialogs of managers with their fields, compared with the stored snapshots, and what happens when they are sent. */

import {
  choose,
  createClient,
  createTeam,
  dialogOf,
  expectText,
  descriptionOf,
  fieldOf,
  fillFields,
  holdBack,
  press,
  openTab,
} from '#tests/e2e/steps.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { expectSnapshot } from './snapshot.ts';

test('Add Resource takes a file or a URL, shows progress and closes [2.dashboard.19 2.addresource.1,5 3.resources.2]', async ({
  page,
  product,
}) => {
  await openAs(page, product, await product.person({ role: 'manager' }), '/dashboard');
  await press(page, 'Add Resource');
  const form = dialogOf(page, 'Add Resource');
  const file = form.locator('input[type=file]');
  await expectSnapshot(form, 'add-resource-file', ['File', 'Title']);
  await expect(file).toHaveAttribute('accept', '.pdf,.doc,.docx,.txt,.xlsx,.ppt,.pptx,.png,.jpg,.jpeg,.gif');
  const buffer = Buffer.alloc(1_500_000, 'words ');
  await file.setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer });
  await expect(form).toContainText('plan.txt');
  await expect(form).toContainText('1.43 MB');
  await fillFields(form, { Title: 'Plan' });
  const releaseFile = await holdBack(page, '**/api/business-resources/upload');
  await press(form, 'Upload Resource');
  await expect(form.getByRole('button', { name: 'Uploading...' })).toHaveAttribute('aria-disabled', 'true');
  releaseFile();
  await expect(form).toBeHidden();
  await expectText(page, 'Resource uploaded successfully');

  await press(page, 'Add Resource');
  await form.getByText('Add URL').click();
  await expectSnapshot(form, 'add-resource-url', ['File URL', 'Title']);
  await fillFields(form, { Title: 'Forms', 'File URL': 'https://example.com/forms' });
  const release = await holdBack(page, '**/api/business-resources');
  await press(form, 'Add Resource');
  await expect(form.getByRole('button', { name: 'Adding...' })).toHaveAttribute('aria-disabled', 'true');
  release();
  await expect(form).toBeHidden();
  await expectText(page, 'Resource added successfully');
});

test('Add Employee opens by its address, and is disabled while it is sent [2.routes.19 2.addemployee.1,2 3.users.5 5.user.4,6]', async ({
  page,
  product,
}) => {
  await openAs(page, product, await product.person({ role: 'admin' }), '/management?action=add');
  const form = dialogOf(page, 'Add New Employee');
  await expectSnapshot(form, 'add-employee', ['First Name', 'Last Name', 'Username', 'Password']);
  await expect(page).toHaveURL(/\/management$/);
  const names = { 'First Name': 'Sam', 'Last Name': 'Reed' };
  await fillFields(form, { ...names, Username: uniqueName('sam'), Password: 'temporary one' });
  const release = await holdBack(page, '**/api/employees');
  await press(form, 'Add Employee');
  await expect(form.getByRole('button', { name: 'Adding...' })).toHaveAttribute('aria-disabled', 'true');
  release();
  await expectText(page, 'Employee added successfully.');
  await expect(form).toBeHidden();
});

test('Review Note shows the whole note and what can be decided [2.management.3 3.notes.11 5.other.9]', async ({
  page,
  product,
}) => {
  const { manager, note } = await createTeam(product);
  await note({ title: 'Visit', priority: 'urgent' });
  await openAs(page, product, manager, '/management?status=pending');
  await press(page, 'Visit');
  const dialog = dialogOf(page, 'Visit');
  await expect(dialog.getByRole('img', { name: /signature/ })).toHaveCount(2);
  await expectSnapshot(dialog, 'review-note', []);
  const reason = dialog.getByLabel('Reason for denial (required only when denying)');
  expect(await reason.evaluate(({ tagName }) => tagName)).toBe('TEXTAREA');
  await press(dialog, 'Cancel');
  await expect(dialog).toBeHidden();
  await press(page, 'Approve Visit');
  await press(page.getByRole('dialog'), 'Approve');
  await expectText(page, 'Note Approved', 'Note approved and the employee has been notified');
});

test('the client form adds and edits a client [1.managers.3 2.clientform.1 4.status.1]', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager' });
  const client = await createClient(product, manager);
  await openAs(page, product, manager, '/clients?action=add');
  await expectSnapshot(dialogOf(page, 'Add New Client'), 'add-client', ['Client ID', 'Contact Name']);
  await page.goto(`${product.url}/clients/${client.id}`);
  await press(page, 'Edit Client');
  await expectSnapshot(dialogOf(page, 'Edit Client'), 'edit-client', ['Client ID', 'Contact Name']);
  await fillFields(dialogOf(page, 'Edit Client'), { Status: 'Inactive' });
  await press(dialogOf(page, 'Edit Client'), 'Update Client');
  await expectText(page, 'Client updated successfully');
  await expect(descriptionOf(page.getByRole('main'), 'Status')).toHaveText('Inactive');
});

test('the dialogs of the record ask for a file, an employee and a service [2.uploaddocument.1 2.assignemployee.2 2.addservice.1 3.assignments.2 4.status.3]', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager' });
  const client = await createClient(product, manager);
  await openAs(page, product, manager, `/clients/${client.id}`);
  for (const [part, button, title, required] of [
    ['Documents', 'Upload First Document', 'Upload Document', ['File']],
    ['Overview', 'Assign Employee', 'Assign Employee', ['Employee', 'Role']],
    ['Authorizations', 'Add Service', 'Add Service', ['Service']],
  ] as const) {
    await openTab(page, part);
    await press(page, button);
    const form = dialogOf(page, title);
    await expectSnapshot(form, title.toLowerCase().replace(' ', '-'), [...required]);
    if (title === 'Assign Employee') await expect(fieldOf(form, 'Role')).toHaveAttribute('type', 'text');
    await press(form, 'Cancel');
  }
});

test('the dialogs of a profile edit it, assign clients and send messages [2.profile.21,22,24,25,28 3.users.6 3.assignments.2 5.other.5]', async ({
  page,
  product,
}) => {
  const { manager, employee, client } = await createTeam(product);
  await openAs(page, product, manager, `/profile/${employee.user.id}`);
  const menu = `Actions for ${client.contactName}`;
  await press(page, menu);
  await expect(page.getByRole('menuitem')).toHaveText(['Edit Client Info', 'Remove Assignment']);
  await page.keyboard.press('Escape');
  for (const [button, title, required] of [
    ['Edit Profile', 'Edit Profile', ['First Name', 'Last Name']],
    ['Assign Client', 'Assign Client', ['Client', 'Role']],
    ['Send Message', 'Send Message', ['Subject', 'Message']],
    [menu, 'Edit Client Information', ['Client ID', 'Contact Person', 'Phone', 'Address', 'Signature Code']],
  ] as const) {
    if (button === menu) await choose(page, menu, 'Edit Client Info');
    else await press(page, button);
    const form = dialogOf(page, title);
    await expectSnapshot(form, title.toLowerCase().replaceAll(' ', '-'), [...required]);
    await press(form, 'Cancel');
    await expect(form).toBeHidden();
  }
});
