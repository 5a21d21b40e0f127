/** The visit clock on Home while requests get no answer. */

import type { Page } from '@playwright/test';
import { holdBack, press } from '#tests/e2e/steps.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  openAs,
  type Product,
  type SignedIn,
  test,
} from '#tests/support/helpers/appFixture.ts';

const clock = (page: Page) => page.getByRole('region', { name: 'Visit clock' });
const startVisit = (product: Product, { token }: SignedIn) =>
  product.call(token, 'POST /api/visit-clock/start', {});
const readClock = (product: Product, { token }: SignedIn) => product.call(token, 'GET /api/visit-clock');

test(
  'a manager can end a visit before anything else on Home has loaded [13.clock.36]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    await startVisit(product, manager);
    // No request that the screen needs is answered.
    await page.route(/\/api\/(?!visit-clock|auth)/, () => {});
    await openAs(page, product, manager);
    await expect(clock(page)).toContainText('Visit since');
    await expect(page.getByRole('status', { name: 'Loading your day' })).toBeVisible();
    await press(clock(page), 'End visit');
    await expect(page).toHaveURL(/\/submit$/);
    expect(await readClock(product, manager)).toBeNull();
  },
);

for (const role of ['employee', 'manager'] as const) {
  test(
    `the clock on the Home of the role ${role} stays while the end of a visit is sent, and opens no form after Home was left [13.clock.37]`,
    LONG_ON_DESKTOP,
    async ({ page, product }) => {
      const user = await product.person({ role });
      await startVisit(product, user);
      await openAs(page, product, user);
      const release = await holdBack(page, '**/api/visit-clock/end');
      await press(clock(page), 'End visit');
      const button = clock(page).getByRole('button', { name: 'End visit' });
      await expect(button).toHaveAttribute('aria-busy', 'true');
      await expect(clock(page).getByRole('button', { name: 'Cancel visit' })).toBeDisabled();
      const urls: string[] = [];
      page.on('framenavigated', (frame) => urls.push(new URL(frame.url()).pathname));
      await page.getByRole('link', { name: 'Mail' }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible();
      const answered = page.waitForResponse('**/api/visit-clock/end');
      release();
      await answered;
      await page.getByRole('link', { name: 'My Notes' }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: 'My Notes' })).toBeVisible();
      expect(urls).not.toContain('/submit');
      expect(await readClock(product, user)).toBeNull();
    },
  );
}
