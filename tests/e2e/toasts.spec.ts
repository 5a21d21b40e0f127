/** Toasts do not cover dialogs or buttons, and messages are in view. */
import type { Locator, Page } from '@playwright/test';
import { expect, LONG_ON_DESKTOP, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { createTeam, failRequests, fillFields, logIn, press } from './steps.ts';

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

test('a toast does not cover the title of a dialog, and Escape closes the dialog', async ({
  page,
  product,
}) => {
  await openAs(page, product, await product.person({ role: 'manager' }), '/announcements');
  await press(page, 'Create Announcement');
  await fillFields(dialog(page), { Title: 'Fire drill', Content: 'At three.' });
  await failRequests(page, '**/api/announcements');
  await press(dialog(page), 'Create Announcement');
  const title = dialog(page).getByRole('heading', { name: 'Create Announcement' });
  await expectApart(title, toastOf(page, 'Failed to create announcement'));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

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

test('the message for a missing reason is in view', LONG_RUN, async ({ page, product }) => {
  const { manager, note } = await createTeam(product);
  const { id } = await note({ description: 'A long account of the visit. '.repeat(40) });
  await openAs(page, product, manager, `/management?note=${id}`);
  await press(dialog(page), 'Deny');
  const message = dialog(page).getByText('A reason for denial is required', { exact: true });
  await expect(message).toBeInViewport({ ratio: 1 });
  await expectApart(message, dialog(page).locator('footer'));
  await expect(dialog(page).getByLabel(/^Reason for denial/)).toBeFocused();
});
