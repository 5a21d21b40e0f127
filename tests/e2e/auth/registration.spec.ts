/** Registration of a business that is not the first: payment and administrator. */

import { expectSound } from '#tests/e2e/accessible.ts';
import { cardOf, expectText, press } from '#tests/e2e/steps.ts';
import {
  createAdmin,
  DECLINED_CARD,
  fillCard,
  fillRegistration,
  registerBusiness,
} from '#tests/e2e/subscription/steps.ts';
import {
  expect,
  GOOD_CARD,
  LONG_ON_DESKTOP,
  startBuiltProduct,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

const PENDING = 'pending_business';

test('a second business registers, pays after a declined card and can write [1.businesses.4 2.out.3 2.registration.3,4 3.browser.4 4.registration.2 7.subscription.6 8.registration.7]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 402 .*\/api\/payments\/sandbox\/confirm/);
  test.setTimeout(180_000);
  const name = await registerBusiness(page, product, 'professional');
  await page.waitForURL('**/subscribe');
  const pending = await page.evaluate((key) => sessionStorage.getItem(key), PENDING);
  const { id, ...business } = JSON.parse(pending ?? '') as Record<string, unknown>;
  expect(business).toEqual({ planType: 'professional', businessName: name });
  expect(id).toBeGreaterThan(1);
  await expect(page.getByText('$79.00 per month')).toBeVisible();
  await expect(page.getByText('Test mode: no real charges')).toBeVisible();
  await expect(page.getByText('4242 4242 4242 4242')).toBeVisible();
  const pay = page.getByRole('button', { name: 'Pay $79.00' });
  await pay.click();
  await expect(page.getByLabel('Card number')).toBeFocused();
  await expect(page.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('CVC')).toHaveAttribute('aria-invalid', 'true');
  await expectSound(page);
  await fillCard(page, DECLINED_CARD);
  await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002');
  await pay.click();
  await expectText(page, 'Payment Failed');
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible();
  await page.getByLabel('Card number').fill(GOOD_CARD);
  await pay.click();

  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible();
  expect(await page.locator('[data-state=open]', { hasText: 'Payment Failed' }).count()).toBe(0);
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(page.getByText(`Thank you. ${name} is ready.`)).toBeVisible();
    await expectText(page, 'Professional');
    expect(await page.evaluate((key) => sessionStorage.getItem(key), PENDING)).toBeNull();
  }
  await expectSound(page);
  await page.getByRole('link', { name: 'Create the administrator' }).click();
  await expect(page.getByLabel('Business name')).toHaveValue(name);
  await expect(page.getByLabel('Business name')).not.toBeEditable();
  await createAdmin(page);
  await expect(page.getByText('Read-only until the subscription is paid')).toHaveCount(0);
  await page.goto(`${product.url}/clients?action=add`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Client ID').fill('MAPLE-7');
  await dialog.getByLabel('Contact Name').fill('Maria Lopez');
  await press(dialog, 'Create Client');
  await expect(page.getByText('Client created successfully').first()).toBeVisible();
});

test(
  'the payment screen opens a second after the registration [4.registration.3 9.times.6]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await page.clock.install();
    await fillRegistration(page, product);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    await press(page, 'Register business');
    await page.waitForFunction((key) => sessionStorage.getItem(key) !== null, PENDING, { polling: 20 });
    await page.clock.runFor(999);
    expect(new URL(page.url()).pathname).toBe('/register');
    await page.clock.runFor(1);
    await page.waitForURL('**/subscribe');
  },
);

test(
  'the payment screens lead to the registration without one [8.registration.4]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await product.creator();
    await page.goto(`${product.url}/subscribe`);
    await page.waitForURL('**/register');
    await expectText(page, 'Registration Required', 'Please complete business registration first.');
    await page.goto(`${product.url}/payment-success`);
    await expect(page.getByText("There's no payment to show here.")).toBeVisible();
  },
);

test(
  'a payment that cannot start leads back to the registration and can be continued [8.registration.5]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    expectBrowserError(/ERR_FAILED .*\/api\/create-subscription/);
    await page.route('**/api/create-subscription', (route) => route.abort());
    const name = await registerBusiness(page, product);
    await page.waitForURL('**/subscribe');
    await page.waitForURL('**/register');
    await expectText(page, 'Failed to initialize payment. Please try again.');
    await page.unroute('**/api/create-subscription');
    const id = await page.evaluate(
      (key) => (JSON.parse(sessionStorage.getItem(key) ?? '{}') as { id: number }).id,
      PENDING,
    );
    await expect(page.getByText(`${name} is registered. Payment is still due.`)).toBeVisible();
    await page.getByRole('link', { name: 'Continue to payment' }).click();
    await expect(page.getByRole('button', { name: 'Pay $49.99' })).toBeVisible();
    // There are no thanks without a payment, even when the tab has no stored registration.
    await page.evaluate((key) => sessionStorage.removeItem(key), PENDING);
    await page.goto(`${product.url}/payment-success?businessId=${id}`);
    await expect(page.getByText(/^We haven't received a payment yet/)).toBeVisible();
    await expect(page.getByText(/^Thank you/)).toHaveCount(0);
    await press(page, 'Continue to payment');
    await expect(page.getByRole('button', { name: 'Pay $49.99' })).toBeVisible();
  },
);

test(
  'a completed payment leads to the administrator when its screens are opened again [7.subscription.6]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    expectBrowserError(/status of 409 .*\/api\/create-subscription/);
    const name = await registerBusiness(page, product);
    await fillCard(page);
    await press(page, 'Pay $49.99');
    await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible();
    const id = Number(new URL(page.url()).searchParams.get('businessId'));
    await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
      PENDING,
      JSON.stringify({ id, planType: 'premium', businessName: name }),
    ] as const);
    // Neither address accepts a second payment.
    for (const path of ['/payment-success', '/subscribe']) {
      await page.goto(`${product.url}${path}`);
      await expect(page.getByText(`Thank you. ${name} is ready.`)).toBeVisible();
      await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
        PENDING,
        JSON.stringify({ id, planType: 'premium', businessName: name }),
      ] as const);
    }
  },
);

test(
  'a business can register without payments and is read-only [8.registration.6 10.6.25]',
  LONG_ON_DESKTOP,
  async ({ page }) => {
    const { product, stop } = await startBuiltProduct({ PAYMENTS: 'none' });
    try {
      await registerBusiness(page, product);
      await expect(page.getByText('Payment Processing Unavailable')).toBeVisible();
      await expectSound(page);
      await page.getByRole('link', { name: 'create the administrator first' }).click();
      await createAdmin(page);
      await expect(page.getByText('Read-only until the subscription is paid')).toBeVisible();
      const steps = cardOf(page, 'First steps');
      await expect(steps.getByRole('listitem')).toHaveCount(5);
      await expect(steps.getByRole('listitem').first()).toContainText('Start your subscription');
      await expect(steps.getByRole('link')).toHaveText(['Go to Subscription']);
      await page.goto(`${product.url}/subscription-management`);
      await press(page, 'Continue to payment');
      await expect(page.getByText('Payment Processing Unavailable')).toBeVisible();
    } finally {
      await stop();
    }
  },
);

test(
  'a rejected registration shows why and keeps the input [8.registration.1]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    expectBrowserError(/ERR_FAILED .*\/api\/auth\/register-business/);
    await page.route('**/api/auth/register-business', (route) => route.abort());
    const name = await registerBusiness(page, product);
    await expectText(page, 'Registration failed');
    await expect(page.getByLabel('Business name')).toHaveValue(name);
  },
);
