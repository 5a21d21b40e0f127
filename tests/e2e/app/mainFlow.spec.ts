/**
 * The main flow on an empty server: an owner registers the business, an employee writes and signs notes on a phone,
 * and the manager decides; units and hours are right after each step.
 */

import type { Browser, Page } from '@playwright/test';
import { CODE, expectText, fillFields, press } from '#tests/e2e/steps.ts';
import { fillNote, signature, submit, unlock } from '#tests/e2e/submission/steps.ts';
import { expect, type Product, startBuiltProduct, test as base } from '#tests/support/helpers/appFixture.ts';

/** The test starts before the first business, on a server of its own. */
const test = base.extend<{ empty: Product }>({
  // oxlint-disable-next-line no-empty-pattern -- the first parameter must be a destructuring
  empty: async ({}, provide) => {
    const { product, stop } = await startBuiltProduct();
    await provide(product);
    await stop();
  },
});

const dialog = (page: Page) => page.getByRole('dialog').last();
const password = 'a password of mine';

test('the free creator business registers, submits notes on a phone and reviews them [1.businesses.2 1.units.4 2.login.7 2.out.1,2 2.registration.3 4.note.2 4.registration.1 5.business.1 5.admin.4]', async ({
  page,
  empty,
  browser,
}) => {
  test.setTimeout(180_000);
  await registerBusiness(page, empty);
  await registerAdmin(page);
  await addEmployee(page);
  await addClient(page);
  await expectUnits(page, { used: '0', left: '40' });

  const phone = await openPhone(browser, empty);
  await phone.goto('/');
  await fillFields(phone, { Username: 'ben.carter', Password: password });
  await phone.getByRole('button', { name: 'Log in', exact: true }).tap();
  await expect(phone.getByRole('heading', { name: /^Good .+, Ben$/ })).toBeVisible();
  await submitNote(phone);
  await expectUnits(page, { used: '9', left: '31' });
  await submitNote(phone);
  await expectUnits(page, { used: '18', left: '22' });
  const token = await phone.evaluate(() => localStorage.getItem('auth_token'));
  const readMinutes = async () =>
    (await empty.call<{ minutes: number }[]>(token, 'GET /api/time-entries/my')).map(
      ({ minutes }) => minutes,
    );
  expect(await readMinutes()).toEqual([135, 135]);

  await reviewNotes(page);
  await expectUnits(page, { used: '9', left: '31' });
  expect(await readMinutes()).toEqual([135]);
  await phone.goto(`${empty.url}/my-notes`);
  for (const status of ['Approved', 'Denied'])
    await expect(phone.getByText(status, { exact: true }).filter({ visible: true })).toHaveCount(1);
  await phone.context().close();
});

async function registerBusiness(page: Page, product: Product): Promise<void> {
  await page.goto(product.url);
  await expect(page.getByText('Free for the app creator')).toBeVisible();
  await expect(page.getByText(/free, with unlimited access/)).toBeVisible();
  await page.getByRole('link', { name: 'Admin account' }).click();
  await expect(page.getByRole('heading', { name: 'Create the administrator' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Register business' }).first().click();
  await press(page, 'Register business');
  await expectText(page, 'Business name is required', 'Valid email is required');
  await expectText(page, 'Phone number is required', 'Address is required');
  await expect(page.getByLabel('Business name')).toBeFocused();
  await fillFields(page, {
    'Business name': 'Harbor Street',
    'Business email': 'office@harbor.example',
    'Phone number': '555 0100',
    Address: '1 Main Street',
  });
  await press(page, 'Register business');
  await page.waitForURL('**/register-admin?businessId=1');
}

async function registerAdmin(page: Page): Promise<void> {
  await expect(page.getByLabel('Business name')).toHaveValue('Harbor Street');
  await expect(page.getByLabel('Business name')).not.toBeEditable();
  await expect(page.getByLabel('Email')).toHaveValue('office@harbor.example');
  await expect(page.getByLabel('Position')).toHaveValue('Owner');
  await expect(page.getByLabel('Department')).toHaveValue('Office');
  await fillFields(page, { Position: '', Department: '' });
  await press(page, 'Create administrator');
  for (const label of ['First name', 'Last name', 'Position', 'Department'])
    await expectText(page, `${label} is required`);
  await expectText(page, 'Username must be at least 3 characters', 'Password must be at least 6 characters');
  await fillFields(page, { 'First name': 'Ruth', 'Last name': 'Okafor', Email: 'ruth@harbor.example' });
  await fillFields(page, { Position: 'Owner', Department: 'Office', Username: 'ruth', Password: password });
  await press(page, 'Create administrator');
  await expect(page.getByRole('heading', { name: /^Good .+, Ruth$/ })).toBeVisible();
  await expectText(page, 'Manage your team and review work notes');
  await expect(page.getByText('Read-only until the subscription is paid')).toHaveCount(0);
}

async function addEmployee(page: Page): Promise<void> {
  await page.goto(new URL('/management?action=add', page.url()).href);
  const names = { 'First Name': 'Ben', 'Last Name': 'Carter' };
  await fillFields(dialog(page), { ...names, Username: 'ben.carter', Password: password });
  await press(dialog(page), 'Add Employee');
  await expectText(page, 'Employee added successfully.');
  expect(new URL(page.url()).search).toBe('');
}

async function addClient(page: Page): Promise<void> {
  await page.goto(new URL('/clients?action=add', page.url()).href);
  const names = { 'Client ID': 'MAPLE-7', 'Contact Name': 'Maria Lopez' };
  await fillFields(dialog(page), { ...names, 'Total Time Units': '40', 'Signature Code': CODE });
  await press(dialog(page), 'Create Client');
  await expectText(page, 'Client created successfully');
  await page.getByRole('link', { name: 'Maria Lopez', exact: true }).click();
  await press(page, 'Assign Employee');
  await dialog(page).getByLabel('Employee').fill('Ben');
  await dialog(page)
    .getByRole('option', { name: /Ben Carter/ })
    .click();
  await press(dialog(page), 'Assign Employee');
  await expectText(page, 'Employee assigned successfully');
}

/** Expects the units on the client's card, which the event stream updates on the open page. */
async function expectUnits(page: Page, { used, left }: { used: string; left: string }): Promise<void> {
  const address = '/clients?layout=cards';
  if (!page.url().endsWith(address)) await page.goto(new URL(address, page.url()).href);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Maria Lopez' }) });
  await expect(card.getByText('Used').locator('..')).toContainText(used);
  await expect(card.getByText('Left').locator('..')).toContainText(left);
}

async function openPhone(browser: Browser, product: Product): Promise<Page> {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({
    viewport,
    hasTouch: true,
    isMobile: true,
    baseURL: product.url,
  });
  return context.newPage();
}

async function submitNote(page: Page): Promise<void> {
  await page.goto('/submit');
  await fillNote(page, 'MAPLE-7');
  await signByTouch(page, 'Employee');
  await unlock(page);
  await signByTouch(page, 'Client');
  await submit(page);
  await expectText(page, 'Note submitted successfully!');
  await expect(page.getByRole('heading', { name: /^Submitted: Maria Lopez, 9 units/ })).toBeVisible();
}

/** Signs with a finger in the full-screen dialog of a phone. */
async function signByTouch(page: Page, signer: string): Promise<void> {
  await signature(page, signer).getByRole('button', { name: 'Tap to sign' }).tap();
  const box = await page.getByRole('dialog').getByRole('img').boundingBox();
  if (!box) throw new Error('The pad is not on the screen');
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part?: number) => {
    const at = (x: number) => box.x + box.width * (0.2 + 0.6 * x);
    const down = (x: number) => box.y + box.height * (0.5 + 0.2 * Math.sin(x * 11));
    const touchPoints = part === undefined ? [] : [{ x: at(part), y: down(part) }];
    return session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  await touch('touchStart', 0);
  for (let step = 1; step <= 20; step += 1) await touch('touchMove', step / 20);
  await touch('touchEnd');
  // A tap within 300 ms of a lifted finger counts as part of the drawing; a person takes longer.
  await press(page, signer === 'Client' ? 'Sign' : 'Done');
  await expect(signature(page, signer).getByRole('status')).toHaveText('Signed');
}

/** Denies the newest note with a reason, and approves the other one, which opens next. */
async function reviewNotes(page: Page): Promise<void> {
  await page.goto(new URL('/management?status=pending', page.url()).href);
  await page.getByRole('button', { name: 'Cleaned the kitchen together.', exact: true }).first().click();
  await expect(dialog(page).getByText('Signed before the visit was over')).toHaveCount(2);
  await fillFields(dialog(page), { 'Reason for denial': 'The end time cannot be right.' });
  await press(dialog(page), 'Deny');
  await expectText(page, 'Note Denied');
  await press(dialog(page), 'Approve');
  await expectText(page, 'Note Approved');
}
