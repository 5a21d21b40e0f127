/** A logout that the server does not answer: what is left on the device for its next user. */

import type { Page, Route } from '@playwright/test';
import { createTeam, logIn, logOut } from '#tests/e2e/steps.ts';
import { encryptedNames, waitForWorker } from '#tests/e2e/submission/offlineSteps.ts';
import { expect, LONG_ON_DESKTOP, test, type Product } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';

test.use({ serviceWorkers: 'allow' });

const LOGOUT = '**/api/auth/logout';

const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'));

/** Asks the server to validate the session of a token. */
const isLive = (product: Product, token: string) =>
  product.call(token, 'GET /api/auth/validate').then(
    () => true,
    () => false,
  );

/** An employee logs in, so that the browser has the cookie, and the page encrypts their clients. */
async function logInEmployee(page: Page, product: Product) {
  allowBrowserError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK_CHANGED|status of 401/);
  const { employee } = await createTeam(product);
  await logIn(page, product, { username: employee.user.username, password: employee.password });
  await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
  await waitForWorker(page);
  await expect.poll(() => encryptedNames(page)).toContainEqual(expect.stringContaining('/api/clients'));
  const token = await readToken(page);
  if (token === null) throw new Error('The page has no token');
  return { employee, token, logout: () => logOut(page, page.getByRole('button', { name: 'Logout' })) };
}

test(
  'after a logout without a network the address bar shows nothing, and the next page ends the session [13.offline.121]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { token, logout } = await logInEmployee(page, product);
    const context = page.context();
    await context.setOffline(true);
    await logout();
    const next = await context.newPage();
    await page.close();
    await context.setOffline(false);
    expect((await next.goto(`${product.url}/api/clients`))?.status()).toBe(401);
    expect(await isLive(product, token)).toBe(true);
    await next.goto(product.url);
    await expect.poll(() => isLive(product, token)).toBe(false);
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toEqual([]);
  },
);

test(
  'an open page ends the session when the network returns [13.offline.121]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { token, logout } = await logInEmployee(page, product);
    await page.context().setOffline(true);
    await logout();
    await page.waitForURL(`${product.url}/`);
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    await page.context().setOffline(false);
    await expect.poll(() => isLive(product, token)).toBe(false);
  },
);

test(
  'a logout that gets no answer removes everything at once, and the next login repeats it first [13.offline.121]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { token, logout } = await logInEmployee(page, product);
    const other = await product.person({ firstName: 'Olga' });
    const credentials = { username: other.user.username, password: other.password };
    // Neither answered nor refused, as by a network that drops everything.
    await page.route(LOGOUT, () => undefined);
    await logout();
    expect(await readToken(page)).toBeNull();
    await expect.poll(() => encryptedNames(page)).toEqual([]);

    // Also what the first route holds stays unanswered.
    await page.route(LOGOUT, (route) => route.abort());
    await logIn(page, product, credentials);
    await expect(page.getByRole('alert').filter({ hasText: /^Couldn't reach the server\. / })).toBeVisible();
    expect(await readToken(page)).toBeNull();
    expect(await isLive(product, token)).toBe(true);

    await page.unrouteAll();
    await logIn(page, product, credentials);
    await expect(page.getByRole('heading', { name: /^Good .+, Olga$/ })).toBeVisible();
    expect(await isLive(product, token)).toBe(false);
    const own = await readToken(page);
    expect(own !== null && (await isLive(product, own))).toBe(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: /^Good .+, Olga$/ })).toBeVisible();
    const profile = await page.goto(`${product.url}/api/profile`);
    expect(await profile?.json()).toMatchObject({ firstName: 'Olga' });
  },
);

test(
  'a login waits for the logout that another tab repeats, which would remove its cookie [13.offline.121]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, logout } = await logInEmployee(page, product);
    const context = page.context();
    await context.setOffline(true);
    await logout();
    await page.waitForURL(`${product.url}/`);
    const held: Route[] = [];
    await context.route(LOGOUT, (route) => void held.push(route));
    await context.setOffline(false);
    await expect.poll(() => held.length).toBe(1);
    const second = await context.newPage();
    await second.goto(product.url);
    const listWaiting = async () => (await navigator.locks.query()).pending?.map(({ name }) => name);
    await expect.poll(() => second.evaluate(listWaiting)).toEqual(['repeat-logout']);
    expect(held).toHaveLength(1);
    await held[0]?.continue();
    await logIn(second, product, { username: employee.user.username, password: employee.password });
    await expect(second.getByRole('heading', { name: /^Good / })).toBeVisible();
    expect(held).toHaveLength(1);
    expect((await second.goto(`${product.url}/api/profile`))?.status()).toBe(200);
  },
);

test(
  'a logout works when its code can no longer be loaded, such as after a release [13.offline.121]',
  LONG_ON_DESKTOP,
  async ({ browser, product }) => {
    allowBrowserError(/ERR_FAILED|Failed to fetch dynamically imported module/);
    const { employee } = await createTeam(product);
    // Without a worker, which would have stored the code.
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await logIn(page, product, { username: employee.user.username, password: employee.password });
    await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
    const token = await readToken(page);
    if (token === null) throw new Error('The page has no token');
    await page.evaluate((id) => localStorage.setItem(`form:${id}/plan`, '{}'), employee.user.id);
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect.poll(() => readToken(page)).toBeNull();
    await expect.poll(() => isLive(product, token)).toBe(false);
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('form:'))),
    ).toEqual([]);
    await page.unrouteAll();
    await page.waitForURL(`${product.url}/`);
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    await context.close();
  },
);
