/** The installed app: it starts without a network, and changes to a new release when the user wants it. */

import type { BrowserContext, Page } from '@playwright/test';
import { createTeam, expectText, press } from '#tests/e2e/steps.ts';
import { waitForWorker } from '#tests/e2e/submission/offlineSteps.ts';
import { field } from '#tests/e2e/submission/steps.ts';
import { startReleaseProxy } from '#tests/support/fakes/releaseProxy.ts';
import {
  DESKTOP_ONLY,
  expect,
  LONG_ON_DESKTOP,
  ON_A_PHONE,
  openAs,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';

test.use({ serviceWorkers: 'allow' });

const cachedAddresses = (page: Page) =>
  page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) addresses.push(new URL(url).pathname);
    }
    return addresses;
  });

/** The states of the worker that installs, of the one that waits and of the one that serves the pages. */
const readWorkers = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const { installing, waiting, active } = registration ?? {};
    return {
      installing: installing?.state ?? null,
      waiting: waiting?.state ?? null,
      active: active?.state ?? null,
    };
  });

/** Sets a mark on each later document when it begins to register the worker. */
const markRegistration = (page: Page) =>
  page.addInitScript(() => {
    const register = navigator.serviceWorker.register.bind(navigator.serviceWorker);
    navigator.serviceWorker.register = (...options) => {
      document.documentElement.dataset.isRegistering = 'true';
      return register(...options);
    };
  });

const activeWorkers = (context: BrowserContext) => context.serviceWorkers().length;

test(
  'Chromium finds the app installable, with icons that can be masked [13.offline.1]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    await openAs(page, product, await product.person());
    await waitForWorker(page);
    const devtools = await page.context().newCDPSession(page);
    const { errors, data } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { icons } = JSON.parse(data ?? '') as { icons: { src: string; sizes: string; purpose?: string }[] };
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? ''}`)).toEqual([
      'any ',
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src } of icons) expect((await page.request.get(product.url + src)).status(), src).toBe(200);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  },
);

test(
  'the worker is not cached, keeps no answer of the API, and leaves the policy of pages as it is [13.offline.2]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee } = await createTeam(product);
    const worker = await page.request.get(`${product.url}/worker.js`);
    expect(worker.headers()['cache-control']).toBe('no-cache');
    const policy = (await page.request.get(`${product.url}/`)).headers()['content-security-policy'];
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    await openAs(page, product, employee, '/my-notes');
    await waitForWorker(page);
    const response = await page.reload();
    expect(response?.fromServiceWorker()).toBe(true);
    expect(response?.headers()['content-security-policy']).toBe(policy);
    for (const screen of ['/', '/submit', '/payroll']) {
      await page.goto(product.url + screen);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    const addresses = await cachedAddresses(page);
    expect(addresses).toContain('/index.html');
    expect(addresses.filter((one) => one.startsWith('/api'))).toEqual([]);
    expect(addresses.filter((one) => /Review|Payroll|Audit|Clients|Employees/.test(one))).toEqual([]);
  },
);

test(
  'the browser reads the stored files of the app without starting the worker [13.offline.41]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await waitForWorker(page);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const sources = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname.startsWith('/assets/'))
        .map(
          (entry) => (entry as PerformanceEntry & { workerFinalSourceType: string }).workerFinalSourceType,
        ),
    );
    expect(new Set(sources)).toEqual(new Set(['cache']));
  },
);

test(
  'the app starts without a network, with the screens of an employee [13.offline.3]',
  ON_A_PHONE,
  async ({ page, product }) => {
    allowBrowserError(/ERR_INTERNET_DISCONNECTED/);
    const { employee } = await createTeam(product);
    await openAs(page, product, employee);
    await waitForWorker(page);
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
    const html = page.locator('html');
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await expect(html, 'the app shell is visible until React renders').toHaveAttribute('data-signed-in', '');
    await expect(page.getByRole('button', { name: 'Start visit' })).toBeVisible();
    await expectText(page, 'Couldn’t load some of your tasks.');
    await page.goto(`${product.url}/my-notes`);
    await expect(page.getByRole('heading', { level: 1, name: 'My Notes' })).toBeVisible();
    await page.goto(`${product.url}/submit`);
    await field(page, 'Description').fill('Cleaned the kitchen together.');
    await press(page, 'Save Draft');
    await expect(page.getByRole('dialog', { name: 'Save Draft' })).toBeVisible();
  },
);

test(
  'a new release is offered while a form is open, and keeps what was typed [13.offline.4]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    // Stopping the proxy breaks the event stream and the calls of the page.
    allowBrowserError(/ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE/);
    const proxy = await startReleaseProxy(product.url);
    const { employee } = await createTeam(product);
    await openAs(page, { ...product, url: proxy.url }, employee, '/submit');
    await waitForWorker(page);
    await page.reload();
    await field(page, 'Description').fill('Cleaned the kitchen together.');
    await expect(page.getByRole('button', { name: 'Reload' })).toBeHidden();

    proxy.release();
    // The next call of the API, here the list of drafts, shows that the server has another release.
    await page.getByRole('link', { name: 'My Notes' }).first().click();
    await expectText(page, 'This page must be reloaded');
    await page.getByRole('link', { name: 'Submit Note' }).first().click();
    await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
    // With Playwright attached, Chromium sometimes does not release the old worker, less often once the new one is installed.
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect.poll(() => readWorkers(page)).toMatchObject({ waiting: 'installed' });
    await Promise.all([page.waitForEvent('load'), press(page, 'Reload')]);
    await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
    expect(
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting),
    ).toBeNull();
    expect(activeWorkers(page.context())).toBeGreaterThan(0);
    await proxy.stop();
  },
);

test(
  'a worker of a new release waits while a note is written, and takes over when the user reloads, with what was typed [13.offline.4]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    // Stopping the proxy breaks the event stream and the calls of the page.
    allowBrowserError(/ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE/);
    const proxy = await startReleaseProxy(product.url);
    const { employee } = await createTeam(product);
    await openAs(page, { ...product, url: proxy.url }, employee, '/submit');
    await waitForWorker(page);
    await page.reload();
    await field(page, 'Description').fill('Cleaned the kitchen together.');
    let loads = 0;
    page.on('load', () => (loads += 1));

    proxy.releaseWorker();
    // As browsers do by themselves once a day.
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expectText(page, 'A new version is ready');
    await field(page, 'Summary').fill('All done as it was planned.');
    await page.getByRole('link', { name: 'My Notes' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'My Notes' })).toBeVisible();
    await page.getByRole('link', { name: 'Submit Note' }).first().click();
    expect(await readWorkers(page)).toEqual({ installing: null, waiting: 'installed', active: 'activated' });
    expect(loads).toBe(0);

    await Promise.all([page.waitForEvent('load'), press(page, 'Reload')]);
    await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
    await expect(field(page, 'Summary')).toHaveValue('All done as it was planned.');
    await expect(page.getByText('A new version is ready')).toBeHidden();
    expect(await readWorkers(page)).toEqual({ installing: null, waiting: null, active: 'activated' });
    expect(loads).toBe(1);
    await proxy.stop();
  },
);

test(
  'a worker of a new release that installs while the page loads is offered once its installation ends [13.offline.4]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    // Stopping the proxy breaks the event stream of the page.
    allowBrowserError(/ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_REFUSED/);
    const proxy = await startReleaseProxy(product.url);
    const { employee } = await createTeam(product);
    await openAs(page, { ...product, url: proxy.url }, employee, '/submit');
    await waitForWorker(page);

    await markRegistration(page);
    proxy.releaseWorker({ isHeld: true });
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-is-registering', 'true');
    let loads = 0;
    page.on('load', () => (loads += 1));
    expect(await readWorkers(page)).toEqual({ installing: 'installing', waiting: null, active: 'activated' });
    await expect(page.getByText('A new version is ready')).toBeHidden();

    proxy.finishInstallation();
    await expectText(page, 'A new version is ready');
    expect(await readWorkers(page)).toEqual({ installing: null, waiting: 'installed', active: 'activated' });
    expect(loads).toBe(0);
    await proxy.stop();
  },
);
