/** Toasts do not cover dialogs or buttons, and messages are in view. */

import type { Locator, Page } from '@playwright/test';
import { createTeam, failRequests, fillFields, logIn, press } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';

const dialog = (page: Page) => page.getByRole('dialog').last();
const toastOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

async function expectApart(first: Locator, second: Locator): Promise<void> {
  await expect(first).toBeVisible();
  await expect(second).toBeVisible();
  const [a, b] = [await first.boundingBox(), await second.boundingBox()];
  if (!a || !b) throw new Error('One of the elements has no box');
  const overlap = a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  expect(overlap, `${first.toString()} and ${second.toString()} overlap`).toBe(false);
}

test(
  'a toast does not cover the title of a dialog, and Escape closes the dialog',
  LONG_RUN,
  async ({ page, product }) => {
    await openAs(page, product, await product.person({ role: 'manager' }), '/announcements');
    await press(page, 'Create Announcement');
    await fillFields(dialog(page), { Title: 'Fire drill', Content: 'At three.' });
    await failRequests(page, '**/api/announcements');
    await press(dialog(page), 'Create Announcement');
    const title = dialog(page).getByRole('heading', { name: 'Create Announcement' });
    await expectApart(title, toastOf(page, 'Failed to create announcement'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test('a toast does not cover the notice of a temporary password', LONG_RUN, async ({ page, product }) => {
  const { user, password } = await product.person();
  await logIn(page, product, { username: user.username, password });
  const choose = page.getByRole('button', { name: 'Choose a new one' });
  await expectApart(choose, toastOf(page, 'Welcome to'));
});

test(
  'a toast covers neither Logout, nor the search, nor the actions of a profile',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await openAs(page, product, await product.person(), '/profile');
    await page.getByRole('switch', { name: 'I get a new message' }).click();
    const toast = toastOf(page, 'Saved');
    await expectApart(page.getByRole('button', { name: 'Edit Profile' }), toast);
    await expectApart(page.getByRole('button', { name: /^Find anything/ }), toast);
    await expectApart(page.getByRole('complementary').getByRole('button', { name: 'Logout' }), toast);
  },
);

for (const size of [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]) {
  test(
    `at ${size.width} by ${size.height} a toast covers neither the heading nor what is at the bottom`,
    LONG_RUN,
    async ({ page, product }) => {
      await page.setViewportSize(size);
      const { manager } = await createTeam(product);
      await openAs(page, product, manager, '/profile');
      const heading = page.getByRole('heading', { level: 1 });
      await page.getByRole('switch', { name: 'I get a new message' }).click();
      const saved = toastOf(page, 'Saved');
      await expectApart(heading, saved);
      await expectApart(page.getByRole('navigation', { name: 'Quick' }), saved);
      await page.goto(`${product.url}/business-settings`);
      await press(page, 'Save settings');
      const stored = toastOf(page, 'Business settings saved');
      await expectApart(heading, stored);
      await expectApart(page.getByRole('button', { name: 'Save settings' }), stored);
      await expect(stored).toBeInViewport({ ratio: 1 });
      // A toast stays while the pointer is on it.
      await stored.hover();
      for (const bottom of [0, 1_000_000]) {
        await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), bottom);
        await expectApart(page.getByRole('button', { name: 'Save settings' }), stored);
      }
    },
  );
}

test('the message for a missing reason is in view', LONG_RUN, async ({ page, product }) => {
  const { manager, note } = await createTeam(product);
  const { id } = await note({ description: 'A long account of the visit. '.repeat(40) });
  await openAs(page, product, manager, `/management?note=${id}`);
  await press(dialog(page), 'Deny');
  const message = dialog(page).getByText('A reason for denial is required', { exact: true });
  await expect(message).toBeInViewport({ ratio: 1 });
  await expect(dialog(page).getByLabel(/^Reason for denial/)).toBeFocused();
});
