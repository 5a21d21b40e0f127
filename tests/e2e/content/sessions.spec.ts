/** How a session begins and ends, with its messages and times. The clock of the page is paused and advanced. */

import type { Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { createTeam, expectAlerts, expectText, fillFields, logIn, press } from '#tests/e2e/steps.ts';
import { fillAndSign, submit } from '#tests/e2e/submission/steps.ts';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError, expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

/** Reloads the page, and pauses its clock once the screen is ready. */
async function stopClock(page: Page, ready: () => Promise<void>): Promise<void> {
  await page.clock.install();
  await page.reload();
  await ready();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Advances the clock in steps of milliseconds until the condition holds. */
const advanceUntil = (page: Page, condition: () => Promise<boolean>, step = 20) =>
  expect
    .poll(
      async () => {
        if (await condition()) return true;
        await page.clock.runFor(step);
        return false;
      },
      { intervals: [10], timeout: 30_000 },
    )
    .toBe(true);

const readStorage = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const pathOf = (page: Page) => new URL(page.url()).pathname;

test('a login reloads the page after 100 ms and shows a welcome for 5 seconds [4.session.4 8.auth.4 9.times.2]', async ({
  page,
  product,
}) => {
  const { user, password } = await product.person({ firstName: 'Eve' });
  const button = page.getByRole('button', { name: 'Log in', exact: true });
  await page.goto(product.url);
  await stopClock(page, () => expect(button).toBeVisible());
  await fillFields(page, { Username: user.username, Password: password });
  await button.click();
  await advanceUntil(page, async () => (await readStorage(page, 'auth_token')) !== null, 1);
  expect(await readStorage(page, 'auth_user')).toContain(user.username);
  await page.clock.runFor(90);
  await expect(page.getByLabel('Username')).toBeVisible();
  const reloaded = page.waitForEvent('domcontentloaded', { timeout: 10_000 });
  await page.clock.runFor(20);
  await reloaded;
  const welcome = page.getByText('Welcome to Quarterhour, Eve!', { exact: true });
  await advanceUntil(page, () => page.getByRole('heading', { name: /^Good .+, Eve$/ }).isVisible());
  await advanceUntil(page, () => welcome.first().isVisible());
  await expectText(page, "You've successfully logged in and can now manage your notes");
  await page.clock.runFor(4_000);
  await expect(welcome.first()).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(welcome).toHaveCount(0);
});

test('a logout clears the storage and opens the root after a second [3.browser.3 4.session.5 7.auth.3 8.auth.6 9.times.3]', async ({
  page,
  product,
}) => {
  allowBrowserError(/status of 401 .*\/api\//);
  await openAs(page, product, await product.person(), '/announcements');
  const title = page.getByRole('heading', { level: 1, name: 'Announcements' });
  await stopClock(page, () => expect(title).toBeVisible());
  await page.evaluate(() => {
    localStorage.setItem('token', 'old');
    sessionStorage.setItem('something', 'of this session');
  });
  await page.getByRole('button', { name: /^Account of/ }).click();
  const logout = page.getByRole('menuitem', { name: 'Logout' });
  // The items of the menu may load only now, which takes time as well.
  await advanceUntil(page, () => logout.isVisible());
  await logout.click();
  await advanceUntil(page, async () => (await readStorage(page, 'auth_token')) === null, 1);
  expect([await readStorage(page, 'auth_user'), await readStorage(page, 'token')]).toEqual([null, null]);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.clock.runFor(900);
  await expectText(page, 'Logged out successfully', 'See you next time!');
  expect(pathOf(page)).toBe('/announcements');
  await page.clock.runFor(110);
  await page.waitForURL(`${product.url}/`);
  await advanceUntil(page, () => page.getByLabel('Username').isVisible());
});

test('a session that ends on the note form leads to the login after 2 seconds [2.submit.8 8.transport.1 8.notes.9 9.times.5]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 401 .*\/api\/drafts/);
  const eve = await product.person();
  await openAs(page, product, eve, '/submit');
  await stopClock(page, () => expect(page.getByRole('button', { name: 'Save Draft' })).toBeVisible());
  await press(page, 'Save Draft');
  const dialog = page.getByRole('dialog');
  await advanceUntil(page, () => dialog.isVisible());
  await fillFields(dialog, { 'Draft name': 'Kitchen' });
  await product.call(eve.token, 'POST /api/auth/logout');
  await press(dialog, 'Save Draft');
  await advanceUntil(page, async () => (await readStorage(page, 'auth_token')) === null, 1);
  await page.clock.runFor(1_900);
  await expectText(page, 'Session Expired', 'Please log in again to continue.');
  expect(pathOf(page)).toBe('/submit');
  await page.clock.runFor(110);
  await page.waitForURL('**/login');
});

test('a login response without a token or a user counts as a failed login [5.other.11 8.auth.2]', async ({
  page,
  product,
}) => {
  const { user, password } = await product.person();
  for (const missing of ['token', 'user']) {
    await page.route('**/api/auth/login', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), [missing]: null } });
    });
    await logIn(page, product, { username: user.username, password });
    await expectAlerts(page, 'Invalid username or password');
    expect(await readStorage(page, 'auth_token')).toBeNull();
    await page.unroute('**/api/auth/login');
  }
});

test('a user who is signed in goes from /login to Home [2.out.7]', async ({ page, product }) => {
  await openAs(page, product, await product.person({ firstName: 'Eve' }), '/login');
  await page.waitForURL(`${product.url}/`);
  await expect(page.getByRole('heading', { name: /^Good .+, Eve$/ })).toBeVisible();
});

test('each call carries the token and the cookie of the login [6.rules.12 7.all.1,2,4]', async ({
  page,
  product,
}) => {
  const { user, password } = await product.person({ firstName: 'Eve' });
  await logIn(page, product, { username: user.username, password });
  await expect(page.getByRole('heading', { name: /^Good .+, Eve$/ })).toBeVisible();
  const token = await readStorage(page, 'auth_token');
  for (const [link, path] of [
    ['My Notes', '/api/notes/my'],
    ['Announcements', '/api/announcements'],
  ] as const) {
    const call = page.waitForRequest((request) => new URL(request.url()).pathname === path);
    await page.getByRole('navigation').getByRole('link', { name: link }).click();
    const headers = await (await call).allHeaders();
    expect(headers['authorization']).toBe(`Bearer ${token}`);
    expect(headers['cookie']).toContain(`quarterhour_read=${token}`);
  }
});

test('a toast closes after 5 seconds or a swipe of 50 pixels [9.data.5]', async ({ page, product }) => {
  await openAs(page, product, await product.person(), '/profile');
  const toggle = page.getByRole('switch', { name: 'I get a new message' });
  await stopClock(page, () => expect(toggle).toBeVisible());
  const toast = page.getByRole('listitem').filter({ has: page.getByText('Saved', { exact: true }) });
  const show = async () => {
    await toggle.click();
    await advanceUntil(page, () => toast.isVisible());
  };
  const swipe = async (pixels: number) => {
    const box = await toast.boundingBox();
    if (!box) throw new Error('No toast is on the screen');
    const [x, y] = [box.x + 20, box.y + 12];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let distance = 5; distance <= pixels; distance += 5) await page.mouse.move(x + distance, y);
    await page.mouse.up();
    await page.clock.runFor(300);
  };
  await show();
  await page.clock.runFor(4_400);
  await expect(toast).toHaveAttribute('data-state', 'open');
  await page.clock.runFor(600);
  await expect(toast).toHaveCount(0);
  await show();
  await swipe(45);
  await expect(toast).toBeVisible();
  await swipe(60);
  await expect(toast).toHaveCount(0);
});

test('a signature is stored as 400 by 128 pixels of dark ink on white [9.pictures.1]', async ({
  page,
  product,
}) => {
  const { employee, client } = await createTeam(product);
  await openAs(page, product, employee, '/submit');
  await fillAndSign(page, client.companyName);
  const request = page.waitForRequest(
    (sent) => sent.method() === 'POST' && sent.url().endsWith('/api/notes'),
  );
  await submit(page);
  const body = (await request).postDataJSON() as Record<'employeeSignature' | 'clientSignature', string>;
  await expectText(page, 'Note submitted successfully!');
  for (const picture of [body.employeeSignature, body.clientSignature]) {
    const png = PNG.sync.read(Buffer.from(picture.replace('data:image/png;base64,', ''), 'base64'));
    expect([png.width, png.height]).toEqual([400, 128]);
    expect([...png.data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
    expect(png.data.some((value) => value < 60)).toBe(true);
  }
});
