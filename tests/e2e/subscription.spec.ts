/** The subscription's screen, and what a business reads that does not pay. */
import type { Page } from '@playwright/test';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { LONG_RUN, DESKTOP_ONLY, expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { expectSound } from './accessible.ts';
import { colleague, fillCard, openSubscription } from './payingSteps.ts';

const READ_ONLY = 'Read-only until the subscription is paid';

const expectText = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a business without a subscription begins one here and can write at once [2.registration.9 4.subscription.1 8.registration.12]', async ({
  page,
  product,
}) => {
  const admin = await product.unpaidBusiness();
  await openAs(page, product, admin, '/');
  await expectText(page, READ_ONLY);
  await page.getByRole('link', { name: 'Go to Subscription' }).first().click();
  await expectText(page, 'No Active Subscription');
  await page.getByRole('radio', { name: /^Professional/ }).check();
  await press(page, 'Continue to payment');
  await press(page, 'Change plan');
  await expect(page.getByRole('radio', { name: /^Professional/ })).toBeChecked();
  await press(page, 'Continue to payment');
  await fillCard(page);
  await press(page, 'Pay $79.00');
  await expect(page.getByRole('heading', { name: 'Professional' })).toBeVisible();
  await expectText(page, 'Active');
  await expect(page.getByText(READ_ONLY)).toHaveCount(0);
  const info = await product.call<Record<string, unknown>>(admin.token, 'GET /api/subscription/info');
  expect(info['subscription']).toMatchObject({ status: 'active', plan: { nickname: 'Professional' } });
  await page.goto(`${product.url}/submit`);
  await expect(page.getByRole('button', { name: 'Submit Note' })).toBeVisible();
});

test('overview, billing and usage are true, in both themes [2.registration.6 3.subscription.2 4.subscription.1 9.plans.8]', async ({
  page,
  product,
}) => {
  const admin = await product.payingBusiness();
  await colleague(product, admin);
  await product.call(admin.token, 'POST /api/clients', {
    companyName: 'MAPLE-7',
    contactName: 'Maria Lopez',
  });
  await openSubscription(page, product, admin);
  for (const text of ['Premium', 'Active', '$49.99', 'office@agency.example', '1 of 8', '1 of 80']) {
    await expectText(page, text);
  }
  const { subscription } = await product.call<{ subscription: { current_period_end: number } }>(
    admin.token,
    'GET /api/subscription/info',
  );
  const renewal = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/Chicago' });
  const day = renewal.format(new Date(subscription.current_period_end * 1000));
  await expect(page.getByText('Renews on').locator('..')).toContainText(day);
  await expect(page.getByText('Next payment').locator('..')).toContainText(`$49.99 on ${day}`);
  await expectSound(page);
});

test('a subscription is canceled, warns, and is reactivated [2.registration.7 4.subscription.2,3 6.rules.13]', async ({
  page,
  product,
}) => {
  const admin = await product.payingBusiness();
  await openSubscription(page, product, admin);
  await press(page, 'Cancel subscription');
  await press(page, 'Keep subscription');
  await expect(page.getByText('Canceling')).toHaveCount(0);
  await press(page, 'Cancel subscription');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('You keep full access until');
  await question.getByRole('button', { name: 'Cancel subscription' }).click();
  await expectText(page, 'Canceling');
  await expect(page.getByText(/^The subscription ends on /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toHaveCount(0);
  await expect(page.getByText(READ_ONLY)).toHaveCount(0);
  await expectSound(page);
  await press(page, 'Reactivate subscription');
  await expect(page.getByText('Canceling')).toHaveCount(0);
  await expect(page.getByText(/^The subscription ends on /)).toHaveCount(0);
  const info = await product.call<Record<string, unknown>>(admin.token, 'GET /api/subscription/info');
  expect(info['subscription']).toMatchObject({ cancel_at_period_end: false });
});

test('a plan is changed; one that has no room is refused with the reason [10.3.19]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 409 .*\/api\/subscription\/change-plan/);
  test.setTimeout(120_000);
  const admin = await product.payingBusiness();
  await openSubscription(page, product, admin);
  await press(page, 'Change plan');
  const dialog = page.getByRole('dialog', { name: 'Change plan' });
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await expect(dialog.getByRole('alert')).toContainText("You're already on Premium.");
  await dialog.getByRole('radio', { name: /^Professional/ }).check();
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Professional' })).toBeVisible();
  await expectText(page, '$79.00');
  for (let count = 0; count < 9; count += 1) await colleague(product, admin);
  await expect(page.getByText('9, no limit')).toBeVisible();
  await press(page, 'Change plan');
  await dialog.getByRole('radio', { name: /^Premium/ }).check();
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'The Premium plan allows up to 8 employees, and there are 9.',
  );
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Professional' })).toBeVisible();
});

test(
  'another card is entered in a tab of its own [2.registration.7 7.subscription.5 10.6.23]',
  LONG_RUN,
  async ({ page, product }) => {
    await openSubscription(page, product, await product.payingBusiness());
    const opened = page.context().waitForEvent('page');
    await press(page, 'Update payment method');
    const tab = await opened;
    await tab.waitForURL('**/subscription-management?payment-method=update');
    const dialog = tab.getByRole('dialog', { name: 'Update payment method' });
    await expect(dialog.getByText('Test mode: no real charges')).toBeVisible();
    await expectSound(tab);
    await dialog.getByRole('button', { name: 'Save card' }).click();
    await expect(dialog.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true');
    await fillCard(tab, '5555555555554444');
    await dialog.getByLabel('Expiry').fill('01/20');
    await dialog.getByRole('button', { name: 'Save card' }).click();
    await expect(dialog.getByLabel('Expiry')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Expiry').fill('12/40');
    await dialog.getByRole('button', { name: 'Save card' }).click();
    await expectText(tab, 'Payment method updated');
    await expect(dialog).toBeHidden();
    expect(new URL(tab.url()).search).toBe('');
  },
);

test(
  'each failed action shows its own message [8.registration.8]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const admin = await product.payingBusiness();
    expectBrowserError(/ERR_FAILED .*\/api\/subscription\/info/);
    await page.route('**/api/subscription/info', (route) => route.abort());
    await openSubscription(page, product, admin);
    await expectText(page, 'Failed to load subscription information');
    await page.unroute('**/api/subscription/info');
    await press(page, 'Try again');
    await expectText(page, 'Billing information');
    expectBrowserError(/ERR_FAILED .*\/api\/subscription/);
    await page.route('**/api/subscription/*', (route) => route.abort());
    await press(page, 'Cancel subscription');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel subscription' }).click();
    await expectText(page, 'Failed to cancel subscription. Please try again.');
    await press(page, 'Update payment method');
    await expectText(page, 'Failed to open payment update portal. Please try again.');
    await expect.poll(() => page.context().pages()).toHaveLength(1);
    await page.unroute('**/api/subscription/*');
    await product.call(admin.token, 'POST /api/subscription/cancel');
    await expectText(page, 'Canceling');
    expectBrowserError(/ERR_FAILED .*\/api\/subscription\/reactivate/);
    await page.route('**/api/subscription/reactivate', (route) => route.abort());
    await press(page, 'Reactivate subscription');
    await expectText(page, 'Failed to reactivate subscription. Please try again.');
  },
);

test(
  'employees see the state alone; the creator business pays nothing [6.capability.25]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const admin = await product.payingBusiness();
    await openSubscription(page, product, await colleague(product, admin));
    await expectText(page, 'Premium');
    await expectText(page, 'Active');
    for (const hidden of ['Billing information', 'Actions', 'Usage']) {
      await expect(page.getByRole('heading', { name: hidden })).toHaveCount(0);
    }
    await openSubscription(page, product, await product.creator());
    await expectText(page, 'Free, unlimited');
    await expect(page.getByRole('button', { name: /Cancel|Change plan|payment/ })).toHaveCount(0);
  },
);

test('a read-only business sees why before it writes', async ({ page, product }) => {
  const admin = await product.unpaidBusiness();
  await openAs(page, product, admin, '/clients?action=add');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(READ_ONLY)).toBeVisible();
  await expectSound(page);
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await dialog.getByLabel('Client ID').fill('MAPLE-7');
  await dialog.getByLabel('Contact Name').fill('Maria Lopez');
  await dialog.getByRole('button', { name: 'Create Client' }).click();
  await expect(page.getByText('Nothing can be added or changed until then.').last()).toBeVisible();
  expect(sent).toEqual([]);
  await dialog.getByRole('link', { name: 'Go to Subscription' }).click();
  await expectText(page, 'No Active Subscription');
  await page.goto(`${product.url}/submit`);
  await expectText(page, 'Submitting is unavailable right now');
  await expect(page.getByRole('button', { name: 'Submit Note' })).toHaveCount(0);
  // What is always allowed stays so: an own password.
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  const passwords = page.getByRole('dialog', { name: 'Change password' });
  await passwords.getByRole('textbox', { name: 'Current password' }).fill(admin.password);
  await passwords.getByRole('textbox', { name: 'New password' }).fill('another one of mine');
  await expect(passwords.getByText(READ_ONLY)).toHaveCount(0);
  await passwords.getByRole('button', { name: 'Change password' }).click();
  await expectText(page, 'Password changed');
});
