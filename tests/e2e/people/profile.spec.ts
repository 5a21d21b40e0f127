/** A user's own profile, and the profile of an employee as a manager uses it. */

import type { Page } from '@playwright/test';
import { expectSound } from '#tests/e2e/accessible.ts';
import {
  choose,
  createClient,
  dialogOf,
  expectText,
  failRequests,
  fillFields,
  nameOf,
  press,
  pressAndConfirm,
  questionOf,
} from '#tests/e2e/steps.ts';
import { buildPng } from '#tests/support/factories/files.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  openAs,
  type Product,
  type SignedIn,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

const picture = (buffer: Buffer, mimeType = 'image/png') => ({ name: 'me.png', mimeType, buffer });
const titleOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Logs in through the API with a password. */
const signIn = (product: Product, { user }: SignedIn, password: string) =>
  product.call<SignedIn>(null, 'POST /api/auth/login', { username: user.username, password });

/** Creates a manager and an employee, and opens the employee's profile as the manager. */
async function openProfile(page: Page, product: Product) {
  const manager = await product.person({ role: 'manager' });
  const eve = await product.person({ firstName: uniqueName('Eve') });
  await openAs(page, product, manager, `/profile/${eve.user.id}`);
  return { manager, eve };
}

/** Assigns a client in the open dialog, found by a part of its name. */
async function assignClient(page: Page, name: string, fields: Record<string, string> = {}): Promise<void> {
  const dialog = dialogOf(page, 'Assign Client');
  await dialog.getByRole('combobox', { name: /^Client/ }).fill(name);
  await page.getByRole('option', { name: new RegExp(name) }).click();
  await fillFields(dialog, fields);
  await press(dialog, 'Assign Client');
  await expectText(page, 'Client assigned successfully');
}

test(
  'users edit their own profile and picture [2.routes.10 2.profile.1,18,22,24 4.session.2 5.other.6,7 8.clients.31]',
  LONG_RUN,
  async ({ page, product }) => {
    await openAs(page, product, await product.person({ firstName: uniqueName('Eve') }), '/profile');
    await expect(titleOf(page, 'My Profile')).toBeVisible();
    await expectText(page, 'Login Credentials', 'No clients assigned yet', 'No Time Entries Yet');
    await expect(page.getByRole('button', { name: 'Assign Client' })).toHaveCount(0);
    await expectSound(page);
    await press(page, 'Edit Profile');
    const form = dialogOf(page, 'Edit Profile');
    for (const [file, message] of [
      [picture(Buffer.from('text'), 'text/plain'), 'Please select a valid image file'],
      [picture(Buffer.alloc(5 * 1024 * 1024)), 'Image must be smaller than 5MB'],
      [picture(buildPng(200)), 'Profile picture updated successfully'],
    ] as const) {
      await form.getByLabel('Profile picture').setInputFiles(file);
      await expectText(page, message);
    }
    await expect(form.getByLabel('Employee Status')).toHaveCount(0);
    await fillFields(form, { 'First Name': '', Bio: 'Ten years with people who have dementia.' });
    await press(form, 'Save Changes');
    await expectText(form, 'First name is required');
    await expect(form.getByLabel('First Name')).toBeFocused();
    const name = uniqueName('Evelyn');
    await fillFields(form, { 'First Name': name });
    await press(form, 'Save Changes');
    await expectText(page, 'Profile updated successfully');
    await expect(form).toBeHidden();
    await expectText(page, 'About', `${name} Worker`);
    const width = () =>
      page.evaluate(() => document.querySelector<HTMLImageElement>('main img')?.naturalWidth ?? 0);
    await expect.poll(width).toBe(512);
  },
);

test(
  'an employee cannot see the profile of a colleague [2.routes.12 2.profile.19 6.capability.20]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    expectBrowserError(/status of 403 .*\/api\/users\/\d+$/);
    const [eve, ben] = [await product.person(), await product.person()];
    await openAs(page, product, eve, `/profile/${ben.user.id}`);
    await expectText(page, 'Profile Not Found');
    await expect(page.getByText(/^Unable to load profile information/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.goto(`${product.url}/profile/${eve.user.id}`);
    await expect(titleOf(page, 'My Profile')).toBeVisible();
  },
);

test(
  'a manager edits an employee, assigns and edits a client, and sends a message [1.managers.10,11 2.routes.11 2.profile.2,24,28 4.status.5 5.client.14 5.message.4 6.capability.20 8.clients.32]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, eve } = await openProfile(page, product);
    const client = await createClient(product, manager);
    await expect(titleOf(page, `${nameOf(eve)}'s Profile`)).toBeVisible();
    await press(page, 'Assign Client');
    await press(dialogOf(page, 'Assign Client'), 'Assign Client');
    await expectText(dialogOf(page, 'Assign Client'), 'Please select a client');
    await assignClient(page, client.companyName, { Role: 'Primary', Notes: 'Mornings only' });
    const card = page.getByRole('list', { name: 'Assigned clients' }).getByRole('listitem');
    await expectText(card, 'primary', 'Mornings only');
    await expectSound(page);

    await choose(page, `Actions for ${client.contactName}`, 'Edit Client Info');
    const edit = dialogOf(page, 'Edit Client Information');
    await fillFields(edit, { Phone: '', 'Total Time Units': '0' });
    await press(edit, 'Save Changes');
    await expectText(edit, 'Phone is required');
    await fillFields(edit, { Phone: '555 0200' });
    await expectSound(page);
    await press(edit, 'Save Changes');
    await expectText(page, 'Client information updated successfully');
    await expectText(card, '555 0200');
    expect(await product.call(manager.token, `GET /api/clients/${client.id}`)).toMatchObject({
      totalTimeUnits: '40.00',
    });

    await press(page, 'Send Message');
    const message = dialogOf(page, 'Send Message');
    await press(message, 'Send');
    await expectText(message, 'Please fill in all required fields');
    await fillFields(message, { Subject: 'Friday', Message: 'Can you take the early visit?' });
    await press(message, 'Send');
    await expectText(page, 'Message sent successfully');

    await press(page, 'Edit Profile');
    const form = dialogOf(page, 'Edit Profile');
    await form.getByLabel('Profile picture').setInputFiles(picture(buildPng(200)));
    await expectText(page, 'Profile picture updated successfully');
    await expect(form.getByRole('button', { name: 'Change picture' })).toBeVisible();
    await fillFields(form, { 'Employee Status': 'on_leave', Role: 'Manager' });
    await press(form, 'Save Changes');
    await expectText(page, 'Employee profile updated successfully', 'On leave');
    await expect(form).toBeHidden();
    await press(page, 'Edit Profile');
    await expect(form.getByLabel('Role')).toHaveValue('manager');
    await press(form, 'Cancel');

    await choose(page, `Actions for ${client.contactName}`, 'Remove Assignment');
    await press(questionOf(page), 'Remove Assignment');
    await expectText(page, 'Client assignment removed', 'No clients assigned yet');
  },
);

test(
  'a manager views and resets a temporary password, and the employee is notified [1.managers.12 2.profile.29 8.clients.37]',
  LONG_RUN,
  async ({ page, product }) => {
    // A password that its owner chose cannot be viewed.
    expectBrowserError(/status of 409 .*\/password/);
    const { eve } = await openProfile(page, product);
    const issued = page.getByText(eve.password, { exact: true });
    await expect(issued).toHaveCount(0);
    await press(page, 'Show password');
    await expect(issued).toBeVisible();
    await press(page, 'Hide password');
    await expect(issued).toHaveCount(0);

    await press(page, 'Reset Password');
    await press(dialogOf(page, /^Reset the password of/), 'Reset Password');
    const result = dialogOf(page, 'Password Reset Successful');
    const code = result.getByRole('code');
    const password = await code.innerText();
    await expect(code).toHaveCSS('white-space', 'nowrap');
    await expect(result.getByRole('button', { name: 'Copy password' })).toBeVisible();
    await expectSound(page);
    await press(result, 'Done');
    const { token } = await signIn(product, eve, password);
    const inbox = await product.call<{ subject: string }[]>(token, 'GET /api/messages/inbox');
    expect(inbox.map(({ subject }) => subject)).toEqual([
      'Your password was reset',
      'Your temporary password was viewed',
    ]);
    const change = { currentPassword: password, newPassword: 'my own password' };
    await product.call(token, 'POST /api/auth/change-password', change);
    await page.reload();
    await press(page, 'Show password');
    await expectText(page, 'This person chose their own password. Reset it to issue a new one.');
  },
);

test(
  'users see their devices and can log out on each other one [10.8.8]',
  LONG_RUN,
  async ({ page, product }) => {
    const eve = await product.person();
    const phone = await signIn(product, eve, eve.password);
    await openAs(page, product, eve, '/profile');
    const devices = page.getByRole('list', { name: 'Logged-in devices' }).getByRole('listitem');
    await expect(devices).toHaveCount(2);
    await expect(devices.first()).toContainText('This device');
    await expect(devices.first().getByRole('button')).toHaveCount(0);
    await pressAndConfirm(page, devices.nth(1).getByRole('button', { name: /^Log out on/ }), 'Log out');
    await expect(devices).toHaveCount(1);
    await expect(product.call(phone.token, 'GET /api/auth/validate')).rejects.toThrow('401');
  },
);

test(
  'the employees menu and list lead to profiles [2.header.10]',
  LONG_RUN,
  async ({ page, product, isMobile }) => {
    const manager = await product.person({ role: 'manager' });
    const eve = await product.person({ firstName: uniqueName('Eve') });
    const title = titleOf(page, `${nameOf(eve)}'s Profile`);
    await openAs(page, product, manager);
    if (!isMobile) {
      await choose(page, 'Employees', new RegExp(nameOf(eve)));
      await expect(title).toBeVisible();
    }
    await page.goto(`${product.url}/employees`);
    await page.getByRole('button', { name: new RegExp(`^${nameOf(eve)}`) }).click();
    await expect(title).toBeVisible();
  },
);

test(
  'the row menu of an employee assigns a client, resets the password and opens the profile',
  LONG_RUN,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    const eve = await product.person({ firstName: uniqueName('Eve') });
    const { companyName } = await createClient(product, manager);
    const menu = `Actions for ${nameOf(eve)}`;
    await openAs(page, product, manager, '/employees');
    await choose(page, menu, 'Assign client');
    await assignClient(page, companyName);
    await choose(page, menu, 'Reset password');
    await press(dialogOf(page, `Reset the password of ${nameOf(eve)}?`), 'Reset Password');
    const result = dialogOf(page, 'Password Reset Successful');
    const password = await result.getByRole('code').innerText();
    await expect(product.call(eve.token, 'GET /api/auth/validate')).rejects.toThrow('401');
    expect((await signIn(product, eve, password)).user.id).toBe(eve.user.id);
    await expectSound(page);
    await press(result, 'Done');
    await choose(page, menu, 'View profile');
    await expect(titleOf(page, `${nameOf(eve)}'s Profile`)).toBeVisible();
  },
);

test(
  'users choose on their profile which events send them an email',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const eve = await product.person();
    await openAs(page, product, eve, '/profile');
    const reviews = page.getByRole('switch', { name: 'One of my notes is reviewed' });
    const messages = page.getByRole('switch', { name: 'I get a new message' });
    const expectStored = async () =>
      expect(await product.call(eve.token, 'GET /api/profile')).toMatchObject({
        emailOnReview: true,
        emailOnMessage: false,
      });
    await expect(reviews).toBeChecked();
    await expect(messages).toBeChecked();
    await expect(page.getByText('Sent to eve@agency.example.')).toBeVisible();
    await expectSound(page);
    await messages.focus();
    await page.keyboard.press('Space');
    await expectText(page, 'Saved');
    await page.reload();
    await expect(messages).not.toBeChecked();
    await expect(reviews).toBeChecked();
    await expectStored();

    const repair = await failRequests(page, '**/api/profile');
    await reviews.click();
    await expect(page.getByText(/^Couldn't save your email settings\. /).first()).toBeVisible();
    await expect(reviews).toBeChecked();
    await repair();
    await expectStored();
    await product.call(eve.token, 'PUT /api/profile', { email: '' });
    await page.reload();
    await expect(page.getByText('Your profile has no email address.')).toBeVisible();
    await expect(reviews).toBeDisabled();
  },
);

test(
  'a manager sees when each device was last in contact, and logs an employee out on one [S-11 13.sending.121]',
  LONG_RUN,
  async ({ page, product }) => {
    const { eve } = await openProfile(page, product);
    const credentials = page.getByRole('region', { name: 'Login Credentials' });
    const devices = credentials.getByRole('list', { name: /^Devices on which/ });
    await expect(devices).toContainText(/, last contact just now \(\w+ \d+, \d+ at \d+:\d+ [AP]M \w+\)/);
    await expectSound(page);
    await press(devices, `Log out ${eve.user.firstName} on Unknown device`);
    await expect(questionOf(page)).toContainText(
      "They'll be notified and will need to log in again on that device.",
    );
    await press(questionOf(page), 'Log out');
    await expectText(page, `${eve.user.firstName} was logged out on Unknown device`);
    await expectText(credentials, 'Not logged in on any device.');
    await expect(product.call(eve.token, 'GET /api/auth/validate')).rejects.toThrow('401');
  },
);

test(
  'a manager logs an employee out on all devices after a phone is stolen [S-11]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { eve } = await openProfile(page, product);
    const credentials = page.getByRole('region', { name: 'Login Credentials' });
    const devices = credentials.getByRole('list', { name: /^Devices on which/ });
    await expect(devices.getByRole('listitem')).toHaveCount(1);
    await expectSound(page);
    await press(credentials, 'Log out on all devices');
    await expect(questionOf(page)).toContainText('They will need to log in again and will be notified.');
    await press(questionOf(page), 'Cancel');
    await expect(devices).toBeVisible();
    await product.call(eve.token, 'GET /api/auth/validate');
    await pressAndConfirm(page, 'Log out on all devices', 'Log out on all devices');
    await expectText(page, `${eve.user.firstName} was logged out on all devices`);
    await expectText(credentials, 'Not logged in on any device.');
    await expect(product.call(eve.token, 'GET /api/auth/validate')).rejects.toThrow('401');
  },
);
