/** Profiles with their dialogs, word for word. */
import type { Page } from '@playwright/test';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { aTeam, cardOf, choicesOf, expectFacts, expectFields, fact, labelled, expectText } from './steps.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('a profile shows who someone is, to managers with what they sign in with [1.employees.9,10 2.profile.4,8,25,30]', async ({
  page,
  product,
}) => {
  const { manager, employee, client } = await aTeam(product);
  const change = { phone: '555 0177', address: '9 Oak Road', bio: 'Ten years of practice.' };
  await product.call(employee.token, 'PUT /api/profile', change);
  const name = `${employee.user.firstName} Worker`;
  await openAs(page, product, employee, '/profile');
  const info = cardOf(page, 'Personal Information');
  const look = async () => {
    await expect(info).toContainText(name);
    await expect(info.getByText(employee.user.username, { exact: true }).first()).toBeVisible();
    await expect(info.getByText('Active', { exact: true })).toBeVisible();
    await expectFacts(info, {
      Email: 'eve@agency.example',
      Phone: '555 0177',
      Address: '9 Oak Road',
      Position: 'Carer',
      Department: 'Field',
      Username: employee.user.username,
    });
    await expect(info.getByRole('heading', { name: 'Login Credentials' })).toBeVisible();
    await expect(info.getByRole('heading', { name: 'About' })).toBeVisible();
    await expect(info).toContainText('Ten years of practice.');
  };
  await look();
  await expect(page.getByRole('button', { name: 'Reset Password' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Actions for ${client.contactName}` })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'My Payroll & Time Tracking' })).toBeVisible();

  await openAs(page, product, manager, `/profile/${employee.user.id}`);
  await look();
  const one = page.getByRole('list', { name: 'Assigned clients' }).getByRole('listitem');
  await expect(one.getByRole('heading', { name: client.companyName })).toBeVisible();
  for (const texts of ['assigned', 'Active'])
    await expect(one.getByText(texts, { exact: true })).toBeVisible();
  await expectFacts(one, {
    Contact: client.contactName,
    Phone: '555 0142',
    Email: 'maria@example.com',
    Address: '4 Elm Street',
    'Assigned by': 'Mia Worker',
    Assigned: /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/,
  });
});

test('the dialogs of a profile ask for what they need [2.profile.21,22,24,25,28 3.users.6 3.assignments.2 5.other.5]', async ({
  page,
  product,
}) => {
  const { manager, employee, client } = await aTeam(product);
  await openAs(page, product, manager, `/profile/${employee.user.id}`);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const edit = dialog(page, 'Edit Profile');
  await expectFields(edit, {
    required: ['First Name', 'Last Name'],
    optional: ['Email', 'Phone', 'Position', 'Department', 'Address', 'Bio'],
    given: ['Employee Status'],
  });
  expect(await labelled(edit, 'Employee Status').locator('option').evaluateAll(valuesOf)).toEqual([
    'active',
    'on_leave',
    'inactive',
  ]);
  await edit.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Assign Client' }).click();
  const assign = dialog(page, 'Assign Client');
  await expectFields(assign, { required: ['Client', 'Role'], optional: ['Notes'] });
  expect(await choicesOf(labelled(assign, 'Role'))).toEqual(['Assigned', 'Primary', 'Backup', 'Specialist']);
  expect(await labelled(assign, 'Role').inputValue()).toBe('assigned');
  await assign.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: `Actions for ${client.contactName}` }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Edit Client Info', 'Remove Assignment']);
  await page.getByRole('menuitem', { name: 'Edit Client Info' }).click();
  const information = dialog(page, 'Edit Client Information');
  await expectFields(information, {
    required: ['Client ID', 'Contact Person', 'Phone', 'Address', 'Signature Code'],
    optional: ['Email'],
    given: ['Total Time Units'],
  });
  await information.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expectFields(dialog(page, 'Send Message'), { required: ['Subject', 'Message'] });
});

const valuesOf = (options: Element[]) => options.map((option) => (option as HTMLOptionElement).value);

test('what an answer lacks is filled with a word [2.profile.8,20]', async ({ page, product }) => {
  const { manager, employee } = await aTeam(product);
  await page.route('**/api/client-assignments/*', async (route) => {
    const response = await route.fetch();
    const [first] = (await response.json()) as [{ client: object }];
    const bare = { ...first, assignedByName: null, client: { ...first.client, companyName: '' } };
    await route.fulfill({ response, json: [bare] });
  });
  await openAs(page, product, manager, `/profile/${employee.user.id}`);
  const one = page.getByRole('list', { name: 'Assigned clients' }).getByRole('listitem');
  await expect(one.getByRole('heading', { name: 'Client ID' })).toBeVisible();
  await expect(fact(one, 'Assigned by')).toHaveText('Manager');

  await page.route(`**/api/users/${employee.user.id}`, async (route) => {
    await route.fulfill({ response: await route.fetch(), json: null });
  });
  await page.reload();
  await expectText(page, 'Profile Not Found');
  await expectText(page, 'No profile data available.');
});

test('hours of a profile are shown by week and month [1.employees.11 2.profile.14,16]', async ({
  page,
  product,
}) => {
  const { employee, note } = await aTeam(product);
  await note({ workDate: new Date().toISOString().slice(0, 10), startTime: '00:00', endTime: '00:15' });
  await openAs(page, product, employee, '/profile');
  for (const figure of ['This Week', 'Last Week', 'Weekly Change']) {
    await expect(page.locator(`dt:text-is("${figure}")`)).toBeVisible();
  }
  for (const [title, terms] of [
    ['Monthly Summary', ['Total hours', 'Entries']],
    ['Week Comparison', ['Weekly average', 'Total units']],
  ] as const) {
    for (const term of terms) await expect(fact(cardOf(page, title), term)).toBeVisible();
  }
  for (const title of ['Entries this week', 'Entries last week']) {
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
});
