/** Pages that the browser keeps in its back/forward cache, which Playwright switches off otherwise. */

import type { Page, Route } from '@playwright/test';
import { CODE, createTeam, expectText, logOut, press, sendMessage } from '#tests/e2e/steps.ts';
import { keptNames, waitForEncryptedForm } from '#tests/e2e/submission/offlineSteps.ts';
import { field, fillAndSign, fillNote, signature, submit } from '#tests/e2e/submission/steps.ts';
import { expectOneNote, FIRST, keepNote } from '#tests/e2e/submission/visitSteps.ts';
import {
  DESKTOP_ONLY,
  expect,
  LONG_ON_DESKTOP,
  openAs,
  test,
  type Product,
} from '#tests/support/helpers/appFixture.ts';
import { findCachingBrowser } from '#tests/support/helpers/browser.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';

const browser = findCachingBrowser(process.env['TESTS'] === 'all');
test.skip(browser === undefined, 'The headless shell has no back/forward cache: install chromium');

test.use({
  serviceWorkers: 'allow',
  launchOptions: async ({ launchOptions }, provide) => {
    const ignoreDefaultArgs = ['--disable-back-forward-cache'];
    await provide({ ...launchOptions, ...(browser && { executablePath: browser }), ignoreDefaultArgs });
  },
});

// Chromium drops a page with a lock from the cache as soon as another one uses Web Locks at all, so that a new tab gets
// it. A tab that already waits does not: in these tests the next tab waits before the first one is left.
const readWaiting = (page: Page) =>
  page.evaluate(async () => (await navigator.locks.query()).pending?.map(({ name }) => name));

async function openSecond(page: Page, product: Product, path = ''): Promise<Page> {
  const second = await page.context().newPage();
  await second.goto(`${product.url}${path}`);
  return second;
}

/** Leaves the page by address, for one of this origin that does not run the app. */
async function leave(page: Page, product: Product): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-left', ''));
  await page.goto(`${product.url}/healthz`);
}

/** Goes back. Playwright's own step waits for a load, which a page from the cache does not have. */
const goBack = (page: Page) => page.evaluate(() => setTimeout(() => history.back()));

/** Goes back, and expects the page that was left, not one that was loaded again. */
async function returnTo(page: Page): Promise<void> {
  await goBack(page);
  await expect(page.locator('html[data-left]')).toHaveCSS('opacity', '1');
}

test(
  'a tab that is left releases the event stream to the next one, and is current when it is shown again [13.cache.1]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { manager, employee } = await createTeam(product);
    await openAs(page, product, employee, '/mail');
    const second = await openSecond(page, product, '/mail');
    await expect.poll(() => readWaiting(second)).toEqual(['change-events']);
    await leave(page, product);
    await expect.poll(() => readWaiting(second)).toEqual([]);
    await sendMessage(product, manager, employee, { subject: 'Friday' });
    await expect(second.getByText('Friday').first()).toBeVisible();
    // On a slow machine Chromium sometimes drops a page from the cache; it is current then as well.
    await goBack(page);
    await expect(page.getByText('Friday').first()).toBeVisible();
    await second.close();
    await sendMessage(product, manager, employee, { subject: 'Saturday' });
    await expect(page.getByText('Saturday').first()).toBeVisible();
  },
);

test(
  'a tab that waits for the stream leaves the queue while it is in the cache [13.cache.1]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, employee } = await createTeam(product);
    await openAs(page, product, employee, '/mail');
    const second = await openSecond(page, product, '/mail');
    const third = await openSecond(page, product, '/mail');
    await expect.poll(() => readWaiting(third)).toEqual(['change-events', 'change-events']);
    await leave(second, product);
    await page.close();
    await sendMessage(product, manager, employee, { subject: 'Friday' });
    await expect(third.getByText('Friday').first()).toBeVisible();
  },
);

test(
  'a form that is left opens in the tab that waits for it; what that changes is there after going back [13.cache.2]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await fillNote(page, client.companyName);
    await waitForEncryptedForm(page);
    const second = await openSecond(page, product, '/submit');
    await expectText(second, 'This form is open in another tab');
    await leave(page, product);
    await expect(field(second, 'Description')).toHaveValue(FIRST);
    await field(second, 'Description').fill('Changed in the second tab.');
    await waitForEncryptedForm(second);
    // As in the first test.
    await goBack(page);
    await expectText(page, 'This form is open in another tab');
    await second.close();
    await expect(field(page, 'Description')).toHaveValue('Changed in the second tab.');
    await field(page, 'Description').fill('Changed again.');
    await waitForEncryptedForm(page);
    await page.reload();
    await expect(field(page, 'Description')).toHaveValue('Changed again.');
  },
);

test(
  'a form that no other tab changed is as it was left, with code, ink and focus, and is stored [13.cache.2]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await fillAndSign(page, client.companyName);
    await field(page, 'Summary').focus();
    await leave(page, product);
    await returnTo(page);
    await expect(field(page, 'Client verification code')).toHaveValue(CODE);
    await expect(signature(page, 'Client').getByRole('status')).toHaveText('Signed');
    await expect(field(page, 'Summary')).toBeFocused();
    const second = await openSecond(page, product, '/submit');
    await expectText(second, 'This form is open in another tab');
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
  },
);

/** Never answers the first request to this address, and the others as usual. */
async function holdFirst(page: Page, address: string): Promise<Route[]> {
  const held: Route[] = [];
  await page.context().route(address, async (route) => {
    if (held.length === 0) held.push(route);
    else await route.continue();
  });
  return held;
}

test(
  'a kept note that a tab was sending when it was left is sent by the tab that waits, once [13.cache.3]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { team, waiting } = await keepNote(page, product);
    const held = await holdFirst(page, '**/api/notes');
    await page.context().setOffline(false);
    await expect.poll(() => held.length).toBe(1);
    const second = await openSecond(page, product, '/my-notes');
    await expect.poll(() => readWaiting(second)).toContain('send-notes');
    await leave(page, product);
    await expectOneNote(product, team);
    await expect.poll(() => keptNames(second)).toEqual([]);
    await second.close();
    await goBack(page);
    await expect(page.getByRole('heading', { level: 1, name: 'My Notes' })).toBeVisible();
    await expect(waiting).toBeHidden();
    await expectOneNote(product, team);
  },
);

test(
  'a kept note that a tab was sending when it was left is sent after going back [13.cache.3]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { team, waiting } = await keepNote(page, product);
    const held = await holdFirst(page, '**/api/notes');
    await page.context().setOffline(false);
    await expect.poll(() => held.length).toBe(1);
    await leave(page, product);
    await returnTo(page);
    await expectOneNote(product, team);
    await expect(waiting).toBeHidden();
  },
);

test(
  'a change of the visit clock that a tab was sending when it was left is sent by the next one [13.cache.3]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee } = await createTeam(product);
    const readClock = () => product.call<object | null>(employee.token, 'GET /api/visit-clock');
    await openAs(page, product, employee);
    const held = await holdFirst(page, '**/api/visit-clock/start');
    await press(page, 'Start visit');
    await expect.poll(() => held.length).toBe(1);
    const second = await openSecond(page, product);
    await expect.poll(() => readWaiting(second)).toContain('visit-clock');
    await leave(page, product);
    await expect.poll(readClock).not.toBeNull();
    await press(second, 'End visit');
    await expect.poll(readClock).toBeNull();
    await returnTo(page);
    await expect(page.getByRole('button', { name: 'Start visit' })).toBeVisible();
  },
);

test(
  'a logout does not wait for a tab that was left while it submitted a note [13.cache.4]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 401/);
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await fillAndSign(page, client.companyName);
    const held = await holdFirst(page, '**/api/notes');
    await submit(page);
    await expect.poll(() => held.length).toBe(1);
    const second = await openSecond(page, product);
    await second.getByRole('button', { name: 'Logout', exact: true }).click();
    await expectText(second, 'Submitting your note');
    await expect.poll(() => readWaiting(second)).toContain('submit-note');
    await leave(page, product);
    await expectText(second, 'Logged out successfully');
  },
);

test(
  'nothing of a session is shown by going back after its logout, in this tab or another [13.cache.5]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { employee, client, note } = await createTeam(product);
    await note();
    await openAs(page, product, employee, '/my-notes');
    await expect(page.getByText(client.companyName).first()).toBeVisible();
    const second = await page.context().newPage();
    await second.goto(`${product.url}/my-notes`);
    // A page that is left before its code has run starts in the cache without a session, and needs no second load.
    await expect(second.getByText(client.companyName).first()).toBeVisible();
    await leave(second, product);
    await page.evaluate(() => document.documentElement.setAttribute('data-left', ''));
    await logOut(page, page.getByRole('button', { name: 'Logout', exact: true }));
    await page.waitForURL(`${product.url}/`);
    for (const tab of [page, second]) {
      await goBack(tab);
      await expect(tab.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
      await expect(tab.getByText(client.companyName)).toHaveCount(0);
      await expect(tab.locator('html[data-left]')).toHaveCount(0);
    }
  },
);
