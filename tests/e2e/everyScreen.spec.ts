/** Every screen, light and dark: axe finds nothing, the browser complains of nothing, nothing is too wide. */
import type { Page } from '@playwright/test';
import { noteForm } from '../world/notes.ts';
import { expect, openAs, test } from '../world/server.ts';
import type { Product, SignedIn } from '../world/server.ts';
import { unique } from '../world/unique.ts';
import { complaints, expectAccessible, expectNoSidewaysScroll } from './accessible.ts';

const OF_EVERYBODY = [
  '/',
  '/dashboard',
  '/announcements',
  '/submit',
  '/my-notes',
  '/search?show=all',
  '/subscription-management',
  '/test',
  '/nowhere',
];
const OF_MANAGERS = ['/management', '/clients', '/employees', '/business-settings', '/audit'];
const SIGNED_OUT = ['/', '/register', '/register-admin', '/reset-password?token=unknown'];

test('the screens of a manager, light and dark', async ({ page, product }) => {
  const manager = await product.person({ role: 'manager' });
  await somethingToShow(product, manager);
  await visit(page, [...OF_EVERYBODY, ...OF_MANAGERS], (path) => openAs(page, product, manager, path));
});

test('the screens of an employee, light and dark', async ({ page, product }) => {
  const employee = await product.person();
  await somethingToShow(product, employee);
  await visit(page, OF_EVERYBODY, (path) => openAs(page, product, employee, path));
});

test('the screens before signing in, light and dark', async ({ page, product }) => {
  await product.creator();
  await visit(page, SIGNED_OUT, async (path) => {
    await page.goto(`${product.url}${path}`);
  });
});

async function visit(
  page: Page,
  paths: readonly string[],
  open: (path: string) => Promise<void>,
): Promise<void> {
  test.setTimeout(180_000);
  // The narrowest phone that is still about; wide screens stay as wide as the project makes them.
  const size = page.viewportSize();
  if (size && size.width < 640) await page.setViewportSize({ width: 360, height: size.height });
  const heard = complaints(page);
  for (const path of paths) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await open(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('.animate-pulse')).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expectAccessible(page, 'colours');
  }
  expect(heard).toEqual([]);
}

/** A client, an assignment and a note, so that lists are not empty. */
async function somethingToShow(product: Product, person: SignedIn): Promise<void> {
  const { token } = await product.creator();
  const form = {
    companyName: unique('Maple'),
    contactName: 'Maria Lopez',
    totalTimeUnits: 40,
    signatureCode: '4711ab',
  };
  const client = await product.call<{ id: number }>(token, 'POST /api/clients', form);
  await product.call(token, 'POST /api/client-assignments', {
    clientId: client.id,
    employeeId: person.user.id,
  });
  await product.call(person.token, 'POST /api/notes', noteForm(client.id));
}
