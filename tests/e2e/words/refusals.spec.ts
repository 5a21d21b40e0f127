/** What someone reads when the server refuses: its own sentence, where it has one. */
import type { Page } from '@playwright/test';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { expect, openAs, startBuiltProduct, test } from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { fillAdmin, fillRegistration, registerBusiness } from '#tests/e2e/payingSteps.ts';
import { expectText } from './steps.ts';

async function logIn(page: Page, url: string, username: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong password');
  await page.keyboard.press('Enter');
}

const refused = (page: Page, text: string) =>
  expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();

test('who signs in or registers too often is error so by the server [8.auth.1 8.registration.1]', async ({
  page,
}) => {
  expectBrowserError(/status of 429 .*\/api\/auth\/login/, /status of 429 .*\/api\/auth\/register-business/);
  const { product, stop } = await startBuiltProduct({ RATE_LIMITS: 'on' });
  try {
    await product.creator();
    const spend = async (path: string, body: () => object) => {
      let status: number;
      do {
        const answer = await page.request.post(`${product.url}${path}`, { data: body() });
        status = answer.status();
      } while (status !== 429);
    };
    const username = uniqueName('no one');
    await spend('/api/auth/login', () => ({ username, password: 'wrong password' }));
    await logIn(page, product.url, username);
    await refused(page, 'Too many failed sign-ins. Please wait a while.');
    const contact = { phone: '555 0100', address: '1 Main Street' };
    await spend('/api/auth/register-business', () => ({
      ...contact,
      name: uniqueName('Agency'),
      email: `${uniqueName('office')}@later.example`,
    }));
    await fillRegistration(page, product);
    await page.getByRole('button', { name: 'Register business' }).click();
    await expectText(page, 'Registration failed');
    await expectText(page, 'Too many attempts. Please wait a while.');
  } finally {
    await stop();
  }
});

test('a server that is too busy for a login shows an error; one that shows nothing is a failed login [8.auth.1]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 503 .*\/api\/auth\/login/, /status of 502 .*\/api\/auth\/login/);
  const message = 'Too many sign-ins at once. Please try again.';
  const json = { code: 'busy', message, requestId: 'r' };
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 503, json }));
  await logIn(page, product.url, 'anyone');
  await refused(page, message);
  await page.unroute('**/api/auth/login');
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await logIn(page, product.url, 'anyone');
  await refused(page, 'Invalid username or password');
});

test('a business that has an administrator meanwhile gets no second one [8.registration.3]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 4\d\d .*\/api\/auth\/create-admin-for-business/);
  await registerBusiness(page, product);
  await page.waitForURL('**/subscribe');
  const businessId = await page.evaluate(
    () => (JSON.parse(sessionStorage.getItem('pending_business') ?? '{}') as { id: number }).id,
  );
  await page.goto(`${product.url}/register-admin?businessId=${businessId}`);
  await expect(page.getByLabel('Business name')).not.toBeEditable();
  await fillAdmin(page);
  const names = { firstName: 'Ada', lastName: 'Later', position: 'Director', department: 'Office' };
  const account = { username: uniqueName('ada'), password: 'correct horse', email: 'ada@later.example' };
  const first = await page.request.post(`${product.url}/api/auth/create-admin-for-business`, {
    data: { businessId, ...names, ...account },
  });
  expect(first.status()).toBe(201);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expectText(page, 'Admin registration failed');
  await expectText(page, 'This business already has an administrator.');
});

test('a payment that the server refuses to begin shows why, and leads to the registration [8.registration.5]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 4\d\d .*\/api\/create-subscription/);
  await registerBusiness(page, product);
  await page.waitForURL('**/subscribe');
  await expect(page.getByRole('button', { name: 'Pay $49.99' })).toBeVisible();
  // Without the claim no one may pay for it, nor learn that it is there.
  await page.context().clearCookies();
  await page.reload();
  await page.waitForURL('**/register');
  await expectText(page, 'This business does not exist.');
});

test('a message to someone who has left meanwhile shows an error [8.messages.2]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 4\d\d .*\/api\/messages$/);
  const manager = await product.person({ role: 'manager' });
  const { user } = await product.person({ firstName: uniqueName('Eve') });
  await openAs(page, product, manager, `/profile/${user.id}`);
  await page.getByRole('button', { name: 'Send Message' }).click();
  const form = page.getByRole('dialog', { name: 'Send Message' });
  await form.getByLabel('Subject').fill('Friday');
  await form.getByLabel(/Message|Content/).fill('The early visit?');
  await product.call(manager.token, `PUT /api/users/${user.id}/profile`, { status: 'inactive' });
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  await expectText(
    page,
    `${user.firstName} ${user.lastName} is no longer active and cannot receive messages.`,
  );
  await expect(form.getByLabel('Subject')).toHaveValue('Friday');
});

test('who is signed in is not asked to log in again [2.out.7]', async ({ page, product }) => {
  const eve = await product.person({ firstName: 'Eve' });
  await openAs(page, product, eve, '/login');
  await page.waitForURL(`${product.url}/`);
  await expect(page.getByRole('heading', { name: /^Good .+, Eve$/ })).toBeVisible();
});
