/** Input in several tabs of a browser when the session ends in one of them. */

import type { Page } from '@playwright/test';
import { dialogOf, fillFields, logIn, logOut, press } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, openAs, test, type Product } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';

const TYPED = 'Plan of Maria Lopez';

const readTab = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

/** Two tabs of a manager; the second has input that the first cannot remove, because it is in session storage. */
async function openTwoTabs(page: Page, product: Product) {
  const manager = await product.person({ role: 'manager' });
  await openAs(page, product, manager);
  const second = await page.context().newPage();
  await second.goto(`${product.url}/management?view=resources`);
  await press(second, 'Add Resource');
  await fillFields(dialogOf(second, 'Add Resource'), { Title: TYPED });
  await expect.poll(() => readTab(second)).toContain(TYPED);
  return { manager, second };
}

const expectLogin = (page: Page) =>
  expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();

test(
  'a logout removes what was typed in another tab [13.offline.122]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { second } = await openTwoTabs(page, product);
    await logOut(page, page.getByRole('button', { name: 'Logout' }));
    await expectLogin(second);
    expect(await readTab(second)).not.toContain(TYPED);
  },
);

test(
  'a tab that was asleep during a logout removes it when it is loaded, also for the next user [13.offline.122]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { second } = await openTwoTabs(page, product);
    // Another origin, as a tab that the browser has unloaded: it gets no event.
    await second.goto('about:blank');
    await logOut(page, page.getByRole('button', { name: 'Logout' }));
    await page.waitForURL(`${product.url}/`);
    const next = await product.person({ firstName: 'Olga' });
    await logIn(page, product, { username: next.user.username, password: next.password });
    await expect(page.getByRole('heading', { name: /^Good .+, Olga$/ })).toBeVisible();
    await second.goto(product.url);
    await expect(second.getByRole('heading', { name: /^Good .+, Olga$/ })).toBeVisible();
    expect(await readTab(second)).not.toContain(TYPED);
  },
);

test(
  'an expired session keeps what was typed in another tab [13.offline.122]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 401|ERR_FAILED/);
    // Its end would open the login before the reload.
    await page.context().route('**/api/events*', (route) => route.abort());
    const { manager, second } = await openTwoTabs(page, product);
    // Only the first tab receives the 401; the second one sees that the token is gone.
    await second.route('**/api/**', (route) => route.abort());
    await product.call(manager.token, 'POST /api/auth/logout');
    await page.reload();
    await page.waitForURL('**/login');
    await expectLogin(second);
    expect(await readTab(second)).toContain(TYPED);
  },
);

test(
  'a logout leaves nothing but the theme in both storages, in this tab and in another one [4.session.5]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const readKeys = (tab: Page) =>
      tab.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    const { second } = await openTwoTabs(page, product);
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    // The router stores the positions of both screens as the page is unloaded.
    await page.getByRole('link', { name: 'Mail' }).first().click();
    await page.mouse.wheel(0, 200);
    await page.reload();
    expect(await readKeys(page)).toContainEqual(expect.stringContaining('scroll'));
    await expect.poll(() => readKeys(page)).toContain('sealing-key');
    await logOut(page, page.getByRole('button', { name: 'Logout' }));
    await page.waitForURL(`${product.url}/`);
    for (const tab of [page, second]) {
      await expectLogin(tab);
      expect(await readKeys(tab)).toEqual(['theme']);
      await tab.reload();
      await expectLogin(tab);
      expect(await readKeys(tab)).toEqual(['theme']);
    }
  },
);
