/** The visit clock of a user with two devices, and in a network that answers in place of the server. */

import type { Page } from '@playwright/test';
import { clockInZone } from '#platform/contract/zone.ts';
import { formatTime } from '#platform/web/format.ts';
import { createTeam, failRequests, press, pressAndConfirm, questionOf } from '#tests/e2e/steps.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  openAs,
  type Product,
  type SignedIn,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError, expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

const clock = (page: Page) => page.getByRole('region', { name: 'Visit clock' });
const readClock = (product: Product, { token }: SignedIn) =>
  product.call<{ visitId: string; startedAt: string } | null>(token, 'GET /api/visit-clock');

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

/** Starts a visit on Home while one that this page does not know of runs on another device. */
async function startBesideAnother(page: Page, product: Product) {
  allowBrowserError(/status of 409|ERR_FAILED/);
  const { employee, client } = await createTeam(product);
  await page.route('**/api/visit-clock', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: null }) : route.continue(),
  );
  await page.route('**/api/events*', (route) => route.abort());
  await openAs(page, product, employee);
  await expect(clock(page)).toContainText('Start visit');
  const elsewhere = { clientId: client.id, startedAt: new Date(Date.now() - 3_600_000).toISOString() };
  await product.call(employee.token, 'POST /api/visit-clock/start', elsewhere);
  const pressedAt = Date.now();
  await press(clock(page), 'Start visit');
  await expect(questionOf(page)).toContainText('A visit is already running');
  await page.unroute('**/api/visit-clock');
  return { employee, elsewhere, pressedAt };
}

test(
  'a second start asks before it replaces the visit on another device [13.clock.27]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, elsewhere } = await startBesideAnother(page, product);
    await press(questionOf(page), 'Keep it running');
    await expect(clock(page)).toContainText('Visit with Maria Lopez since');
    expect(await readClock(product, employee)).toMatchObject(elsewhere);
  },
);

test(
  'a second start that is confirmed cancels the visit on another device and runs, with its own start [13.clock.27]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, elsewhere, pressedAt } = await startBesideAnother(page, product);
    const readStart = async () => (await readClock(product, employee))?.startedAt ?? elsewhere.startedAt;
    await press(questionOf(page), 'Start new visit');
    await expect.poll(readStart).not.toBe(elsewhere.startedAt);
    const running = await readClock(product, employee);
    expect(running).toMatchObject({ clientId: null });
    // The start is when the button was pressed, not when the question was answered.
    expect(Math.abs(Date.parse(await readStart()) - pressedAt)).toBeLessThan(60_000);
    const { time } = clockInZone(new Date(await readStart()), employee.user.timeZone);
    await expect(clock(page)).toContainText('Visit since');
    await expect(clock(page)).not.toContainText('Maria Lopez');
    await expect(clock(page)).not.toContainText('Not sent yet');
    await page.reload();
    await expect(clock(page)).toContainText(`Visit since ${formatTime(time)}`);
  },
);
