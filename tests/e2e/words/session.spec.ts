/**
 * How a session begins and ends, with its words and its times. The page's clock is the test's: it stands still and
 * is moved on, so that a second is a second on every machine.
 */
import type { Page } from '@playwright/test';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { expectText } from './steps.ts';

/** Opens an address with a clock that stands still once the screen is there. */
async function withOwnClock(page: Page, ready: () => Promise<void>): Promise<void> {
  await page.clock.install();
  await page.reload();
  await ready();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Moves the clock on, by a millisecond at a time where the moment counts, until it is so. */
const until = (page: Page, isSo: () => Promise<boolean>, step = 1) =>
  expect
    .poll(
      async () => {
        if (await isSo()) return true;
        await page.clock.runFor(step);
        return false;
      },
      { intervals: [10], timeout: 30_000 },
    )
    .toBe(true);

/** For screens that take many small steps of the clock to appear. */
const STRIDE = 20;

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const pathOf = (page: Page) => new URL(page.url()).pathname;

test('a welcome of five seconds, over the reload a tenth of a second after the login [4.session.4 8.auth.4 9.times.2]', async ({
  page,
  product,
}) => {
  const eve = await product.person({ firstName: 'Eve' });
  const button = page.getByRole('button', { name: 'Log in', exact: true });
  await page.goto(product.url);
  await withOwnClock(page, () => expect(button).toBeVisible());
  await page.getByLabel('Username').fill(eve.user.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(eve.password);
  await button.click();
  await until(page, async () => (await stored(page, 'auth_token')) !== null);
  expect(await stored(page, 'auth_user')).toContain(eve.user.username);
  await page.clock.runFor(90);
  await expect(page.getByLabel('Username')).toBeVisible();
  const reloaded = page.waitForEvent('domcontentloaded', { timeout: 10_000 });
  await page.clock.runFor(20);
  await reloaded;
  const welcome = page.getByText('Welcome to Quarterhour, Eve!', { exact: true });
  await until(page, () => page.getByRole('heading', { name: /^Good .+, Eve$/ }).isVisible(), STRIDE);
  await until(page, () => welcome.first().isVisible(), STRIDE);
  await expectText(page, "You've successfully logged in and can now manage your notes");
  await page.clock.runFor(4_000);
  await expect(welcome.first()).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(welcome).toHaveCount(0);
});

test('a logout forgets everything and goes to the root a second later [3.browser.3 4.session.5 7.auth.3 8.auth.6 9.times.3]', async ({
  page,
  product,
}) => {
  await openAs(page, product, await product.person(), '/announcements');
  const title = page.getByRole('heading', { level: 1, name: 'Announcements' });
  await withOwnClock(page, () => expect(title).toBeVisible());
  await page.evaluate(() => {
    localStorage.setItem('token', 'old');
    sessionStorage.setItem('something', 'of this session');
  });
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await until(page, async () => (await stored(page, 'auth_token')) === null);
  expect([await stored(page, 'auth_user'), await stored(page, 'token')]).toEqual([null, null]);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.clock.runFor(900);
  await expectText(page, 'Logged out successfully');
  await expectText(page, 'See you next time!');
  expect(pathOf(page)).toBe('/announcements');
  await page.clock.runFor(110);
  await page.waitForURL(`${product.url}/`);
  await until(page, () => page.getByLabel('Username').isVisible(), STRIDE);
});

test('on the note form an ended session leaves two seconds to read [2.submit.8 8.transport.1 8.notes.9 9.times.5]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 401 .*\/api\/drafts/);
  const eve = await product.person();
  await openAs(page, product, eve, '/submit');
  const save = page.getByRole('button', { name: 'Save Draft' });
  await withOwnClock(page, () => expect(save).toBeVisible());
  await save.click();
  const dialog = page.getByRole('dialog');
  await until(page, () => dialog.isVisible(), STRIDE);
  await dialog.getByRole('textbox', { name: 'Draft name' }).fill('Kitchen');
  await product.call(eve.token, 'POST /api/auth/logout');
  await dialog.getByRole('button', { name: 'Save Draft' }).click();
  await until(page, async () => (await stored(page, 'auth_token')) === null);
  await page.clock.runFor(1_900);
  await expectText(page, 'Session Expired');
  await expectText(page, 'Please log in again to continue.');
  expect(pathOf(page)).toBe('/submit');
  await page.clock.runFor(110);
  await page.waitForURL('**/login');
});

test('a login is taken only with a token and a person [5.other.11 8.auth.2]', async ({ page, product }) => {
  const eve = await product.person();
  for (const missing of ['token', 'user']) {
    // A proxy on the way may cut an answer; the server itself sends both.
    await page.route('**/api/auth/login', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as object;
      await route.fulfill({ response, json: { ...answer, [missing]: null } });
    });
    await page.goto(product.url);
    await page.getByLabel('Username').fill(eve.user.username);
    await page.getByRole('textbox', { name: 'Password' }).fill(eve.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid username or password' })).toBeVisible();
    expect(await stored(page, 'auth_token')).toBeNull();
    await page.unroute('**/api/auth/login');
  }
});
