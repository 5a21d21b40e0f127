/** Without network, as in a basement or on a country road: what was open stays usable and nothing is lost. */
import type { Page } from '@playwright/test';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import {
  LONG_RUN,
  DESKTOP_ONLY,
  ON_A_PHONE,
  expect,
  openAs,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { expectSound } from './accessible.ts';
import { createVisit, field, fillAndSign, signature, submit } from './noteSteps.ts';

const UNREACHABLE = 'The server could not be reached. Please check your connection and try again.';

const openedDialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/**
 * Opens a screen and waits for the files that it fetches ahead, with all that they need; events never end, so the
 * network is never idle.
 */
async function visit(page: Page, address: string, ...files: string[]): Promise<void> {
  await page.goto(address);
  const missing = (names: string[]) => {
    const there = performance.getEntriesByType('resource').map(({ name }) => name);
    const named = names.filter((file) => !there.some((name) => name.includes(`/${file}-`)));
    // What a file that is fetched needs is announced in the head of the page.
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
    return [...named, ...links.map(({ href }) => href).filter((href) => !there.includes(href))];
  };
  await expect.poll(() => page.evaluate(missing, ['kit', ...files])).toEqual([]);
}

test(
  'dialogs open without a network although they were never opened before',
  LONG_RUN,
  async ({ page, product }) => {
    expectBrowserError(/ERR_INTERNET_DISCONNECTED/);
    const manager = await product.person({ role: 'manager' });
    const eve = await product.person({ firstName: 'Eve' });
    const contactName = uniqueName('Dorothy');
    await product.call(manager.token, 'POST /api/clients', { companyName: uniqueName('HH'), contactName });
    await openAs(page, product, manager);

    await visit(page, `${product.url}/employees`, 'AddEmployee', 'ChangePassword', 'AccountItems');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Add Employee' }).click();
    await expect(openedDialog(page, 'Add New Employee')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    await expect(openedDialog(page, 'Change password')).toBeVisible();
    await page.context().setOffline(false);

    await visit(page, `${product.url}/profile/${eve.user.id}`, 'SendMessage');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Send Message' }).click();
    const message = openedDialog(page, 'Send Message');
    await message.getByLabel('Subject').fill('Friday');
    await message.getByLabel('Message').fill('Can you come on Friday?');
    await message.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText(UNREACHABLE).first()).toBeVisible();
    await expect(message.getByLabel('Subject')).toHaveValue('Friday');
    await page.context().setOffline(false);
    await message.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Message sent successfully').first()).toBeVisible();

    await visit(page, `${product.url}/clients`, 'UploadDocument');
    await page.context().setOffline(true);
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: contactName }) });
    await card.getByRole('button', { name: 'Upload' }).click();
    await expect(openedDialog(page, 'Upload Document')).toBeVisible();
  },
);

test(
  'code that cannot be fetched shows an error in its place and loads on retry',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    expectBrowserError(/ERR_FAILED .*assets\/(AddEmployee|PayrollPage)-/);
    await page.route(/assets\/(AddEmployee|PayrollPage)-/, (route) => route.abort());
    await openAs(page, product, manager, '/employees');
    await page.getByRole('button', { name: 'Add Employee' }).click();
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
    await missing.getByRole('button', { name: 'Try again' }).click();
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
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText('This screen couldn’t be loaded')).toBeVisible();
    await page.unroute(/assets\/PayrollPage-/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('This screen couldn’t be loaded')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Previous week' })).toBeVisible();
  },
);

test('after a release, a screen of the old one reloads the page', DESKTOP_ONLY, async ({ page, product }) => {
  expectBrowserError(/status of 404 .*AnnouncementsPage-/);
  const eve = await product.person();
  await openAs(page, product, eve);
  await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
  // The release took away the file that this page knows.
  await page.route(/assets\/AnnouncementsPage-/, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.getByRole('link', { name: 'View All Announcements' }).click();
  await expect(page.getByRole('heading', { name: 'All Announcements' })).toBeVisible();
});

test(
  'a form whose rules could not be fetched sends nothing and keeps what was typed',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { employee } = await createVisit(product);
    const rules = /assets\/validation-/;
    expectBrowserError(/ERR_FAILED .*assets\/validation-/);
    await page.route(rules, (route) => route.abort());
    await openAs(page, product, employee, '/submit');
    await field(page, 'Description').fill('Cleaned the kitchen together.');
    // They might be those of an older release, so the page is reloaded, once.
    const reload = page.waitForEvent('load');
    await submit(page);
    await reload;
    await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
    await submit(page);
    await expect(page.getByText('Not sent', { exact: true })).toBeVisible();
    await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
    await page.unroute(rules);
    await submit(page);
    await expect(page.getByRole('alert').filter({ hasText: 'Please select a client' })).toBeVisible();
  },
);

test('without its typeface the page stands in another', DESKTOP_ONLY, async ({ page, product }) => {
  const eve = await product.person();
  expectBrowserError(/ERR_FAILED .*\.woff2/);
  await page.route(/\.woff2$/, (route) => route.abort());
  await openAs(page, product, eve);
  await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
});

test(
  'a message is announced even when its component cannot be fetched',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const eve = await product.person();
    // The way to sign out on phones is in the same file; a wide screen has a button for it.
    await page.setViewportSize({ width: 1280, height: 800 });
    expectBrowserError(/ERR_FAILED .*assets\/dialogs-/);
    await page.route(/assets\/dialogs-/, (route) => route.abort());
    await openAs(page, product, eve);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('Logged out successfully', { exact: true })).toBeVisible();
  },
);

test(
  'a note that was sent without network is kept as it is and goes out afterwards',
  ON_A_PHONE,
  async ({ page, product }) => {
    expectBrowserError(/ERR_INTERNET_DISCONNECTED .*\/api\/notes$/);
    const { employee, clientName } = await createVisit(product);
    await openAs(page, product, employee, '/submit');
    await fillAndSign(page, clientName);
    await page.context().setOffline(true);
    await submit(page);
    await expect(page.getByText(UNREACHABLE).first()).toBeVisible();
    await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
    for (const whose of ['Employee', 'Client'])
      await expect(signature(page, whose).getByRole('status')).toHaveText('Signed');
    await page.context().setOffline(false);
    await submit(page);
    await expect(page.getByText('Note submitted successfully!').first()).toBeVisible();
    const notes = await product.call<{ title: string }[]>(employee.token, 'GET /api/notes/my');
    expect(notes).toHaveLength(1);
  },
);
