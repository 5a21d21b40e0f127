/** The subscription screen, and the read-only state of a business that has not paid. */

import { expectSound } from '#tests/e2e/accessible.ts';
import {
  collectRequests,
  createClient,
  expectText,
  failRequests,
  fillFields,
  press,
  pressAndConfirm,
} from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { fillCard, openSubscription } from './steps.ts';

const READ_ONLY = 'Read-only until the subscription is paid';

test(
  'a business without a subscription buys one and can write at once [2.registration.9 4.subscription.1 8.registration.12]',
  LONG_RUN,
  async ({ page, product }) => {
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
  },
);

test(
  'the subscription screen shows overview, billing and usage [2.registration.6 3.subscription.2 4.subscription.1 9.plans.8]',
  LONG_RUN,
  async ({ page, product }) => {
    const admin = await product.payingBusiness();
    await product.person({}, admin);
    await createClient(product, admin);
    await openSubscription(page, product, admin);
    await expectText(page, 'Premium', 'Active', '$49.99', 'office@agency.example', '1 of 8', '1 of 80');
    const { subscription } = await product.call<{ subscription: { current_period_end: number } }>(
      admin.token,
      'GET /api/subscription/info',
    );
    const renewal = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/Chicago' });
    const day = renewal.format(new Date(subscription.current_period_end * 1000));
    await expect(page.getByText('Renews on').locator('..')).toContainText(day);
    await expect(page.getByText('Next payment').locator('..')).toContainText(`$49.99 on ${day}`);
    await expectSound(page);
  },
);

test(
  'a canceled subscription shows a warning and can be reactivated [2.registration.7 4.subscription.2,3 6.rules.13]',
  LONG_RUN,
  async ({ page, product }) => {
    const admin = await product.payingBusiness();
    await openSubscription(page, product, admin);
    await press(page, 'Cancel subscription');
    await press(page, 'Keep subscription');
    await expect(page.getByText('Canceling')).toHaveCount(0);
    await press(page, 'Cancel subscription');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('You keep full access until');
    await press(question, 'Cancel subscription');
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
  },
);

test(
  'a plan is changed, and a plan that is too small is refused with the reason [10.3.19]',
  LONG_RUN,
  async ({ page, product }) => {
    expectBrowserError(/status of 409 .*\/api\/subscription\/change-plan/);
    test.setTimeout(120_000);
    const admin = await product.payingBusiness();
    await openSubscription(page, product, admin);
    await press(page, 'Change plan');
    const dialog = page.getByRole('dialog', { name: 'Change plan' });
    await press(dialog, 'Change plan');
    await expect(dialog.getByRole('alert')).toContainText("You're already on Premium.");
    await dialog.getByRole('radio', { name: /^Professional/ }).check();
    await press(dialog, 'Change plan');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Professional' })).toBeVisible();
    await expectText(page, '$79.00');
    for (let count = 0; count < 9; count += 1) await product.person({}, admin);
    await expect(page.getByText('9, no limit')).toBeVisible();
    await press(page, 'Change plan');
    await dialog.getByRole('radio', { name: /^Premium/ }).check();
    await press(dialog, 'Change plan');
    await expect(dialog.getByRole('alert')).toHaveText(
      'The Premium plan allows up to 8 employees, and there are 9.',
    );
    await expectSound(page);
    await press(dialog, 'Cancel');
    await expect(page.getByRole('heading', { name: 'Professional' })).toBeVisible();
  },
);

test(
  'the payment method is updated in a new tab [2.registration.7 7.subscription.5 10.6.23]',
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
    await press(dialog, 'Save card');
    await expect(dialog.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true');
    await fillCard(tab, '5555555555554444');
    await dialog.getByLabel('Expiry').fill('01/20');
    await press(dialog, 'Save card');
    await expect(dialog.getByLabel('Expiry')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Expiry').fill('12/40');
    await press(dialog, 'Save card');
    await expectText(tab, 'Payment method updated');
    await expect(dialog).toBeHidden();
    expect(new URL(tab.url()).search).toBe('');
  },
);

test(
  'each failed action shows its own message [8.registration.8]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const admin = await product.payingBusiness();
    // The change event of the registration would load the information again by itself.
    await page.route('**/api/events*', () => undefined);
    const repairInfo = await failRequests(page, '**/api/subscription/info');
    await openSubscription(page, product, admin);
    await expectText(page, 'Failed to load subscription information');
    await repairInfo();
    await press(page, 'Try again');
    await expectText(page, 'Billing information');
    await page.unroute('**/api/events*');
    await page.reload();
    await expectText(page, 'Billing information');
    const repair = await failRequests(page, '**/api/subscription/*');
    await pressAndConfirm(page, 'Cancel subscription', 'Cancel subscription');
    await expectText(page, 'Failed to cancel subscription. Please try again.');
    await press(page, 'Update payment method');
    await expectText(page, 'Failed to open payment update portal. Please try again.');
    await expect.poll(() => page.context().pages()).toHaveLength(1);
    await repair();
    await product.call(admin.token, 'POST /api/subscription/cancel');
    await expectText(page, 'Canceling');
    await failRequests(page, '**/api/subscription/reactivate');
    await press(page, 'Reactivate subscription');
    await expectText(page, 'Failed to reactivate subscription. Please try again.');
  },
);

test(
  'employees see only the status, and the creator business pays nothing [6.capability.25]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const admin = await product.payingBusiness();
    await openSubscription(page, product, await product.person({}, admin));
    await expectText(page, 'Premium', 'Active');
    for (const hidden of ['Billing information', 'Actions', 'Usage']) {
      await expect(page.getByRole('heading', { name: hidden })).toHaveCount(0);
    }
    await openSubscription(page, product, await product.creator());
    await expectText(page, 'Free, unlimited');
    await expect(page.getByRole('button', { name: /Cancel|Change plan|payment/ })).toHaveCount(0);
  },
);

test('a read-only business shows the reason before a form is sent', LONG_RUN, async ({ page, product }) => {
  const admin = await product.unpaidBusiness();
  await openAs(page, product, admin, '/clients?action=add');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(READ_ONLY)).toBeVisible();
  await expectSound(page);
  const writes = collectRequests(page, (_url, method) => method !== 'GET');
  await fillFields(dialog, { 'Client ID': 'MAPLE-7', 'Contact Name': 'Maria Lopez' });
  await press(dialog, 'Create Client');
  await expect(page.getByText('Nothing can be added or changed until then.').last()).toBeVisible();
  expect(writes).toEqual([]);
  await dialog.getByRole('link', { name: 'Go to Subscription' }).click();
  await expectText(page, 'No Active Subscription');
  await page.goto(`${product.url}/submit`);
  await expectText(page, 'Submitting is unavailable right now');
  await expect(page.getByRole('button', { name: 'Submit Note' })).toHaveCount(0);
  // Users can always change their own password.
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  const passwords = page.getByRole('dialog', { name: 'Change password' });
  await fillFields(passwords, {
    'Current password': admin.password,
    'New password': 'another one of mine',
  });
  await expect(passwords.getByText(READ_ONLY)).toHaveCount(0);
  await press(passwords, 'Change password');
  await expectText(page, 'Password changed');
});
