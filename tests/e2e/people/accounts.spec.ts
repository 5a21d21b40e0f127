/** Accounts of employees, and the settings of the business. */

import { dialogOf, expectAlerts, expectText, fillFields, press } from '#tests/e2e/steps.ts';
import { createAdmin } from '#tests/e2e/subscription/steps.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  openAs,
  type SignedIn,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

test('an employee is added, logs in and chooses a password [1.managers.9 2.addemployee.1 8.notes.19 10.2.26,34]', async ({
  page,
  product,
}) => {
  // A wrong current password.
  expectBrowserError(/status of 400 .*\/api\/auth\/change-password/);
  await openAs(page, product, await product.person({ role: 'manager' }), '/employees');
  await press(page, 'Add Employee');
  const dialog = dialogOf(page, 'Add New Employee');
  await press(dialog, 'Add Employee');
  await expectText(dialog, 'First name is required', 'Username must be at least 3 characters');
  const [username, password] = [uniqueName('sam'), 'temporary one'];
  const names = { 'First Name': 'Sam', 'Last Name': 'Reed' };
  await fillFields(dialog, { ...names, Username: username, Password: password, Role: 'employee' });
  await press(dialog, 'Add Employee');
  await expectText(page, 'Employee added successfully.');
  await expect(page.getByRole('cell', { name: username })).toBeVisible();

  const sam = await product.call<SignedIn>(null, 'POST /api/auth/login', { username, password });
  await openAs(page, product, sam);
  await press(page, 'Choose a new one');
  const change = dialogOf(page, 'Change password');
  await fillFields(change, { 'Current password': 'not this one', 'New password': 'my own choice' });
  await press(change, 'Change password');
  await expectAlerts(change, '');
  await fillFields(change, { 'Current password': password });
  await press(change, 'Change password');
  await expect(change).toBeHidden();
  await expect(page.getByText('You’re using a temporary password')).toHaveCount(0);
  await product.call(null, 'POST /api/auth/login', { username, password: 'my own choice' });
});

test(
  'a username that is taken is reported beside the field [8.notes.21]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    expectBrowserError(/status of 409 .*\/api\/employees$/);
    const [manager, eve] = [await product.person({ role: 'manager' }), await product.person()];
    await openAs(page, product, manager, '/employees?action=add');
    const dialog = dialogOf(page, 'Add New Employee');
    const account = { Username: eve.user.username.toUpperCase(), Password: 'temporary one' };
    await fillFields(dialog, { 'First Name': 'Eve', 'Last Name': 'Again', ...account });
    await press(dialog, 'Add Employee');
    await expect(dialog.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByLabel('First Name')).toHaveValue('Eve');
  },
);

test(
  'an admin changes the settings of the business [6.rules.5 10.3.16]',
  LONG_RUN,
  async ({ page, product }) => {
    const admin = await product.person({ role: 'admin' });
    await openAs(page, product, admin, '/business-settings');
    await fillFields(page, { 'Phone number': '555 0199' });
    await page.getByRole('radio', { name: /^Block/ }).check();
    await press(page, 'Save settings');
    await expectText(page, 'Business settings saved');
    const settings = { phone: '555 0199', overusePolicy: 'block' };
    expect(await product.call(admin.token, 'GET /api/business')).toMatchObject(settings);
  },
);

test(
  'a list that opens above its field stays beside it while it gets shorter',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await page.setViewportSize({ width: 1280, height: 640 });
    await openAs(page, product, await product.person({ role: 'admin' }), '/business-settings');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await zone.fill('a');
    const list = page.getByRole('listbox');
    const measureGap = async () => {
      const [field, box] = [await zone.boundingBox(), await list.boundingBox()];
      return field && box ? Math.round(field.y - box.y - box.height) : null;
    };
    const gap = await measureGap();
    expect(gap).toBeGreaterThanOrEqual(0);
    await zone.fill('chicago');
    await expect(list.getByRole('option')).toHaveCount(1);
    await expect.poll(measureGap).toBe(gap);
  },
);

test(
  'the link in the email to a new business opens its administrator in any browser [2.out.2 10.3.4]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    expectBrowserError(/status of 404 .*claim=not-the-claim/);
    await product.creator();
    const name = uniqueName('Agency');
    const response = await page.request.post(`${product.url}/api/auth/register-business`, {
      data: { name, email: 'office@link.example', phone: '555 0100', address: '1 Main Street' },
    });
    const { business } = (await response.json()) as { business: { id: number } };
    const claim = /quarterhour_claim=([^;]+)/.exec(response.headers()['set-cookie'] ?? '')?.[1];
    await page.context().clearCookies();
    const address = `${product.url}/register-admin?businessId=${business.id}`;
    await page.goto(`${address}&claim=not-the-claim`);
    await expectText(page, "This registration can't be found");
    await page.goto(`${address}&claim=${claim}`);
    await expect(page.getByLabel('Business name')).toHaveValue(name);
    await createAdmin(page);
    await expectText(page, 'Read-only until the subscription is paid');
  },
);
