/** The kit's components on real screens: keyboard, focus and the names that screen readers read. */

import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/accessible.ts';
import { createTeam, failRequests, press } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, openAs, test } from '#tests/support/helpers/appFixture.ts';

const tooltip = (page: Page) => page.locator('[role=tooltip]');

test(
  'a menu is used by keyboard and returns the focus to its button',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await openAs(page, product, await product.person());
    const button = page.getByRole('button', { name: 'Theme' });
    const menu = page.getByRole('menu', { name: 'Theme' });
    const item = (name: string) => menu.getByRole('menuitemradio', { name });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(item('System')).toHaveAttribute('aria-checked', 'true');
    await page.keyboard.press('Home');
    await expect(item('Light')).toBeFocused();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await expect(item('Dark')).toBeFocused();
    await page.keyboard.press('End');
    await expect(item('System')).toBeFocused();
    await page.keyboard.press('d');
    await expect(item('Dark')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(button).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(item('Light')).toBeFocused();
    await page.keyboard.press('d');
    await expect(item('Dark')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(button).toBeFocused();
    await button.click();
    await expect(menu).toBeVisible();
    await button.click();
    await expect(menu).toHaveCount(0);
  },
);

test(
  'a dialog that a menu opened returns the focus to the button of the menu',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await openAs(page, product, await product.person());
    const button = page.getByRole('button', { name: /^Account of/ });
    await button.click();
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await expect(dialog.getByRole('textbox').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  },
);

test(
  'a tooltip shows the name of an icon button; Escape hides it',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await openAs(page, product, await product.person());
    const button = page.getByRole('button', { name: 'Theme' });
    // The code of tooltips is loaded when idle.
    await expect(async () => {
      await page.mouse.move(0, 300);
      await button.hover();
      await expect(tooltip(page)).toHaveText('Theme', { timeout: 1_000 });
    }).toPass();
    await page.keyboard.press('Escape');
    await expect(tooltip(page)).toHaveCount(0);
    await button.focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeFocused();
    await expect(tooltip(page)).toHaveText(/^Account of/);
  },
);

test(
  'a combobox filters, marks and selects; Escape closes the list and then the dialog',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client } = await createTeam(product);
    await createTeam(product);
    const worker = await product.person();
    await openAs(page, product, manager, `/profile/${worker.user.id}`);
    const opener = page.getByRole('button', { name: 'Assign Client' });
    await opener.click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('combobox', { name: /^Client/ });
    const options = page.getByRole('listbox').getByRole('option');
    await expect(field).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => options.count()).toBeGreaterThan(1);
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await field.fill(client.companyName);
    await expect(options).toHaveCount(1);
    const active = await field.getAttribute('aria-activedescendant');
    await expect(options).toHaveAttribute('id', String(active));
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(options).toHaveCount(0);
    await expect(field).toHaveValue('Maria Lopez');
    await field.fill('no such name');
    await expect(page.getByRole('status').filter({ hasText: /No|Nothing/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(field).toHaveValue('Maria Lopez');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  },
);

test('Escape closes only the topmost of two dialogs', LONG_ON_DESKTOP, async ({ page, product }) => {
  const { employee, note } = await createTeam(product);
  const { id } = await note();
  await openAs(page, product, employee, `/my-notes?note=${id}`);
  const details = page.getByRole('dialog');
  const opener = details.getByRole('button', { name: 'Delete' });
  await opener.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(details).toBeVisible();
  await expect(opener).toBeFocused();
  const locked = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  expect(await locked()).toBe('hidden');
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  expect(await locked()).not.toBe('hidden');
});

test(
  'tabs move with the arrow keys, and the page title names the open one',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await openAs(page, product, await product.person({ role: 'manager' }), '/management');
    const tab = (name: string) =>
      page.getByRole('tablist', { name: 'Management' }).getByRole('tab', { name });
    await tab('Notes').focus();
    await page.keyboard.press('ArrowRight');
    await expect(tab('Resources')).toBeFocused();
    await expect(tab('Resources')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel', { name: 'Resources' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Resources' })).toBeVisible();
    await expect(page).toHaveTitle('Resources · Quarterhour');
    await page.keyboard.press('Home');
    await expect(tab('Notes')).toBeFocused();
    await expect(page).toHaveTitle('Notes Management · Quarterhour');
  },
);

test(
  'Escape in a combobox closes its dialog and leaves a toast open',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client } = await createTeam(product);
    const worker = await product.person();
    await openAs(page, product, manager, `/profile/${worker.user.id}`);
    await press(page, 'Assign Client');
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('combobox', { name: /^Client/ });
    await field.fill(client.companyName);
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('Maria Lopez');
    await failRequests(page, '**/api/client-assignments');
    await press(dialog, 'Assign Client');
    const toast = page.getByRole('listitem').filter({ hasText: 'Failed to assign client' });
    await expect(toast).toBeVisible();
    await field.click();
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(toast).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(toast).toHaveCount(0);
  },
);

test(
  'Enter in a combobox keeps a text without a match, also while its options are loading',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client } = await createTeam(product);
    const worker = await product.person();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/api\/clients(\?|$)/, async (route) => {
      await released;
      await route.continue();
    });
    await openAs(page, product, manager, `/profile/${worker.user.id}`);
    await press(page, 'Assign Client');
    const field = page.getByRole('dialog').getByRole('combobox', { name: /^Client/ });
    await field.fill(client.companyName);
    await expect(page.getByText('Loading…')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue(client.companyName);
    release();
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('Maria Lopez');
    await expect(page.getByRole('dialog')).toBeVisible();
  },
);

test('Escape hides a tooltip and closes the dialog below it', LONG_ON_DESKTOP, async ({ page, product }) => {
  const { manager, note } = await createTeam(product);
  const [first] = [await note(), await note()];
  await openAs(page, product, manager, `/management?note=${first.id}`);
  const button = page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Next|Previous) note/, disabled: false });
  await expect(async () => {
    await page.mouse.move(0, 300);
    await button.hover();
    await expect(tooltip(page)).toHaveText(/note/, { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(tooltip(page)).toHaveCount(0);
});

test(
  'a menu that the keyboard opened focuses its first item once its items are loaded',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/MessageItems-*.js', async (route) => {
      await released;
      await route.continue();
    });
    await openAs(page, product, await product.person());
    await page.getByRole('button', { name: 'Notifications' }).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu', { name: 'Notifications' });
    await expect(menu).toHaveText('Loading');
    release();
    await expect(menu.getByRole('menuitem', { name: 'All messages' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('menuitem', { name: 'All messages' })).toBeFocused();
  },
);

test(
  'a table that scrolls sideways fades at its edges as far as it can be scrolled there, and not in print',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await page.setViewportSize({ width: 1200, height: 800 });
    const { manager } = await createTeam(product);
    await openAs(page, product, manager, '/employees');
    const box = page.getByRole('table', { name: 'Employees' }).locator('..');
    /** Makes the table wider than its box, scrolls it, and expects the widths of both fades in pixels. */
    const expectFades = async (overflow: number, scrolled: number, fades: [start: number, end: number]) => {
      await box.evaluate(
        (element, [over, left]) => {
          const table = element.firstElementChild as HTMLElement;
          table.style.width = `${element.clientWidth + over}px`;
          element.scrollLeft = left;
        },
        [overflow, scrolled] as const,
      );
      const readFades = () =>
        box.evaluate((element) => {
          const style = getComputedStyle(element);
          return ['--fade-start', '--fade-end'].map((name) =>
            Math.round(Number.parseFloat(style.getPropertyValue(name))),
          );
        });
      await expect.poll(readFades).toEqual(fades);
    };
    await expectFades(5, 0, [0, 5]);
    await expectFades(5, 5, [5, 0]);
    await expectFades(200, 0, [0, 48]);
    await expectFades(200, 100, [48, 48]);
    await expectFades(200, 200, [48, 0]);
    await expect(box).toHaveCSS('mask-image', /gradient/);
    await page.emulateMedia({ media: 'print' });
    await expect(box).toHaveCSS('mask-image', 'none');
  },
);
