/** Profiles, passwords and two-factor authentication in the shipped product. */
import type { Page } from '@playwright/test';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { buildPng } from '#tests/support/factories/files.ts';
import { LONG_RUN, DESKTOP_ONLY, expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import type { Product, SignedIn } from '#tests/support/helpers/appFixture.ts';
import { generateTotp } from '#tests/support/factories/twoFactor.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { expectSound } from './accessible.ts';

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

interface Row {
  id: number;
}

async function aClient(product: Product, manager: SignedIn, name: string): Promise<number> {
  const { id } = await product.call<Row>(manager.token, 'POST /api/clients', {
    companyName: uniqueName('HH'),
    contactName: name,
    phone: '555 0199',
    address: '4 Elm Street',
    totalTimeUnits: 40,
    signatureCode: '4711ab',
  });
  return id;
}

test('users edit their own profile and picture [2.routes.10 2.profile.1,18,22,24 4.session.2 5.other.6,7 8.clients.31]', async ({
  page,
  product,
}) => {
  const eve = await product.person({ firstName: uniqueName('Eve') });
  // The cookie that a login sets beside the token: pictures cannot send a header.
  await page
    .context()
    .addCookies([{ name: 'quarterhour_read', value: eve.token, url: `${product.url}/api/` }]);
  await openAs(page, product, eve, '/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Login Credentials' })).toBeVisible();
  await expect(page.getByText('No clients assigned yet')).toBeVisible();
  await expect(page.getByText('No Time Entries Yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Assign Client' })).toHaveCount(0);
  await expectSound(page);

  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const form = dialog(page, 'Edit Profile');
  await form.getByLabel('Profile picture').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('text'),
  });
  await expect(toast(page, 'Please select a valid image file')).toBeVisible();
  await form.getByLabel('Profile picture').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5 * 1024 * 1024),
  });
  await expect(toast(page, 'Image must be smaller than 5MB')).toBeVisible();
  await form.getByLabel('Profile picture').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: buildPng(200),
  });
  await expect(toast(page, 'Profile picture updated successfully')).toBeVisible();
  await form.getByLabel('First Name').fill('');
  await form.getByLabel('Bio').fill('Ten years with people who have dementia.');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByText('First name is required')).toBeVisible();
  await expect(form.getByLabel('First Name')).toBeFocused();
  const name = uniqueName('Evelyn');
  await form.getByLabel('First Name').fill(name);
  await expect(form.getByLabel('Employee Status')).toHaveCount(0);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Profile updated successfully')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(page.getByRole('heading', { name: 'About' })).toBeVisible();
  await expect(page.getByText(`${name} Worker`).first()).toBeVisible();
  const width = () =>
    page.evaluate(() => document.querySelector<HTMLImageElement>('main img')?.naturalWidth ?? 0);
  await expect.poll(width).toBe(512);
});

test(
  "a colleague's profile is not an employee's to see [2.routes.12 2.profile.19 6.capability.20]",
  DESKTOP_ONLY,
  async ({ page, product }) => {
    expectBrowserError(/status of 403 .*\/api\/users\/\d+$/);
    const [eve, ben] = [await product.person(), await product.person()];
    await openAs(page, product, eve, `/profile/${ben.user.id}`);
    await expect(page.getByText('Profile Not Found')).toBeVisible();
    await expect(page.getByText(/^Unable to load profile information/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.goto(`${product.url}/profile/${eve.user.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible();
  },
);

test(
  'a manager assigns a client, edits it, and messages an employee [1.managers.10,11 2.routes.11 2.profile.2,24,28 4.status.5 5.client.14 5.message.4 6.capability.20 8.clients.32]',
  LONG_RUN,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    const eve = await product.person({ firstName: uniqueName('Eve') });
    const client = uniqueName('Dorothy');
    await aClient(product, manager, client);
    await openAs(page, product, manager, `/profile/${eve.user.id}`);
    const name = `${eve.user.firstName} Worker`;
    await expect(page.getByRole('heading', { level: 1, name: `${name}'s Profile` })).toBeVisible();

    await page.getByRole('button', { name: 'Assign Client' }).click();
    const assign = dialog(page, 'Assign Client');
    await assign.getByRole('button', { name: 'Assign Client' }).click();
    await expect(assign.getByText('Please select a client')).toBeVisible();
    await assign.getByRole('combobox', { name: /^Client/ }).fill(client);
    await page.getByRole('option', { name: new RegExp(client) }).click();
    await assign.getByLabel('Role').selectOption('Primary');
    await assign.getByLabel('Notes').fill('Mornings only');
    await assign.getByRole('button', { name: 'Assign Client' }).click();
    await expect(toast(page, 'Client assigned successfully')).toBeVisible();
    const card = page.getByRole('list', { name: 'Assigned clients' }).getByRole('listitem');
    await expect(card).toContainText('primary');
    await expect(card).toContainText('Mornings only');
    await expectSound(page);

    await page.getByRole('button', { name: `Actions for ${client}` }).click();
    await page.getByRole('menuitem', { name: 'Edit Client Info' }).click();
    const edit = dialog(page, 'Edit Client Information');
    await edit.getByLabel('Phone').fill('');
    await edit.getByLabel('Total Time Units').fill('0');
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expect(edit.getByText('Phone is required')).toBeVisible();
    await edit.getByLabel('Phone').fill('555 0200');
    await expectSound(page);
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Client information updated successfully')).toBeVisible();
    await expect(card).toContainText('555 0200');
    const [kept] = await product
      .call<{ contactName: string; totalTimeUnits: string }[]>(manager.token, 'GET /api/clients')
      .then((rows) => rows.filter((row) => row.contactName === client));
    expect(kept?.totalTimeUnits).toBe('40.00');

    await page.getByRole('button', { name: 'Send Message' }).click();
    const message = dialog(page, 'Send Message');
    await message.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(message.getByText('Please fill in all required fields').first()).toBeVisible();
    await message.getByLabel('Subject').fill('Friday');
    await message.getByLabel(/Message|Content/).fill('Can you take the early visit?');
    await message.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(toast(page, 'Message sent successfully')).toBeVisible();

    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const form = dialog(page, 'Edit Profile');
    const picture = { name: 'eve.png', mimeType: 'image/png', buffer: buildPng(200) };
    await form.getByLabel('Profile picture').setInputFiles(picture);
    await expect(toast(page, 'Profile picture updated successfully')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Change picture' })).toBeVisible();
    await form.getByLabel('Employee Status').selectOption('on_leave');
    await form.getByLabel('Role').selectOption('Manager');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Employee profile updated successfully')).toBeVisible();
    await expect(form).toBeHidden();
    await expect(page.getByText('On leave', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await expect(form.getByLabel('Role')).toHaveValue('manager');
    await form.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: `Actions for ${client}` }).click();
    await page.getByRole('menuitem', { name: 'Remove Assignment' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Assignment' }).click();
    await expect(toast(page, 'Client assignment removed')).toBeVisible();
    await expect(page.getByText('No clients assigned yet')).toBeVisible();
  },
);

test('a manager views and resets a temporary password, and the employee is notified [1.managers.12 2.profile.29 8.clients.37]', async ({
  page,
  product,
}) => {
  // A password its owner chose can't be viewed.
  expectBrowserError(/status of 409 .*\/password/);
  const manager = await product.person({ role: 'manager' });
  const eve = await product.person({ firstName: uniqueName('Eve') });
  await openAs(page, product, manager, `/profile/${eve.user.id}`);
  await expect(page.getByText(eve.password, { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByText(eve.password, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(page.getByText(eve.password, { exact: true })).toHaveCount(0);

  await page.getByRole('button', { name: 'Reset Password' }).click();
  await dialog(page, /^Reset the password of/).getByRole('button', { name: 'Reset Password' }).click();
  const done = dialog(page, 'Password Reset Successful');
  const password = await done.getByRole('code').innerText();
  await expect(done.getByRole('button', { name: 'Copy password' })).toBeVisible();
  await expectSound(page);
  await done.getByRole('button', { name: 'Done' }).click();

  const { username } = eve.user;
  const again = await product.call<SignedIn>(null, 'POST /api/auth/login', { username, password });
  const inbox = await product.call<{ subject: string }[]>(again.token, 'GET /api/messages/inbox');
  expect(inbox.map(({ subject }) => subject)).toEqual([
    'Your password was reset',
    'Your temporary password was viewed',
  ]);
  await product.call(again.token, 'POST /api/auth/change-password', {
    currentPassword: password,
    newPassword: 'my own password',
  });
  await page.reload();
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(
    page.getByText('This person chose their own password. Reset it to get a temporary one.', { exact: true }),
  ).toBeVisible();
});

test('two-factor authentication is set up, required at login, and turned off [10.2.36 10.8.9]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 401 .*\/api\/auth\/login/, /status of 400 .*\/api\/auth\/totp\/disable/);
  const eve = await product.person();
  await openAs(page, product, eve, '/profile');
  await page.getByRole('button', { name: 'Set up' }).click();
  const setup = dialog(page, 'Two-factor authentication');
  await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectSound(page);
  const secret = (await setup.locator('code').innerText()).replaceAll(' ', '');
  await setup.getByRole('button', { name: 'Turn on' }).click();
  await expect(setup.getByText('Enter the 6-digit code from your authenticator app')).toBeVisible();
  await setup.getByLabel(/Code shown in the app/).fill(generateTotp(secret));
  await setup.getByRole('button', { name: 'Turn on' }).click();
  const codes = setup.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = await codes.first().innerText();
  await expectSound(page);
  await setup.getByRole('button', { name: "I've saved them" }).click();
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();

  await signsInWithCode(page, product, { person: eve, code: generateTotp(secret, 30) });
  await page.goto(`${product.url}/profile`);
  await signsInWithCode(page, product, { person: eve, code: recovery });
  await page.goto(`${product.url}/profile`);
  await expect(page.getByText('9 recovery codes left.')).toBeVisible();

  await page.getByRole('button', { name: 'Turn off' }).click();
  const off = dialog(page, 'Turn off two-factor authentication');
  await off.getByLabel('Your password').fill('wrong');
  await off.getByRole('button', { name: 'Turn off' }).click();
  await expect(off.getByText('The current password is not correct')).toBeVisible();
  await off.getByLabel('Your password').fill(eve.password);
  await off.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Two-factor authentication is off', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
});

interface SecondStep {
  person: SignedIn;
  code: string;
}

async function signsInWithCode(page: Page, product: Product, { person, code }: SecondStep): Promise<void> {
  // From an address without the app: it would write down again what it validated meanwhile.
  await page.goto(`${product.url}/api/config`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${product.url}/login`);
  await page.getByLabel('Username').fill(person.user.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  const field = page.getByLabel('Authentication code');
  await expect(field).toBeFocused();
  await expectSound(page);
  await field.press('Enter');
  await expect(page.getByText('Authentication code is required')).toBeVisible();
  await field.fill('000000');
  await field.press('Enter');
  await expect(page.getByText(/This code is not correct/)).toBeVisible();
  await field.fill(code);
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
}

test('the devices of a person are listed, and each but this one can be ended [10.8.8]', async ({
  page,
  product,
}) => {
  const eve = await product.person();
  const { username } = eve.user;
  const phone = await product.call<SignedIn>(null, 'POST /api/auth/login', {
    username,
    password: eve.password,
  });
  await openAs(page, product, eve, '/profile');
  const devices = page.getByRole('list', { name: 'Logged-in devices' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('This device');
  await expect(devices.first().getByRole('button')).toHaveCount(0);
  await devices
    .nth(1)
    .getByRole('button', { name: /^Log out on/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(devices).toHaveCount(1);
  await expect(product.call(phone.token, 'GET /api/auth/validate')).rejects.toThrow('401');
});

test('the employees menu and list lead to profiles [2.header.10]', async ({ page, product, isMobile }) => {
  const manager = await product.person({ role: 'manager' });
  const eve = await product.person({ firstName: uniqueName('Eve') });
  const name = `${eve.user.firstName} Worker`;
  await openAs(page, product, manager, '/');
  if (!isMobile) {
    await page.getByRole('button', { name: 'Employees', exact: true }).click();
    await page.getByRole('menuitem', { name: new RegExp(name) }).click();
    await expect(page.getByRole('heading', { level: 1, name: `${name}'s Profile` })).toBeVisible();
  }
  await page.goto(`${product.url}/employees`);
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${name}'s Profile` })).toBeVisible();
});

test('the row menu of an employee leads to the profile, a client and a new password', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager' });
  const eve = await product.person({ firstName: uniqueName('Eve') });
  const client = uniqueName('Dorothy');
  await aClient(product, manager, client);
  const name = `${eve.user.firstName} Worker`;
  await openAs(page, product, manager, '/employees');
  const choose = async (item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Assign client');
  const assign = dialog(page, 'Assign Client');
  await assign.getByRole('combobox', { name: /^Client/ }).fill(client);
  await page.getByRole('option', { name: new RegExp(client) }).click();
  await assign.getByRole('button', { name: 'Assign Client' }).click();
  await expect(toast(page, 'Client assigned successfully')).toBeVisible();

  await choose('Reset password');
  await dialog(page, `Reset the password of ${name}?`)
    .getByRole('button', { name: 'Reset Password' })
    .click();
  const done = dialog(page, 'Password Reset Successful');
  const password = await done.getByRole('code').textContent();
  const credentials = { username: eve.user.username, password };
  await expect(product.call(eve.token, 'GET /api/auth/validate')).rejects.toThrow('401');
  await expect(product.call('', 'POST /api/auth/login', credentials)).resolves.toMatchObject({
    user: { id: eve.user.id },
  });
  await expectSound(page);
  await done.getByRole('button', { name: 'Done' }).click();

  await choose('View profile');
  await expect(page.getByRole('heading', { level: 1, name: `${name}'s Profile` })).toBeVisible();
});

test(
  'what one gets an e-mail about is chosen on the own profile, and counts at once',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const eve = await product.person();
    const chosen = async () => {
      const { emailOnReview, emailOnMessage } = await product.call<Record<string, unknown>>(
        eve.token,
        'GET /api/profile',
      );
      return { emailOnReview, emailOnMessage };
    };
    await openAs(page, product, eve, '/profile');
    const reviews = page.getByRole('switch', { name: 'One of my notes is reviewed' });
    const messages = page.getByRole('switch', { name: 'I get a new message' });
    await expect(reviews).toBeChecked();
    await expect(messages).toBeChecked();
    await expect(page.getByText('Sent to eve@agency.example.')).toBeVisible();
    await expectSound(page);
    await messages.focus();
    await page.keyboard.press('Space');
    await expect(toast(page, 'Saved')).toBeVisible();
    await page.reload();
    await expect(messages).not.toBeChecked();
    await expect(reviews).toBeChecked();
    expect(await chosen()).toEqual({ emailOnReview: true, emailOnMessage: false });

    expectBrowserError(/ERR_FAILED .*\/api\/profile/);
    await page.route('**/api/profile', (route) => route.abort());
    await reviews.click();
    await expect(page.getByText(/^Couldn't save your email settings\. /).first()).toBeVisible();
    await expect(reviews).toBeChecked();
    await page.unroute('**/api/profile');
    expect(await chosen()).toEqual({ emailOnReview: true, emailOnMessage: false });

    await product.call(eve.token, 'PUT /api/profile', { email: '' });
    await page.reload();
    await expect(page.getByText('Your profile has no email address.')).toBeVisible();
    await expect(reviews).toBeDisabled();
  },
);

test(
  'a manager resets two-factor authentication for an employee without phone and codes',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    const eve = await product.person({ firstName: uniqueName('Eve') });
    const { secret } = await product.call<{ secret: string }>(eve.token, 'POST /api/auth/totp/setup');
    await openAs(page, product, manager, `/profile/${eve.user.id}`);
    const credentials = page.getByRole('region', { name: 'Login Credentials' });
    await expect(credentials).toContainText('Two-factor authentication');
    await expect(credentials.getByText('Off', { exact: true })).toBeVisible();
    await product.call(eve.token, 'POST /api/auth/totp/enable', { code: generateTotp(secret) });
    await page.reload();
    await expect(credentials.getByText('On', { exact: true })).toBeVisible();
    await expectSound(page);

    await page.getByRole('button', { name: 'Turn off two-factor authentication' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(`you're sure ${eve.user.firstName} is the one asking`);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(credentials.getByText('On', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Turn off two-factor authentication' }).click();
    await question.getByRole('button', { name: 'Turn off' }).click();
    await expect(toast(page, 'Two-factor authentication is off')).toBeVisible();
    await expect(credentials.getByText('Off', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn off two-factor authentication' })).toHaveCount(0);

    await expect(product.call(eve.token, 'GET /api/auth/validate')).rejects.toThrow('401');
    const { username } = eve.user;
    const again = await product.call<SignedIn>(null, 'POST /api/auth/login', {
      username,
      password: eve.password,
    });
    const [letter] = await product.call<{ subject: string }[]>(again.token, 'GET /api/messages/inbox');
    expect(letter?.subject).toBe('Two-factor authentication was turned off for you');
  },
);

test(
  'a manager signs an employee out of all devices after a phone is lost [S-11]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    const eve = await product.person({ firstName: uniqueName('Eve') });
    await openAs(page, product, manager, `/profile/${eve.user.id}`);
    const credentials = page.getByRole('region', { name: 'Login Credentials' });
    const devices = credentials.getByRole('list', { name: /^Devices on which/ });
    await expect(devices.getByRole('listitem')).toHaveCount(1);
    await expectSound(page);

    const signOut = credentials.getByRole('button', { name: 'Log out on all devices' });
    const question = page.getByRole('alertdialog');
    await signOut.click();
    await expect(question).toContainText('They will need to log in again and will be notified.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(devices).toBeVisible();
    await product.call(eve.token, 'GET /api/auth/validate');

    await signOut.click();
    await question.getByRole('button', { name: 'Log out on all devices' }).click();
    await expect(toast(page, `${eve.user.firstName} was logged out on all devices`)).toBeVisible();
    await expect(credentials.getByText('Not logged in on any device.')).toBeVisible();
    await expect(product.call(eve.token, 'GET /api/auth/validate')).rejects.toThrow('401');
  },
);
