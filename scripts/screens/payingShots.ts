/** What is photographed of registering and paying, and of a business that does not pay. */
import type { Page } from '@playwright/test';
import { first, press } from './acts.ts';
import type { Shot } from './shot.ts';

const PATH = '/subscription-management';
const INFO = '**/api/subscription/info';

async function register(page: Page): Promise<void> {
  await page.getByLabel('Business name').fill('Harbor Companions');
  await page.getByLabel('Business email').fill('office@harbor.example');
  await page.getByLabel('Phone number').fill('555 0142');
  await page.getByLabel('Address').fill('12 Harbor Street');
  await page.getByRole('radio', { name: /^Professional/ }).check();
  await press('Register business')(page);
  await page.getByLabel('Card number').waitFor();
}

const payWith = (card: string) => async (page: Page) => {
  await register(page);
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry').fill('12/40');
  await page.getByLabel('CVC').fill('123');
  await press(/^Pay/)(page);
  await page
    .getByText(/^Your card was declined|^Thank you/)
    .first()
    .waitFor();
};

const pay = payWith('4242424242424242');

/** A state that time brings about; the picture does not wait for it. */
const altered = (fields: object) => async (page: Page) => {
  await page.route(INFO, async (route) => {
    const response = await route.fetch();
    const info = (await response.json()) as { subscription: object; can: object };
    const can = { ...info.can, cancel: false, reactivate: 'cancel_at_period_end' in fields };
    await route.fulfill({
      response,
      json: { ...info, can, subscription: { ...info.subscription, ...fields } },
    });
  });
};

const subscriber = { as: 'subscriber', path: PATH } as const;

export const paying: Shot[] = [
  { name: 'subscribe', as: 'nobody', path: '/register', shows: '/subscribe', act: register },
  { name: 'subscribe-declined', as: 'nobody', path: '/register', act: payWith('4000000000000002') },
  { name: 'payment-success', as: 'nobody', path: '/register', shows: '/payment-success', act: pay },
  {
    name: 'register-admin-locked',
    as: 'nobody',
    path: '/register',
    shows: '/register-admin',
    act: first(pay, async (page) => {
      await page.getByRole('link', { name: 'Create the administrator' }).click();
      await page.getByLabel('Business name').waitFor();
    }),
  },
  { name: 'subscription', ...subscriber },
  { name: 'subscription-canceling', ...subscriber, before: altered({ cancel_at_period_end: true }) },
  { name: 'subscription-past-due', ...subscriber, before: altered({ status: 'past_due' }) },
  { name: 'subscription-cancel', ...subscriber, act: press('Cancel subscription') },
  { name: 'subscription-plan', ...subscriber, act: press('Change plan') },
  { name: 'subscription-card', as: 'subscriber', path: `${PATH}?payment-method=update` },
  { name: 'subscription-none', as: 'newcomer', path: PATH },
  { name: 'subscription-pay', as: 'newcomer', path: PATH, act: press('Continue to payment') },
  { name: 'subscription-creator', as: 'daniel.weiss', path: PATH },
  { name: 'subscription-employee', as: 'maya.lindgren', path: PATH },
  {
    name: 'subscription-loading',
    ...subscriber,
    state: 'loading',
    before: (page) => page.route(INFO, () => undefined).then(() => undefined),
  },
  {
    name: 'subscription-error',
    ...subscriber,
    state: 'error',
    before: (page) => page.route(INFO, (route) => route.abort()).then(() => undefined),
  },
  { name: 'read-only-dialog', as: 'newcomer', path: '/clients?action=add' },
  { name: 'read-only-submit', as: 'newcomer', path: '/submit' },
];
