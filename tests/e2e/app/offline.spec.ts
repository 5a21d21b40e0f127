/** Without a network, open screens stay usable and keep the input. */

import type { Page } from '@playwright/test';
import { expectSound } from '#tests/e2e/accessible.ts';
import { createTeam, expectText, logOut, press } from '#tests/e2e/steps.ts';
import { field, submit } from '#tests/e2e/submission/steps.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { startReleaseProxy } from '#tests/support/fakes/releaseProxy.ts';
import { expect, LONG_ON_DESKTOP, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError, expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

const UNREACHABLE = "Couldn't reach the server. Check your connection and try again.";

const openedDialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/**
 * Opens a screen and waits for the files that it prefetches, with their dependencies; events never end, so the
 * network is never idle.
 */
async function visit(page: Page, address: string, ...files: string[]): Promise<void> {
  await page.goto(address);
  const missing = (names: string[]) => {
    const there = performance.getEntriesByType('resource').map(({ name }) => name);
    const named = names.filter((file) => !there.some((name) => name.includes(`/${file}-`)));
    // The dependencies of a fetched file are listed in the head of the page.
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
    return [...named, ...links.map(({ href }) => href).filter((href) => !there.includes(href))];
  };
  await expect.poll(() => page.evaluate(missing, ['kit', ...files])).toEqual([]);
}

test('dialogs that were never opened open without a network', LONG_RUN, async ({ page, product }) => {
  expectBrowserError(/ERR_INTERNET_DISCONNECTED/);
  const manager = await product.person({ role: 'manager' });
  const eve = await product.person({ firstName: 'Eve' });
  const contactName = uniqueName('Dorothy');
  await product.call(manager.token, 'POST /api/clients', { companyName: uniqueName('HH'), contactName });
  await openAs(page, product, manager);

  await visit(page, `${product.url}/employees`, 'AddEmployee', 'ChangePassword', 'AccountItems');
  await page.context().setOffline(true);
  await press(page, 'Add Employee');
  await expect(openedDialog(page, 'Add New Employee')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await expect(openedDialog(page, 'Change password')).toBeVisible();
  await page.context().setOffline(false);

  await visit(page, `${product.url}/profile/${eve.user.id}`, 'SendMessage');
  await page.context().setOffline(true);
  await press(page, 'Send Message');
  const message = openedDialog(page, 'Send Message');
  await message.getByLabel('Subject').fill('Friday');
  await message.getByLabel('Message').fill('Can you come on Friday?');
  await press(message, 'Send');
  await expect(page.getByText(UNREACHABLE).first()).toBeVisible();
  await expect(message.getByLabel('Subject')).toHaveValue('Friday');
  await page.context().setOffline(false);
  await press(message, 'Send');
  await expect(page.getByText('Message sent successfully').first()).toBeVisible();

  await visit(page, `${product.url}/clients`, 'UploadDocument');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: contactName }) });
  await expect(card).toBeVisible();
  await page.context().setOffline(true);
  await press(card, `Upload a document for ${contactName}`);
  await expect(openedDialog(page, 'Upload Document')).toBeVisible();
});

test(
  'code that cannot be fetched shows an error in its place and loads on retry',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    expectBrowserError(/ERR_FAILED .*assets\/(AddEmployee|PayrollPage)-/);
    await page.route(/assets\/(AddEmployee|PayrollPage)-/, (route) => route.abort());
    await openAs(page, product, manager, '/employees');
    await press(page, 'Add Employee');
    const missing = openedDialog(page, 'This could not be opened');
    await expect(missing).toContainText(UNREACHABLE);
    await expectSound(page);
    await page.keyboard.press('Escape');
    await expect(missing).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add Employee' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(missing).toBeVisible();

    await page.unroute(/assets\/(AddEmployee|PayrollPage)-/);
    expectBrowserError(/ERR_FAILED .*assets\/PayrollPage-/);
    await page.route(/assets\/PayrollPage-/, (route) => route.abort());
    await press(missing, 'Try again');
    await expect(openedDialog(page, 'Add New Employee')).toBeVisible();
    await page.keyboard.press('Escape');

    await page.goto(`${product.url}/payroll`);
    // It might be a screen of an older release, so the page is reloaded, once.
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('preload:reloaded')).catch(() => null))
      .toBe('/payroll');
    await page.waitForLoadState('load');
    await expect(page.getByText('This screen couldn’t be loaded')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: /Payroll/ })).toBeVisible();
    await expectSound(page);
    await press(page, 'Reload');
    await expect(page.getByText('This screen couldn’t be loaded')).toBeVisible();
    await page.unroute(/assets\/PayrollPage-/);
    await press(page, 'Try again');
    await expect(page.getByText('This screen couldn’t be loaded')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Previous week' })).toBeVisible();
  },
);

test(
  'a screen whose file a new release removed reloads the page',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    expectBrowserError(/status of 404 .*AnnouncementsPage-/);
    const eve = await product.person();
    await openAs(page, product, eve);
    await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
    // The new release does not have the file that this page requests.
    await page.route(/assets\/AnnouncementsPage-/, (route) => route.fulfill({ status: 404 }), { times: 1 });
    await page.getByRole('link', { name: 'View All Announcements' }).click();
    await expect(page.getByRole('heading', { name: 'All Announcements' })).toBeVisible();
  },
);

const VALIDATION = /assets\/validation-/;

test(
  'a form whose validation cannot be loaded sends nothing, does not reload the page and keeps the input',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee } = await createTeam(product);
    expectBrowserError(/ERR_FAILED .*assets\/validation-/);
    await page.route(VALIDATION, (route) => route.abort());
    await openAs(page, product, employee, '/submit');
    let loads = 0;
    page.on('load', () => (loads += 1));
    await field(page, 'Description').fill('Cleaned the kitchen together.');
    await submit(page);
    await expectText(page, 'Not sent');
    await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
    await page.unroute(VALIDATION);
    await submit(page);
    await expect(page.getByRole('alert').filter({ hasText: 'Please select a client' })).toBeVisible();
    expect(loads).toBe(0);
  },
);

test(
  'a form whose validation no longer exists after a release shows that the page must be reloaded, and keeps the input [13.offline.4]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    // Stopping the proxy breaks the event stream and the calls of the page.
    allowBrowserError(/ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE/);
    expectBrowserError(/ERR_FAILED .*assets\/validation-/);
    const proxy = await startReleaseProxy(product.url);
    await page.route(VALIDATION, (route) => route.abort());
    const { employee } = await createTeam(product);
    await openAs(page, { ...product, url: proxy.url }, employee, '/submit');
    let loads = 0;
    page.on('load', () => (loads += 1));
    await field(page, 'Description').fill('Cleaned the kitchen together.');
    proxy.release();
    await submit(page);
    await expectText(page, 'Copy anything you need, then reload the page.');
    await expectText(page, 'This page must be reloaded');
    await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
    expect(loads).toBe(0);
    await proxy.stop();
  },
);

test(
  'the page uses another font when its own cannot be loaded',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const eve = await product.person();
    expectBrowserError(/ERR_FAILED .*\.woff2/);
    await page.route(/\.woff2$/, (route) => route.abort());
    await openAs(page, product, eve);
    await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
  },
);

test(
  'a toast is shown even when its component cannot be loaded',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const eve = await product.person();
    // On phones, Logout is in the same file; a wide screen has a button for it.
    await page.setViewportSize({ width: 1280, height: 800 });
    expectBrowserError(/ERR_FAILED .*assets\/dialogs-/);
    await page.route(/assets\/dialogs-/, (route) => route.abort());
    await openAs(page, product, eve);
    await logOut(page, page.getByRole('button', { name: 'Logout' }));
  },
);
