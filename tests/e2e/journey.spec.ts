/**
 * The main job from nothing: an owner opens the business, an employee writes and signs notes on a phone with
 * a finger, the manager decides, and units and hours are right at each step.
 */
import type { Browser, Page } from '@playwright/test';
import { BOTH_SIZES, expect, startBuiltProduct, test as base } from '#tests/support/helpers/appFixture.ts';
import type { Product } from '#tests/support/helpers/appFixture.ts';
import { CODE, field, fillNote, signature, submit, unlock } from './noteSteps.ts';

/** A server of its own: the test starts before the first business. */
const test = base.extend<{ empty: Product }>({
  // oxlint-disable-next-line no-empty-pattern -- the first parameter must be a destructuring
  empty: async ({}, provide) => {
    const { product, stop } = await startBuiltProduct();
    await provide(product);
    await stop();
  },
});

const dialog = (page: Page) => page.getByRole('dialog').last();
const PASSWORD = 'a password of mine';

test(
  'from the first registration to reviewed notes [1.units.4 4.note.2]',
  BOTH_SIZES,
  async ({ page, empty, browser }) => {
    test.setTimeout(180_000);
    await ownerRegisters(page, empty);
    await ownerAddsEmployee(page);
    await ownerAddsClient(page);
    await expectUnits(page, { used: '0', left: '40' });

    const phone = await phoneOf(browser, empty);
    await logIn(phone, 'ben.carter');
    await submitsNote(phone);
    await expectUnits(page, { used: '9', left: '31' });
    await submitsNote(phone);
    await expectUnits(page, { used: '18', left: '22' });
    const token = await phone.evaluate(() => localStorage.getItem('auth_token'));
    expect(await minutesOf(empty, token)).toEqual([135, 135]);

    await ownerDecides(page);
    await expectUnits(page, { used: '9', left: '31' });
    expect(await minutesOf(empty, token)).toEqual([135]);

    await phone.goto(`${empty.url}/my-notes`);
    await expect(phone.getByText('Approved', { exact: true }).filter({ visible: true })).toHaveCount(1);
    await expect(phone.getByText('Denied', { exact: true }).filter({ visible: true })).toHaveCount(1);
    await phone.context().close();
  },
);

async function ownerRegisters(page: Page, product: Product): Promise<void> {
  await page.goto(product.url);
  await page.getByRole('link', { name: 'Register business' }).first().click();
  await page.getByLabel('Business name').fill('Harbor Street');
  await page.getByLabel('Email').fill('office@harbor.example');
  await page.getByLabel('Phone').fill('555 0100');
  await page.getByLabel('Address').fill('1 Main Street');
  await page.getByRole('button', { name: 'Register business' }).click();
  await page.waitForURL('**/register-admin?businessId=*');
  await expect(page.getByLabel('Business name')).toHaveValue('Harbor Street');
  for (const [label, value] of [
    ['First name', 'Ruth'],
    ['Last name', 'Okafor'],
    ['Email', 'ruth@harbor.example'],
    ['Position', 'Owner'],
    ['Department', 'Office'],
    ['Username', 'ruth.okafor'],
  ] as const) {
    await page.getByRole('textbox', { name: label, exact: true }).last().fill(value);
  }
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: /^Create admin/ }).click();
  await expect(page.getByRole('heading', { name: /^Good .+, Ruth$/ })).toBeVisible();
}

async function ownerAddsEmployee(page: Page): Promise<void> {
  await page.goto(new URL('/management?action=add', page.url()).href);
  const form = dialog(page);
  await form.getByLabel('First Name').fill('Ben');
  await form.getByLabel('Last Name').fill('Carter');
  await form.getByLabel('Username').fill('ben.carter');
  await form.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await form.getByRole('button', { name: 'Add Employee' }).click();
  await expect(page.getByText('Employee added successfully.').first()).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
}

async function ownerAddsClient(page: Page): Promise<void> {
  await page.goto(new URL('/clients?action=add', page.url()).href);
  const form = dialog(page);
  await form.getByLabel('Client ID').fill('MAPLE-7');
  await form.getByLabel('Contact Name').fill('Maria Lopez');
  await form.getByLabel('Total Time Units').fill('40');
  await form.getByLabel('Signature Code').fill(CODE);
  await form.getByRole('button', { name: 'Create Client' }).click();
  await expect(page.getByText('Client created successfully').first()).toBeVisible();
  await page.getByRole('button', { name: 'Maria Lopez', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Manage' }).click();
  await dialog(page).getByRole('button', { name: 'Assign Employee' }).click();
  const assign = dialog(page);
  await assign.getByLabel('Employee').fill('Ben');
  await assign.getByRole('option', { name: /Ben Carter/ }).click();
  await assign.getByRole('button', { name: /^Assign/ }).click();
  await expect(page.getByText('Employee assigned successfully').first()).toBeVisible();
}

/** What the client's card shows, updated on the open page by the event stream. */
async function expectUnits(page: Page, { used, left }: { used: string; left: string }): Promise<void> {
  const address = '/clients?layout=cards';
  if (!page.url().endsWith(address)) await page.goto(new URL(address, page.url()).href);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Maria Lopez' }) });
  await expect(card.getByText('Used').locator('..')).toContainText(used);
  await expect(card.getByText('Left').locator('..')).toContainText(left);
}

async function phoneOf(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    baseURL: product.url,
  });
  return context.newPage();
}

async function logIn(page: Page, username: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).tap();
  await expect(page.getByRole('heading', { name: /^Good .+, Ben$/ })).toBeVisible();
}

async function submitsNote(page: Page): Promise<void> {
  await page.goto('/submit');
  await fillNote(page, 'MAPLE-7');
  await signsByTouch(page, 'Employee');
  await unlock(page);
  await signsByTouch(page, 'Client');
  await submit(page);
  await expect(page.getByText('Note submitted successfully!').first()).toBeVisible();
  await expect(field(page, 'Description')).toHaveValue('');
}

/** Draws with a finger on the whole screen, as the phone offers it. */
async function signsByTouch(page: Page, whose: string): Promise<void> {
  await signature(page, whose).getByRole('button', { name: 'Tap to sign' }).tap();
  const canvas = page.getByRole('dialog').getByRole('img');
  const box = await canvas.boundingBox();
  if (!box) throw new Error('The pad is not on the screen');
  const finger = await page.context().newCDPSession(page);
  const at = (part: number) => [
    {
      x: box.x + box.width * (0.2 + 0.6 * part),
      y: box.y + box.height * (0.5 + 0.2 * Math.sin(part * 11)),
    },
  ];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= 20; step += 1) {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 20) });
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  // A tap within 300 ms of a lifted finger counts as part of the drawing; a person takes longer.
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(signature(page, whose).getByRole('status')).toHaveText('Signed');
}

/** Denies the newest note with a reason and approves the other, which is offered next. */
async function ownerDecides(page: Page): Promise<void> {
  await page.goto(new URL('/management?status=pending', page.url()).href);
  await page
    .getByRole('button', { name: /MAPLE-7/ })
    .first()
    .click();
  await expect(dialog(page).getByText('Signed before the visit was over')).toHaveCount(2);
  await dialog(page)
    .getByRole('textbox', { name: /Reason for denial/ })
    .fill('The end time cannot be right.');
  await dialog(page).getByRole('button', { name: 'Deny', exact: true }).click();
  await expect(page.getByText('Note Denied').first()).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('Note Approved').first()).toBeVisible();
}

async function minutesOf(product: Product, token: string | null): Promise<number[]> {
  const entries = await product.call<{ minutes: number }[]>(token, 'GET /api/time-entries/my');
  return entries.map((one) => one.minutes);
}
