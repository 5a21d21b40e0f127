/** Notes Management and Add Employee, word for word. */
import type { Page } from '@playwright/test';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { aTeam, choicesOf, expectFields, fact, holdBack, labelled, expectText } from './steps.ts';

const stats = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link')
    .filter({ hasText: /Pending Review|Approved|Denied|Total Notes/ });

test('four figures, filters, and actions for pending notes alone [2.routes.18 2.management.1,2]', async ({
  page,
  product,
}) => {
  const { manager, client, note } = await aTeam(product);
  const [pending, approved] = [
    await note({ title: uniqueName('Open') }),
    await note({ title: uniqueName('Done') }),
  ];
  await product.call(manager.token, `PATCH /api/notes/${approved.id}/review`, { action: 'approve' });
  await openAs(page, product, manager, `/management?clientId=${client.id}`);
  await expect(stats(page)).toHaveText([
    /^\d+Pending Review$/,
    /^\d+Approved$/,
    /^\d+Denied$/,
    /^\d+Total Notes$/,
  ]);
  for (const filter of ['Status', 'Category', 'Client', 'Employee']) {
    await expect(labelled(page, filter)).toBeVisible();
  }
  const row = (title: string) => page.getByRole('row').filter({ hasText: title });
  await expect(row(pending.title).getByRole('button', { name: pending.title, exact: true })).toBeVisible();
  for (const action of ['Approve', 'Deny']) {
    await expect(row(pending.title).getByRole('button', { name: `${action} ` })).toHaveCount(1);
    await expect(row(approved.title).getByRole('button', { name: `${action} ` })).toHaveCount(0);
  }
  await expect(row(approved.title).getByRole('button', { name: approved.title, exact: true })).toHaveCount(0);
  await labelled(page, 'Status').selectOption('Approved');
  await expect(row(pending.title)).toHaveCount(0);
  await expect(page).toHaveURL(/status=resolved/);
  await openAs(page, product, manager, `/management?clientId=${client.id}&status=denied`);
  await expectText(page, 'No notes found');
  expect(await labelled(page, 'Status').inputValue()).toBe('denied');
});

test('Review Note shows the whole note and what can be decided [2.management.3 3.notes.11 5.other.9]', async ({
  page,
  product,
}) => {
  const { manager, employee, client } = await aTeam(product);
  const title = uniqueName('Visit');
  const form = buildNoteForm(client.id, { title, priority: 'urgent' });
  await product.call(employee.token, 'POST /api/notes', form);
  await openAs(page, product, manager, `/management?clientId=${client.id}`);
  await page.getByRole('button', { name: title, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: title });
  const author = `${employee.user.firstName} ${employee.user.lastName}`;
  await expect(fact(dialog, 'Submitted by')).toHaveText(`${author}, Field`);
  await expect(fact(dialog, 'Submitted')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4} at \d/);
  for (const badge of ['Sustaining', 'Urgent', 'Pending']) {
    await expect(dialog.getByText(badge, { exact: true }).first()).toBeVisible();
  }
  for (const [heading, text] of [
    ['Description', form['description']],
    ['Research & Analysis', form['research']],
    ['Summary', form['summary']],
  ] as const) {
    await expect(dialog.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await expect(dialog).toContainText(String(text));
  }
  const reason = dialog.getByLabel('Reason for denial (required only when denying)');
  await expect(reason).not.toHaveAttribute('aria-required');
  expect(await reason.evaluate((element) => element.tagName)).toBe('TEXTAREA');
  for (const name of ['Cancel', 'Deny', 'Approve']) {
    await expect(dialog.getByRole('button', { name, exact: true })).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: `Approve ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await expectText(page, 'Note Approved');
  await expectText(page, 'Note approved and the employee has been notified');
});

test('Add Employee opens by its address, with what it asks and offers [2.routes.19 2.addemployee.1,2 3.users.5 5.user.4,6]', async ({
  page,
  product,
}) => {
  await openAs(page, product, await product.person({ role: 'admin' }), '/management?action=add');
  const form = page.getByRole('dialog', { name: 'Add New Employee' });
  await expect(form).toBeVisible();
  await expect(page).toHaveURL(/\/management$/);
  await expectFields(form, {
    required: ['First Name', 'Last Name', 'Username', 'Password'],
    optional: ['Email', 'Phone', 'Position', 'Department'],
  });
  const role = labelled(form, 'Role');
  expect(await role.inputValue()).toBe('employee');
  expect(await choicesOf(role)).toEqual(['Employee', 'Manager', 'Admin']);
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await labelled(form, 'First Name').fill('Sam');
  await labelled(form, 'Last Name').fill('Reed');
  await labelled(form, 'Username').fill(uniqueName('sam'));
  await labelled(form, 'Password').fill('issued one');
  const letGo = await holdBack(page, '**/api/employees');
  await form.getByRole('button', { name: 'Add Employee' }).click();
  await expect(form.getByRole('button', { name: 'Adding...' })).toHaveAttribute('aria-disabled', 'true');
  letGo();
  await expectText(page, 'Employee added successfully.');
  await expect(form).toBeHidden();
});
