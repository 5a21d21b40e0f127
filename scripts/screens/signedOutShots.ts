/** Screenshots of the landing page, registration, payment and subscription. */

import type { Page } from '@playwright/test';
import {
  EMPLOYEE,
  fail,
  hang,
  MANAGER,
  NEWCOMER,
  openDialog,
  press,
  pressInDialog,
  sequence,
  shotsAt,
  SUBSCRIBER,
  waitForText,
  type Shot,
} from './shot.ts';

const SUBSCRIPTION = '/subscription-management';
const INFO = '**/api/subscription/info';

async function logInWithWrongPassword(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('unknown.user');
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong password');
  await press('Log in')(page);
  await waitForText('Invalid username or password')(page);
}

const fillDialog = (fields: Record<string, string>) => async (page: Page) => {
  const form = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) {
    await form.getByRole('textbox', { name: label }).or(form.getByLabel(label)).first().fill(value);
  }
};

const requestLink = sequence(
  openDialog('Forgot password?'),
  fillDialog({ Username: EMPLOYEE, Email: 'maya.lindgren@harborstreet.example' }),
  pressInDialog('Send link'),
  async (page) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().waitFor();
    await page.getByRole('button', { name: 'Send link' }).waitFor({ state: 'detached' });
  },
);

const requestDemo = sequence(
  openDialog('Request a demo'),
  fillDialog({
    'First name': 'Nora',
    'Last name': 'Field',
    'Business email': 'nora@fieldcare.example',
    Company: 'Field & Daughter',
    'Number of employees': '5',
  }),
  pressInDialog('Request demo'),
  waitForText(/^Thank you, Nora/),
);

/** Ends the session on the server; the page notices with its next request. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('auth_token') ?? ''}`;
    await fetch('/api/auth/logout', { method: 'POST', headers: { authorization } });
  });
  await page.getByRole('link', { name: 'My Notes' }).first().click();
  await waitForText(/session/i)(page);
}

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
  await waitForText(/^Your card was declined|^Thank you/)(page);
};
const pay = payWith('4242424242424242');

async function openLockedRegistration(page: Page): Promise<void> {
  await pay(page);
  await page.getByRole('link', { name: 'Create the administrator' }).click();
  await page.getByLabel('Business name').waitFor();
}

/** Changes the subscription that the page receives. */
const changeSubscription = (fields: object) => (page: Page) =>
  page.route(INFO, async (route) => {
    const response = await route.fetch();
    const info = (await response.json()) as { subscription: object; can: object };
    const can = { ...info.can, cancel: false, reactivate: 'cancel_at_period_end' in fields };
    const subscription = { ...info.subscription, ...fields };
    await route.fulfill({ response, json: { ...info, can, subscription } });
  });

/** Shows a receipt that the demo data, whose tokens are random, has no address for. */
const openReceipt = (language: 'en' | 'es') => (page: Page) =>
  page.route('**/api/receipts/*', (route) =>
    route.fulfill({
      json: {
        businessName: 'Harbor Street Companions',
        employeeName: 'Maya L.',
        date: '2026-11-20',
        startTime: '09:00',
        endTime: '11:15',
        timeZone: 'America/Chicago',
        minutes: 135,
        units: '9.00',
        unitsLeft: '31.00',
        status: 'pending',
        language,
        text: null,
        disputes: [
          {
            reason: 'wrong_times',
            text: null,
            at: '2026-11-21T15:00:00.000Z',
            answer: null,
            answeredAt: null,
          },
        ],
      },
    }),
  );

export const signedOutShots: Shot[] = [
  ...shotsAt(null, '/', {
    landing: {},
    'landing-wrong-password': logInWithWrongPassword,
    'landing-forgot-password': openDialog('Forgot password?'),
    'landing-forgot-password-sent': requestLink,
    'landing-demo': openDialog('Request a demo'),
    'landing-demo-thanks': requestDemo,
  }),
  ...shotsAt(MANAGER, '/', { 'session-expired': endSession }),
  ...shotsAt(null, '/register', {
    register: {},
    'register-mistakes': press(/^Register/),
    subscribe: { shows: '/subscribe', act: register },
    'subscribe-declined': payWith('4000000000000002'),
    'payment-success': { shows: '/payment-success', act: pay },
    'register-admin-locked': { shows: '/register-admin', act: openLockedRegistration },
  }),
  ...shotsAt(null, '/register-admin', { 'register-admin': {} }),
  ...shotsAt(null, '/reset-password?token=unknown', { 'reset-password': {} }),
  ...shotsAt(null, '/r/token', {
    receipt: { shows: '/r/$', before: openReceipt('en') },
    'receipt-spanish': { before: openReceipt('es') },
    'receipt-dispute': { before: openReceipt('en'), act: press('This is not right') },
  }),
  ...shotsAt(SUBSCRIBER, SUBSCRIPTION, {
    subscription: {},
    'subscription-canceling': { before: changeSubscription({ cancel_at_period_end: true }) },
    'subscription-past-due': { before: changeSubscription({ status: 'past_due' }) },
    'subscription-cancel': press('Cancel subscription'),
    'subscription-plan': press('Change plan'),
    'subscription-loading': { state: 'loading', before: hang(INFO) },
    'subscription-error': { state: 'error', before: fail(INFO) },
  }),
  ...shotsAt(SUBSCRIBER, `${SUBSCRIPTION}?payment-method=update`, { 'subscription-card': {} }),
  ...shotsAt(NEWCOMER, SUBSCRIPTION, {
    'subscription-none': {},
    'subscription-pay': press('Continue to payment'),
  }),
  ...shotsAt(MANAGER, SUBSCRIPTION, { 'subscription-creator': {} }),
  ...shotsAt(EMPLOYEE, SUBSCRIPTION, { 'subscription-employee': {} }),
  ...shotsAt(NEWCOMER, '/clients?action=add', { 'read-only-dialog': {} }),
  ...shotsAt(NEWCOMER, '/submit', { 'read-only-submit': {} }),
];
