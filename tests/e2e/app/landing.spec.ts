/** The landing page: features, plans, login, and what it shows when a request fails. */

import {
  collectRequests,
  dialogOf,
  expectAlerts,
  expectText,
  failRequests,
  fillFields,
  holdBack,
  logIn,
  press,
} from '#tests/e2e/steps.ts';
import {
  DESKTOP_ONLY,
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  openAs,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

const NEUTRAL =
  "If an account with those credentials exists, we've sent a password reset link to your email.";

test('the landing page shows features, plans and the login [1.landing.1,3 2.login.5]', async ({
  page,
  product,
}) => {
  await product.creator();
  await page.goto(`${product.url}/login`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Work notes that clients sign on the spot, billed by the quarter hour',
  );
  await expectText(
    page,
    'Digital signatures',
    'Client management',
    'Time tracking in 15-minute increments',
    'Team messaging',
    'Role-based access control',
  );
  await expect(page.getByRole('region', { name: 'What it does' })).toContainText(
    'Clients are billed automatically',
  );
  const plans = page.getByRole('region', { name: 'Pricing' });
  await expectText(plans, '$49.99', 'Up to 8 employees', 'Up to 80 clients');
  await expectText(plans, '$79.00', 'Unlimited employees', 'Up to 150 clients');
  await expect(page.getByText('Free for the app creator')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Create admin' })).toHaveAttribute('href', '/register-admin');
  await expect(page.getByRole('link', { name: 'Register business' })).toHaveAttribute('href', '/register');
  await page.getByRole('link', { name: 'Pricing' }).click();
  await expect(plans).toBeInViewport();
  await plans.getByRole('link', { name: 'Register with Professional' }).click();
  await expect(page.getByRole('radio', { name: /^Professional/ })).toBeChecked();
});

test(
  'the landing page opens with invalid values in the storage of the browser [16.bodies.120]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    for (const value of ['null', '5', '[]', '{}', '{"id":"1"}', 'no JSON', '{"title":5}']) {
      await page.goto(`${product.url}/healthz`);
      await page.evaluate((text) => {
        Object.assign(localStorage, { auth_token: 'a token', auth_user: text, theme: text });
        Object.assign(sessionStorage, { toast_after_reload: text, pending_business: text });
      }, value);
      await page.goto(`${product.url}/login`);
      await expect(page.getByRole('link', { name: 'Register business' }), value).toBeVisible();
    }
  },
);

test(
  'the landing page does not move when the offer for a business loads',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await product.creator();
    const release = await holdBack(page, '**/api/businesses/count');
    await page.goto(product.url);
    const pricing = page.getByRole('heading', { name: 'Pricing' });
    await expect(pricing).toBeVisible();
    const before = await pricing.boundingBox();
    await expect(page.getByRole('link', { name: 'Create admin' })).toHaveCount(0);
    release();
    await expect(page.getByRole('link', { name: 'Create admin' })).toBeVisible();
    const after = await pricing.boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(2);
  },
);

test(
  'a login that is not sent shows the same text as a wrong password [8.auth.3]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await failRequests(page, '**/api/auth/login');
    await logIn(page, product, { username: 'eve', password: 'a password' });
    await expectAlerts(page, 'Invalid username or password');
    await expect(page.getByLabel('Username')).toHaveValue('eve');
  },
);

test(
  'Forgot password shows the same message for all accounts, and another one when it fails [5.other.10 8.auth.8]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await page.goto(product.url);
    await press(page, 'Forgot password?');
    const dialog = dialogOf(page, 'Forgot password');
    await press(dialog, 'Send link');
    await expectText(dialog, 'Username is required', 'Valid email is required');
    await fillFields(dialog, { Username: 'unknown-name', Email: 'unknown@agency.example' });
    const repair = await failRequests(page, '**/api/auth/forgot-password');
    await press(dialog, 'Send link');
    await expectText(dialog, 'Unable to process password reset request. Please try again.');
    await repair();
    await press(dialog, 'Send link');
    await expectText(dialog, NEUTRAL);
    await expect(dialog.getByRole('link')).toHaveCount(0);
  },
);

test(
  'a forgotten password is replaced with the link [2.login.2 8.auth.7 10.2.23]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { username } = (await product.person()).user;
    await page.goto(product.url);
    await press(page, 'Forgot password?');
    const dialog = dialogOf(page, 'Forgot password');
    await fillFields(dialog, { Username: username, Email: 'eve@agency.example' });
    await press(dialog, 'Send link');
    await expect(dialog.getByText(NEUTRAL)).toBeVisible();
    await dialog.getByRole('link', { name: /^Open the link/ }).click();
    await fillFields(page, { 'New password': 'a new beginning' });
    await press(page, 'Set new password');
    await page.waitForURL('**/login');
    await logIn(page, product, { username, password: 'a new beginning' });
    await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
  },
);

test('an incomplete or expired reset link shows why it fails', LONG_ON_DESKTOP, async ({ page, product }) => {
  expectBrowserError(/status of 400 .*\/api\/auth\/reset-password/);
  await page.goto(`${product.url}/reset-password`);
  await expectAlerts(page, 'This link is incomplete');
  await page.goto(`${product.url}/reset-password?token=not-a-token-of-ours`);
  await press(page, 'Set new password');
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await fillFields(page, { 'New password': 'a new beginning' });
  await press(page, 'Set new password');
  await expect(page.getByRole('alert').filter({ hasText: /link/i })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/reset-password');
});

test(
  'the demo request states first that it sends nothing, checks its fields and thanks [2.login.3 5.other.12]',
  LONG_RUN,
  async ({ page, product }) => {
    await page.goto(product.url);
    await press(page, 'Request a demo');
    const dialog = dialogOf(page, 'Request a demo');
    await expect(dialog).toContainText("This site can't send requests yet.");
    await expectText(dialog, 'Phone (optional)', 'Message (optional)');
    await fillFields(dialog, { 'Number of employees': '0' });
    await press(dialog, 'Request demo');
    await expectText(
      dialog,
      'First name is required',
      'Last name is required',
      'Valid business email is required',
      'Company is required',
      'At least 1 employee',
    );
    const writes = collectRequests(page, (_url, method) => method !== 'GET');
    const person = { 'First name': 'Kim', 'Last name': 'Park', 'Business email': 'kim@park.example' };
    await fillFields(dialog, { ...person, Company: 'Park Care', 'Number of employees': '1' });
    await press(dialog, 'Request demo');
    await expect(dialog.getByText('Thank you, Kim')).toBeVisible();
    expect(writes).toEqual([]);
  },
);

test(
  'the debug page shows user and storage, and the token only on request [2.routes.14 10.6.28 S-23]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const eve = await product.person({ firstName: 'Eve' });
    await openAs(page, product, eve, '/test');
    const main = page.getByRole('main');
    await expectText(main, eve.user.username);
    await expect(main.getByText('local: auth_token')).toBeVisible();
    await expect(main.getByText('local: auth_user')).toBeVisible();
    await expect(main).not.toContainText(eve.token);
    await press(main, 'Reveal token');
    await expectText(main, eve.token);
    await press(main, 'Hide token');
    await expect(main).not.toContainText(eve.token);
  },
);
