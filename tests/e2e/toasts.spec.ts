/** Toasts and dialogs at once: neither takes what belongs to the other. */
import type { Page } from '@playwright/test';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { DESKTOP_ONLY, expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { createVisit, CODE } from './noteSteps.ts';
import { colleague } from './payingSteps.ts';

const dialog = (page: Page) => page.getByRole('dialog').last();

test('Escape closes the dialog under a toast, and a toast keeps clear of its title', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager' });
  await openAs(page, product, manager, '/announcements');
  await page.getByRole('button', { name: 'Create Announcement' }).click();
  const title = dialog(page).getByRole('heading', { name: 'Create Announcement' });
  await dialog(page).getByLabel('Title').fill('Fire drill');
  await dialog(page).getByLabel('Content').fill('At three.');
  expectBrowserError(/ERR_FAILED .*\/api\/announcements/);
  await page.route('**/api/announcements', (route) => route.abort());
  await dialog(page).getByRole('button', { name: 'Create Announcement' }).click();
  const toast = page.getByRole('listitem').filter({ hasText: 'Failed to create announcement' });
  await expect(toast).toBeVisible();
  const [over, under] = [await title.boundingBox(), await toast.boundingBox()];
  if (!over || !under) throw new Error('Both are on the screen');
  const apart =
    under.y >= over.y + over.height || under.y + under.height <= over.y || under.x + under.width <= over.x;
  expect(apart, 'the toast lies over the title').toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a toast leaves the notice of a temporary password in sight', async ({ page, product }) => {
  const { user, password } = await colleague(product, await product.admin());
  await page.goto(product.url);
  await page.getByLabel('Username').fill(user.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  const toast = page.getByRole('listitem').filter({ hasText: /^Welcome to/ });
  const choose = page.getByRole('button', { name: 'Choose a new one' });
  await expect(toast).toBeVisible();
  await expect(choose).toBeVisible();
  const [over, under] = [await choose.boundingBox(), await toast.boundingBox()];
  expect(over && under && (under.y >= over.y + over.height || under.x + under.width <= over.x)).toBe(true);
});

test('what is missing for a denial stands in sight', async ({ page, product }) => {
  const { employee, client } = await createVisit(product);
  const note = await product.call<{ id: number; title: string }>(
    employee.token,
    'POST /api/notes',
    buildNoteForm(client.id, {
      clientSignatureCode: CODE,
      description: 'A long account of the visit. '.repeat(40),
    }),
  );
  const manager = await product.person({ role: 'manager' });
  await openAs(page, product, manager, `/management?note=${note.id}`);
  await dialog(page).getByRole('button', { name: 'Deny' }).click();
  const missing = dialog(page).getByText('A reason for denial is required', { exact: true });
  await expect(missing).toBeInViewport({ ratio: 1 });
  const footer = await dialog(page).locator('footer').boundingBox();
  const message = await missing.boundingBox();
  expect(message && footer && message.y + message.height <= footer.y).toBe(true);
  await expect(dialog(page).getByLabel(/^Reason for denial/)).toBeFocused();
});

test('the title names the tab of Management that is open', DESKTOP_ONLY, async ({ page, product }) => {
  const manager = await product.person({ role: 'manager' });
  await openAs(page, product, manager, '/management');
  await expect(page).toHaveTitle('Notes Management · Quarterhour');
  await page.getByRole('tab', { name: 'Resources' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Resources' })).toBeVisible();
  await expect(page).toHaveTitle('Resources · Quarterhour');
  await page.getByRole('tab', { name: 'Notes' }).click();
  await expect(page).toHaveTitle('Notes Management · Quarterhour');
});
