import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { DESKTOP_ONLY, expect, openAs, startBuiltProduct, test } from '#tests/support/helpers/appFixture.ts';
import type { SignedIn } from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';

test('the first business is the free creator: register, create its admin, be inside [1.businesses.2 2.out.1,2 2.registration.3 4.registration.1 5.business.1 5.admin.4]', async ({
  page,
}) => {
  const { product, stop } = await startBuiltProduct();
  try {
    await page.goto(product.url);
    await expect(page.getByText('Free for the app creator')).toBeVisible();
    await page.getByRole('link', { name: 'Register business' }).click();
    await page.getByRole('button', { name: 'Register business' }).click();
    for (const message of [
      'Business name is required',
      'Valid email is required',
      'Phone number is required',
      'Address is required',
    ]) {
      await expect(page.getByText(message)).toBeVisible();
    }
    await expect(page.getByLabel('Business name')).toBeFocused();
    await page.getByLabel('Business name').fill('Harbor Care');
    await page.getByLabel('Business email').fill('office@harbor.example');
    await page.getByLabel('Phone number').fill('555 0100');
    await page.getByLabel('Address').fill('1 Main Street');
    await page.getByRole('button', { name: 'Register business' }).click();
    await page.waitForURL('**/register-admin?businessId=1');
    await expect(page.getByLabel('Business name')).toHaveValue('Harbor Care');
    await expect(page.getByLabel('Business name')).not.toBeEditable();
    await expect(page.getByLabel('Email')).toHaveValue('office@harbor.example');
    for (const [label, value] of [
      ['Position', 'Owner'],
      ['Department', 'Office'],
    ] as const) {
      await expect(page.getByLabel(label)).toHaveValue(value);
      await page.getByLabel(label).clear();
    }
    await page.getByRole('button', { name: 'Create administrator' }).click();
    for (const message of [
      'First name is required',
      'Last name is required',
      'Position is required',
      'Department is required',
      'Username must be at least 3 characters',
      'Password must be at least 6 characters',
    ]) {
      await expect(page.getByText(message)).toBeVisible();
    }
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Owner');
    await page.getByLabel('Email').fill('ada@harbor.example');
    await page.getByLabel('Position').fill('Director');
    await page.getByLabel('Department').fill('Office');
    await page.getByLabel('Username').fill('ada');
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse');
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await expect(page.getByRole('heading', { name: /^Good .*, Ada$/ })).toBeVisible();
    await expect(page.getByText('Manage your team and review work notes')).toBeVisible();
    await expect(page.getByText('Read-only until the subscription is paid')).toHaveCount(0);
  } finally {
    await stop();
  }
});

test('an unpaid business is read-only and shows why', DESKTOP_ONLY, async ({ page, product }) => {
  const owner = await product.unpaidBusiness();
  await openAs(page, product, owner, '/business-settings');
  await expect(
    page.getByText('Read-only until the subscription is paid').filter({ visible: true }),
  ).toBeVisible();
});

test('an employee is added, signs in, and chooses an own password [1.managers.9 2.addemployee.1 8.notes.19 10.2.26,34]', async ({
  page,
  product,
}) => {
  // A wrong current password.
  expectBrowserError(/status of 400 .*\/api\/auth\/change-password/);
  const manager = await product.person({ role: 'manager' });
  await openAs(page, product, manager, '/employees');
  await page.getByRole('button', { name: 'Add Employee' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Employee' });
  await dialog.getByRole('button', { name: 'Add Employee' }).click();
  await expect(dialog.getByText('First name is required')).toBeVisible();
  await expect(dialog.getByText('Username must be at least 3 characters')).toBeVisible();
  const username = uniqueName('sam');
  await dialog.getByLabel('First Name').fill('Sam');
  await dialog.getByLabel('Last Name').fill('Reed');
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByRole('textbox', { name: 'Password' }).fill('issued one');
  await dialog.getByLabel('Role').selectOption('employee');
  await dialog.getByRole('button', { name: 'Add Employee' }).click();
  await expect(page.getByText('Employee added successfully.', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: username })).toBeVisible();

  const sam = await product.call<SignedIn>(null, 'POST /api/auth/login', {
    username,
    password: 'issued one',
  });
  await openAs(page, product, { ...sam, password: 'issued one' });
  await page.getByRole('button', { name: 'Choose a new one' }).click();
  const change = page.getByRole('dialog', { name: 'Change password' });
  await change.getByRole('textbox', { name: 'Current password' }).fill('not this one');
  await change.getByRole('textbox', { name: 'New password' }).fill('my own choice');
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(change.getByRole('alert')).toBeVisible();
  await change.getByRole('textbox', { name: 'Current password' }).fill('issued one');
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(change).toBeHidden();
  await expect(page.getByText('You’re using a temporary password')).toHaveCount(0);
  await product.call(null, 'POST /api/auth/login', { username, password: 'my own choice' });
});

test(
  'a taken username is reported beside the field [8.notes.21]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    expectBrowserError(/status of 409 .*\/api\/employees$/);
    const [manager, eve] = [await product.person({ role: 'manager' }), await product.person()];
    await openAs(page, product, manager, '/employees');
    await page.getByRole('button', { name: 'Add Employee' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Employee' });
    await dialog.getByLabel('First Name').fill('Eve');
    await dialog.getByLabel('Last Name').fill('Again');
    await dialog.getByLabel('Username').fill(eve.user.username.toUpperCase());
    await dialog.getByRole('textbox', { name: 'Password' }).fill('issued one');
    await dialog.getByRole('button', { name: 'Add Employee' }).click();
    await expect(dialog.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByLabel('First Name')).toHaveValue('Eve');
  },
);

test(
  'a forgotten password is replaced with the link [2.login.2 8.auth.7 10.2.23]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const eve = await product.person();
    await page.goto(product.url);
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forgot password' });
    await dialog.getByLabel('Username').fill(eve.user.username);
    await dialog.getByLabel('Email').fill('eve@agency.example');
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await expect(
      dialog.getByText(
        "If an account with those credentials exists, we've sent a password reset link to your email.",
      ),
    ).toBeVisible();
    await dialog.getByRole('link', { name: /^Open the link/ }).click();
    await page.getByRole('textbox', { name: 'New password' }).fill('a new beginning');
    await page.getByRole('button', { name: 'Set new password' }).click();
    await page.waitForURL('**/login');
    await page.getByLabel('Username').fill(eve.user.username);
    await page.getByRole('textbox', { name: 'Password' }).fill('a new beginning');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
  },
);

test('the settings of the business are changed [6.rules.5 10.3.16]', async ({ page, product }) => {
  await product.creator();
  const admin = await product.person({ role: 'admin' });
  await openAs(page, product, admin, '/business-settings');
  await page.getByLabel('Phone number').fill('555 0199');
  await page.getByRole('radio', { name: /^Block/ }).check();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Business settings saved', { exact: true }).first()).toBeVisible();
  const business = await product.call<Record<string, unknown>>(admin.token, 'GET /api/business');
  expect(business).toMatchObject({ phone: '555 0199', overusePolicy: 'block' });
  await product.call(admin.token, 'PUT /api/business', { overusePolicy: 'allow' });
});

test(
  'a list that opens above its field stays beside it while it gets shorter',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    await page.setViewportSize({ width: 1280, height: 640 });
    await openAs(page, product, await product.person({ role: 'admin' }), '/business-settings');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await zone.fill('a');
    const list = page.getByRole('listbox');
    const gap = async () => {
      const [field, box] = [await zone.boundingBox(), await list.boundingBox()];
      return field && box ? Math.round(field.y - box.y - box.height) : null;
    };
    const [before] = [await gap()];
    expect(before).toBeGreaterThanOrEqual(0);
    await zone.fill('chicago');
    await expect(list.getByRole('option')).toHaveCount(1);
    await expect.poll(gap).toBe(before);
  },
);

test('a demo request states that nothing is sent, and thanks', async ({ page, product }) => {
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Request a demo' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText("This site can't send requests yet.");
  await dialog.getByRole('button', { name: 'Request demo' }).click();
  await expect(dialog.getByText('Company is required')).toBeVisible();
  await dialog.getByLabel('First name').fill('Kim');
  await dialog.getByLabel('Last name').fill('Park');
  await dialog.getByLabel('Business email').fill('kim@park.example');
  await dialog.getByLabel('Company').fill('Park Care');
  await dialog.getByLabel('Number of employees').fill('6');
  await dialog.getByRole('button', { name: 'Request demo' }).click();
  await expect(dialog.getByText('Thank you, Kim')).toBeVisible();
});

test(
  'the link in the e-mail to the business opens its administrator in any browser [2.out.2 10.3.4]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    expectBrowserError(/status of 404 .*claim=not-the-claim/);
    await product.creator();
    const name = uniqueName('Agency');
    const registered = await fetch(`${product.url}/api/auth/register-business`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name,
        email: 'office@link.example',
        phone: '555 0100',
        address: '1 Main Street',
      }),
    });
    const { business } = (await registered.json()) as { business: { id: number } };
    const claim = /quarterhour_claim=([^;]+)/.exec(registered.headers.getSetCookie().join('; '))?.[1];
    await page.goto(`${product.url}/register-admin?businessId=${business.id}&claim=not-the-claim`);
    await expect(page.getByText("This registration can't be found")).toBeVisible();
    await page.goto(`${product.url}/register-admin?businessId=${business.id}&claim=${claim}`);
    await expect(page.getByLabel('Business name')).toHaveValue(name);
    await page.getByLabel('First name').fill('Ivo');
    await page.getByLabel('Last name').fill('Link');
    await page.getByLabel('Email').fill('ivo@link.example');
    await page.getByLabel('Position').fill('Director');
    await page.getByLabel('Department').fill('Office');
    await page.getByLabel('Username').fill(uniqueName('ivo'));
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse');
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await expect(page.getByRole('heading', { name: /^Good .*, Ivo$/ })).toBeVisible();
    await expect(page.getByText('Read-only until the subscription is paid')).toBeVisible();
  },
);
