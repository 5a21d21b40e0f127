/** The landing page: its contents, the login, and what it shows when something fails. */
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { DESKTOP_ONLY, expect, openAs, startBuiltProduct, test } from '#tests/support/helpers/appFixture.ts';

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
  for (const feature of [
    'Digital signatures',
    'Client management',
    'Time tracking in 15-minute increments',
    'Team messaging',
    'Role-based access control',
  ]) {
    await expect(page.getByRole('heading', { name: feature })).toBeVisible();
  }
  const plans = page.getByRole('region', { name: 'Pricing' });
  for (const fact of [
    '$49.99',
    'Up to 8 employees',
    'Up to 80 clients',
    '$79.00',
    'Unlimited employees',
    'Up to 150 clients',
  ]) {
    await expect(plans.getByText(fact, { exact: true })).toBeVisible();
  }
  await expect(page.getByText('Free for the app creator')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Create admin' })).toHaveAttribute('href', '/register-admin');
  await expect(page.getByRole('link', { name: 'Register business' })).toHaveAttribute('href', '/register');
  await page.getByRole('link', { name: 'Pricing' }).click();
  await expect(plans).toBeInViewport();
  await plans.getByRole('link', { name: 'Register with Professional' }).click();
  await expect(page.getByRole('radio', { name: /^Professional/ })).toBeChecked();
});

test(
  'the offer for a business is shown once it is known, and nothing moves',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    await product.creator();
    let answer = () => {};
    const wait = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/businesses/count', async (route) => {
      await wait;
      await route.continue();
    });
    await page.goto(product.url);
    await expect(page.getByRole('heading', { name: 'Pricing' })).toBeVisible();
    const before = await page.getByRole('heading', { name: 'Pricing' }).boundingBox();
    await expect(page.getByRole('link', { name: 'Create admin' })).toHaveCount(0);
    answer();
    await expect(page.getByRole('link', { name: 'Create admin' })).toBeVisible();
    const after = await page.getByRole('heading', { name: 'Pricing' }).boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(2);
  },
);

test('the app creator is offered both ways in [2.login.7]', DESKTOP_ONLY, async ({ page }) => {
  const { product, stop } = await startBuiltProduct();
  try {
    await page.goto(product.url);
    await expect(page.getByText('Free for the app creator')).toBeVisible();
    await expect(page.getByText(/free, with unlimited access/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Register business' })).toBeVisible();
    await page.getByRole('link', { name: 'Admin account' }).click();
    await expect(page.getByRole('heading', { name: 'Create the administrator' })).toBeVisible();
  } finally {
    await stop();
  }
});

test(
  'a login that fails to send shows the same text as a wrong password [8.auth.3]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    expectBrowserError(/ERR_FAILED .*\/api\/auth\/login/);
    await page.route('**/api/auth/login', (route) => route.abort());
    await page.goto(product.url);
    await page.getByLabel('Username').fill('eve');
    await page.getByRole('textbox', { name: 'Password' }).fill('a password');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Invalid username or password');
    await expect(page.getByLabel('Username')).toHaveValue('eve');
  },
);

test(
  'a forgotten password: the same words for all, other words when it cannot be asked [5.other.10 8.auth.8]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    await page.goto(product.url);
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forgot password' });
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await expect(dialog.getByText('Username is required')).toBeVisible();
    await expect(dialog.getByText('Valid email is required')).toBeVisible();
    await dialog.getByLabel('Username').fill('unknown-name');
    await dialog.getByLabel('Email').fill('unknown@agency.example');
    expectBrowserError(/ERR_FAILED .*\/api\/auth\/forgot-password/);
    await page.route('**/api/auth/forgot-password', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await expect(
      dialog.getByText('Unable to process password reset request. Please try again.'),
    ).toBeVisible();
    await page.unroute('**/api/auth/forgot-password');
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await expect(dialog.getByText(NEUTRAL)).toBeVisible();
    await expect(dialog.getByRole('link')).toHaveCount(0);
  },
);

test('an incomplete or expired reset link shows why it fails', DESKTOP_ONLY, async ({ page, product }) => {
  expectBrowserError(/status of 400 .*\/api\/auth\/reset-password/);
  await page.goto(`${product.url}/reset-password`);
  await expect(page.getByRole('alert')).toContainText('This link is incomplete');
  await page.goto(`${product.url}/reset-password?token=not-a-token-of-ours`);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await page.getByRole('textbox', { name: 'New password' }).fill('a new beginning');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /link/i })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/reset-password');
});

test(
  'the debug page shows user, storage and the token only when asked [2.routes.14 10.6.28 S-23]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const eve = await product.person({ firstName: 'Eve' });
    await openAs(page, product, eve, '/test');
    const main = page.getByRole('main');
    await expect(main.getByText(eve.user.username, { exact: true })).toBeVisible();
    await expect(main.getByText('local: auth_token')).toBeVisible();
    await expect(main.getByText('local: auth_user')).toBeVisible();
    await expect(main).not.toContainText(eve.token);
    await main.getByRole('button', { name: 'Reveal token' }).click();
    await expect(main.getByText(eve.token, { exact: true })).toBeVisible();
    await main.getByRole('button', { name: 'Hide token' }).click();
    await expect(main).not.toContainText(eve.token);
  },
);
