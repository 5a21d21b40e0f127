/** The times of a visit: a device with a wrong clock, answers that are late or lost, another note, another day. */

import type { Page } from '@playwright/test';
import { clockInZone } from '#platform/contract/zone.ts';
import {
  assign,
  createClient,
  createTeam,
  expectText,
  failRequests,
  press,
  pressAndConfirm,
  questionOf,
} from '#tests/e2e/steps.ts';
import { waitForEncryptedForm } from '#tests/e2e/submission/offlineSteps.ts';
import { field, fillNote } from '#tests/e2e/submission/steps.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  openAs,
  type Product,
  type SignedIn,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';

/** Of the business; the clock of Playwright shows the times of other zones wrong. */
test.use({ timezoneId: 'America/Chicago' });

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const clock = (page: Page) => page.getByRole('region', { name: 'Visit clock' });
const start = (page: Page) => page.getByLabel('Start time');
const end = (page: Page) => page.getByLabel('End time');
const readClock = (product: Product, { token }: SignedIn) =>
  product.call<{ startedAt: string } | null>(token, 'GET /api/visit-clock');

/** Starts a visit. @returns its start by the clock of the server */
async function startVisit(page: Page, product: Product, employee: SignedIn): Promise<Date> {
  await press(clock(page), 'Start visit');
  await expect.poll(() => readClock(product, employee)).not.toBeNull();
  return new Date((await readClock(product, employee))?.startedAt ?? '');
}

test(
  'a device that is a day fast counts the minutes of a visit from its start on the server [13.clock.38]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee } = await createTeam(product);
    const show = (moment: Date) => clockInZone(moment, employee.user.timeZone);
    await page.clock.setSystemTime(Date.now() + DAY_MS);
    await openAs(page, product, employee, '/submit');
    const startedAt = await startVisit(page, product, employee);
    await expect(start(page)).toHaveValue(show(startedAt).time);
    await expect(page.getByLabel('Work date')).toHaveValue(show(startedAt).day);
    await expect(clock(page)).toContainText('0 min');
    await expect(clock(page).getByRole('alert')).toHaveCount(0);
    await page.clock.setSystemTime(startedAt.getTime() + DAY_MS + HOUR_MS);
    await failRequests(page, '**/api/visit-clock/end');
    await press(clock(page), 'End visit');
    await expect(page.getByText('Visit clock:')).toBeVisible();
    await expect(start(page)).toHaveValue(show(startedAt).time);
    // The page was answered some seconds after the start.
    const ends = [0, 60_000].map((ms) => show(new Date(startedAt.getTime() + HOUR_MS + ms)).time);
    expect(ends).toContain(await end(page).inputValue());
  },
);

test(
  'the form waits for the answer to the end of a visit before it takes its times [13.clock.39]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    const startedAt = await startVisit(page, product, employee);
    const endedAt = new Date(startedAt.getTime() + HOUR_MS);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/visit-clock/end', async (route) => {
      const response = await route.fetch();
      await released;
      await route.fulfill({ response, json: { ...(await response.json()), endedAt } });
    });
    await press(clock(page), 'End visit');
    await expect(clock(page).getByRole('button', { name: 'End visit' })).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByText('Visit clock:')).toBeHidden();
    release();
    await expect(page.getByText('Visit clock:')).toBeVisible();
    await expect(end(page)).toHaveValue(clockInZone(endedAt, employee.user.timeZone).time);
  },
);

test(
  'a visit whose start has arrived without an answer ends on the server too [13.clock.40]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/ERR_FAILED|status of 409/);
    const { employee } = await createTeam(product);
    let starts = 0;
    let hasNetwork = false;
    await page.route('**/api/visit-clock/start', async (route) => {
      starts += 1;
      if (starts === 1) await route.fetch();
      await (starts > 1 && hasNetwork ? route.continue() : route.abort());
    });
    await openAs(page, product, employee, '/submit');
    await startVisit(page, product, employee);
    await expect(clock(page)).toContainText('Not sent yet');
    hasNetwork = true;
    await press(clock(page), 'End visit');
    await expect(page.getByText('Visit clock:')).toBeVisible();
    await expect(clock(page)).not.toContainText('Not sent yet');
    expect(await readClock(product, employee)).toBeNull();
  },
);

test(
  'a note of another day takes nothing of a visit when its times are kept, and the next note is filled in with it [13.clock.41]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await fillNote(page, client.companyName);
    await page.getByLabel('Work date').fill('2026-03-03');
    const startedAt = await startVisit(page, product, employee);
    await press(clock(page), 'End visit');
    await press(questionOf(page), 'Keep mine');
    await expect(questionOf(page)).toBeHidden();
    await expect(page.getByText('Visit clock:')).toBeHidden();
    await waitForEncryptedForm(page);
    await page.reload();
    await press(questionOf(page), 'Keep mine');
    await expect(start(page)).toHaveValue('22:00');
    await pressAndConfirm(page, 'Start over', 'Start over');
    await expect(page.getByText('Visit clock:')).toBeVisible();
    await expect(start(page)).toHaveValue(clockInZone(startedAt, employee.user.timeZone).time);
  },
);

test(
  'the times of a visit to another client are filled in only after a question [13.clock.41]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, employee, client } = await createTeam(product);
    const other = await createClient(product, manager);
    await assign(product, manager, other, employee);
    const startedAt = new Date(Date.now() - 2 * HOUR_MS).toISOString();
    await product.call(employee.token, 'POST /api/visit-clock/start', { startedAt, clientId: client.id });
    await openAs(page, product, employee, `/submit?client=${other.id}`);
    await expect(clock(page)).toContainText('Visit with');
    await press(clock(page), 'End visit');
    await expect(questionOf(page)).toContainText('The visit clock measured a visit to another client.');
    await press(questionOf(page), 'Keep mine');
    await expect(questionOf(page)).toBeHidden();
    await expect(end(page)).toHaveValue('');
    await expect(page.getByText('Visit clock:')).toBeHidden();
  },
);

test(
  'visits that are kept for later notes replace none of each other, and a late answer asks no question again [13.clock.44]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await fillNote(page, client.companyName);
    await page.getByLabel('Work date').fill('2026-03-03');
    const startedAt = new Date(Date.now() - 2 * HOUR_MS).toISOString();
    await product.call(employee.token, 'POST /api/visit-clock/start', { startedAt });
    await expect(clock(page)).toContainText('Visit since');
    const restore = await failRequests(page, '**/api/visit-clock/end');
    await press(clock(page), 'End visit');
    await press(questionOf(page), 'Keep mine');
    await expect(clock(page)).toContainText('Not sent yet');
    await restore();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(clock(page)).not.toContainText('Not sent yet');
    await expect(questionOf(page)).toBeHidden();
    const next = await startVisit(page, product, employee);
    await press(clock(page), 'End visit');
    await press(questionOf(page), 'Keep mine');
    await expect(questionOf(page)).toBeHidden();
    // Each for a note of its own.
    for (const visit of [next, new Date(startedAt)]) {
      await field(page, 'Summary').fill('All done.');
      await waitForEncryptedForm(page);
      await page.reload();
      if (visit === next) await press(questionOf(page), 'Keep mine');
      await pressAndConfirm(page, 'Start over', 'Start over');
      await expect(page.getByText('Visit clock:')).toBeVisible();
      await expect(start(page)).toHaveValue(clockInZone(visit, employee.user.timeZone).time);
      await expect(questionOf(page)).toBeHidden();
    }
    // Times from the clock are stored with the form.
    await waitForEncryptedForm(page);
    await page.reload();
    await expect(page.getByText('Visit clock:')).toBeVisible();
  },
);

test(
  'a logout asks before it removes what the visit clock has not sent [13.clock.42]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await failRequests(page, '**/api/visit-clock/start');
    await press(clock(page), 'Start visit');
    await expect(clock(page)).toContainText('Not sent yet');
    await press(page, 'Logout');
    await expect(questionOf(page)).toContainText('Log out and lose your visit times?');
    await press(questionOf(page), 'Cancel');
    await expect(clock(page)).toContainText('Not sent yet');
    await press(page, 'Logout');
    await press(questionOf(page), 'Log out');
    await expectText(page, 'Logged out successfully');
  },
);

test(
  'an empty form that is shown again on another day has the date of that day, an unfinished note keeps its own [13.clock.43]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, note } = await createTeam(product);
    const show = (moment: number) => clockInZone(new Date(moment), employee.user.timeZone);
    const now = Date.now();
    const last = { workDate: show(now - HOUR_MS).day, startTime: show(now - HOUR_MS).time };
    await note({ ...last, endTime: show(now).time });
    const resume = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await openAs(page, product, employee, '/submit');
    const date = page.getByLabel('Work date');
    await expect(date).toHaveValue(show(now).day);
    // The end of the last visit of that day.
    await expect(start(page)).not.toHaveValue('');
    await page.clock.setSystemTime(now + DAY_MS);
    await resume();
    await expect(date).toHaveValue(show(now + DAY_MS).day);
    await expect(start(page)).toHaveValue('');
    await field(page, 'Summary').fill('All done.');
    await page.clock.setSystemTime(now + 2 * DAY_MS);
    await resume();
    await expect(field(page, 'Summary')).toHaveValue('All done.');
    await expect(date).toHaveValue(show(now + DAY_MS).day);
  },
);
