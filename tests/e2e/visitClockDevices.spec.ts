/** The visit clock of a user with two devices, and in a network that answers in place of the server. */
import type { Page } from '@playwright/test';
import { allowBrowserError, expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  openAs,
  type Product,
  type SignedIn,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { createTeam, failRequests, press, pressAndConfirm } from './steps.ts';

const clock = (page: Page) => page.getByRole('region', { name: 'Visit clock' });
const readClock = (product: Product, { token }: SignedIn) =>
  product.call<{ visitId: string } | null>(token, 'GET /api/visit-clock');

/** Changes are sent again when the window gets the focus. */
const focusWindow = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

const ENDINGS = {
  end: (page: Page) => press(clock(page), 'End visit'),
  cancellation: (page: Page) => pressAndConfirm(page, 'Cancel visit', 'Cancel visit'),
};

for (const [name, finish] of Object.entries(ENDINGS)) {
  test(
    `the ${name} of a visit that is sent late leaves a visit running that another device has started since [13.clock.46]`,
    LONG_ON_DESKTOP,
    async ({ page, product }) => {
      allowBrowserError(/status of 40[49]/);
      const { employee } = await createTeam(product);
      await openAs(page, product, employee, '/submit');
      await press(clock(page), 'Start visit');
      await expect.poll(() => readClock(product, employee)).not.toBeNull();
      const restore = await failRequests(page, /\/api\/visit-clock(\/end|\?|$)/);
      await finish(page);
      await expect(clock(page)).toContainText('Not sent yet');
      await product.call(employee.token, 'POST /api/visit-clock/end', {});
      const newer = await product.call(employee.token, 'POST /api/visit-clock/start', {});
      await restore();
      await focusWindow(page);
      await expect(clock(page)).not.toContainText('Not sent yet');
      await expect(clock(page).getByRole('button', { name: 'End visit' })).toBeVisible();
      expect(await readClock(product, employee)).toEqual(newer);
    },
  );
}

test(
  'a start that a network refuses in place of the server is sent later [13.clock.48]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await expect(clock(page).getByRole('button', { name: 'Start visit' })).toBeVisible();
    expectBrowserError(/status of 403/);
    await page.route('**/api/visit-clock/start', (route) =>
      route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Log in to the guest network</h1>' }),
    );
    await press(clock(page), 'Start visit');
    await expect(clock(page)).toContainText('Not sent yet');
    await expect(clock(page).getByRole('button', { name: 'End visit' })).toBeVisible();
    await page.unroute('**/api/visit-clock/start');
    await focusWindow(page);
    await expect(clock(page)).not.toContainText('Not sent yet');
    expect(await readClock(product, employee)).not.toBeNull();
  },
);
