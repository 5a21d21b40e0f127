/** The visit clock on Home and in the note form, also without a network. */

import type { Page } from '@playwright/test';
import { clockInZone, toInstant } from '#platform/contract/zone.ts';
import { expectSound } from '#tests/e2e/accessible.ts';
import {
  createTeam,
  expectText,
  descriptionOf,
  press,
  pressAndConfirm,
  questionOf,
} from '#tests/e2e/steps.ts';
import { waitForEncryptedForm } from '#tests/e2e/submission/offlineSteps.ts';
import { fillAndSign, fillNote, sign, signature, submit, unlock } from '#tests/e2e/submission/steps.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  ON_A_PHONE,
  openAs,
  type Product,
  type SignedIn,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';

/** Of the business. */
const ZONE = 'America/Chicago';

const clock = (page: Page) => page.getByRole('region', { name: 'Visit clock' });
const start = (page: Page) => page.getByLabel('Start time');
const end = (page: Page) => page.getByLabel('End time');
const readClock = (product: Product, { token }: SignedIn) =>
  product.call<{ startedAt: string; clientId: number | null } | null>(token, 'GET /api/visit-clock');

test(
  'a visit started on Home survives a reload and fills date and times of the note when it ends [13.clock.20,21]',
  ON_A_PHONE,
  async ({ page, product }) => {
    // The page may be reloaded before it has the answer to the start, which it then sends again.
    allowBrowserError(/status of 409 .*visit-clock\/start/);
    const { employee, client } = await createTeam(product);
    await page.setViewportSize({ width: 360, height: 740 });
    await openAs(page, product, employee);
    await press(clock(page), 'Start visit');
    await expect(clock(page)).toContainText('0 min');
    await expect.poll(() => readClock(product, employee)).not.toBeNull();
    const { startedAt } = (await readClock(product, employee)) ?? { startedAt: '' };
    await page.reload();
    const started = clockInZone(new Date(startedAt), employee.user.timeZone);
    await expect(clock(page)).toContainText('Visit since');
    await expectSound(page);
    await press(clock(page), 'End visit');
    await expect(page).toHaveURL(/\/submit$/);
    await expect(start(page)).toHaveValue(started.time);
    await expect(page.getByLabel('Work date')).toHaveValue(started.day);
    await expect(page.getByText('Visit clock:')).toBeVisible();
    expect(await readClock(product, employee)).toBeNull();
    await expectSound(page);
    await fillAndSign(page, client.companyName);
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
    const [note] = await product.call<{ id: number }[]>(employee.token, 'GET /api/notes/my');
    const whole = await product.call<{ clock: object }>(employee.token, `GET /api/notes/${note?.id}`);
    expect(whole.clock).toMatchObject({ startedAt });
  },
);

test(
  'a visit can be started on Home before anything else has loaded [13.clock.30]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const employee = await product.person();
    // No request that the screen needs is answered.
    await page.route(/\/api\/(?!visit-clock|auth)/, () => {});
    await openAs(page, product, employee);
    await press(clock(page), 'Start visit');
    await expect(clock(page)).toContainText('0 min');
    await expect.poll(() => readClock(product, employee)).not.toBeNull();
    await expect(page.getByRole('status', { name: 'Loading your day' })).toBeVisible();
  },
);

test(
  'shows the clock of a note beside what was signed [13.clock.26]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, employee, note } = await createTeam(product);
    const measured = { startedAt: '2026-03-02T15:02:00Z', endedAt: '2026-03-02T17:14:00Z' };
    const { id } = await note({ clock: measured });
    expect(employee.user.timeZone).toBe(ZONE);
    await openAs(page, product, manager, `/review?note=${id}`);
    await expect(descriptionOf(page, 'Visit clock')).toHaveText(
      'Mar 2, 2026, 9:02 – 11:14 AM, signed 9:00 AM to 11:15 AM',
    );
  },
);

test(
  'a visit that started and ended without a network is sent later, with its moments [13.clock.23]',
  LONG_RUN,
  async ({ page, product }) => {
    allowBrowserError(/ERR_INTERNET_DISCONNECTED/);
    const { employee } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await expect(clock(page)).toBeVisible();
    await page.context().setOffline(true);
    await press(clock(page), 'Start visit');
    await expect(clock(page)).toContainText('Not sent yet');
    await expect(start(page)).not.toHaveValue('');
    await page.context().setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(clock(page)).not.toContainText('Not sent yet');
    await expect.poll(() => readClock(product, employee)).not.toBeNull();
    await page.context().setOffline(true);
    await press(clock(page), 'End visit');
    await expect(page.getByText('Visit clock:')).toBeVisible();
    await expect(clock(page)).toContainText('Not sent yet');
    expect(await readClock(product, employee)).not.toBeNull();
    await page.context().setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(clock(page)).not.toContainText('Not sent yet');
    expect(await readClock(product, employee)).toBeNull();
  },
);

test(
  'a start that the server refuses does not stop the next visit [13.clock.29]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/ERR_INTERNET_DISCONNECTED|status of 400/);
    const { employee } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await expect(clock(page)).toBeVisible();
    await page.context().setOffline(true);
    for (const button of ['Start visit', 'End visit']) await press(clock(page), button);
    await press(clock(page), 'Start visit');
    const json = { code: 'invalid_input', message: 'The start is too long ago.' };
    await page.route('**/api/visit-clock/start', (route) => route.fulfill({ status: 400, json }), {
      times: 1,
    });
    await page.context().setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expectText(page, 'The visit clock was not saved');
    await expect.poll(() => readClock(product, employee)).not.toBeNull();
    await expect(clock(page)).toContainText('Visit since');
  },
);

test(
  'the answer to an earlier visit changes nothing of the one that runs [13.clock.32]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    const { employee } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await expect(clock(page)).toBeVisible();
    await page.context().setOffline(true);
    const begin = Date.now() - 7_200_000;
    await page.clock.setSystemTime(begin);
    await press(clock(page), 'Start visit');
    await page.clock.setSystemTime(begin + 2_400_000);
    await press(clock(page), 'End visit');
    await expect(page.getByText('Visit clock:')).toBeVisible();
    await page.clock.setSystemTime(begin + 3_600_000);
    await press(clock(page), 'Start visit');
    const running = clock(page).getByText('Visit since');
    const text = await running.innerText();
    // Of three changes only the first one gets through.
    await page.route('**/api/visit-clock/end', (route) => route.abort());
    await page.context().setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => readClock(product, employee)).not.toBeNull();
    await expect(clock(page)).toContainText('Not sent yet');
    await expect(running).toHaveText(text);
  },
);

test(
  'a reload during the question about the times asks it again [13.clock.33]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await fillNote(page, client.companyName);
    await press(clock(page), 'Start visit');
    await press(clock(page), 'End visit');
    await expect(questionOf(page)).toContainText('Replace the times in this note?');
    await page.reload();
    await press(questionOf(page), 'Replace');
    await expect(start(page)).not.toHaveValue('22:00');
    await expect(page.getByText('Visit clock:')).toBeVisible();
    await waitForEncryptedForm(page);
    await page.reload();
    await expect(page.getByText('Visit clock:')).toBeVisible();
    await expect(questionOf(page)).toBeHidden();
  },
);

test(
  'a client who is chosen by a link voids what the employee signed, and no default start follows a signature [13.clock.34]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, client, note } = await createTeam(product);
    const at = (minutesAgo: number) => clockInZone(new Date(Date.now() - minutesAgo * 60_000), ZONE);
    await note({ workDate: at(45).day, startTime: at(45).time, endTime: at(0).time });
    await page.route('**/api/time-entries/my?*', () => {});
    await openAs(page, product, employee, '/submit');
    await sign(page, 'Employee');
    await waitForEncryptedForm(page);
    await page.unroute('**/api/time-entries/my?*');
    const hours = page.waitForResponse(/\/api\/time-entries\/my/);
    await page.reload();
    await hours;
    await expect(signature(page, 'Employee').getByRole('status')).toHaveText('Signed');
    await expect(start(page)).toHaveValue('');
    await page.goto(`${product.url}/submit?client=${client.id}`);
    await expectText(page, 'Employee signature removed');
    await expect(signature(page, 'Employee').getByRole('status')).not.toHaveText('Signed');
  },
);

test('a visit is canceled after a confirmation [13.clock.28]', LONG_ON_DESKTOP, async ({ page, product }) => {
  const { employee } = await createTeam(product);
  await openAs(page, product, employee);
  await press(clock(page), 'Start visit');
  await pressAndConfirm(page, 'Cancel visit', 'Cancel visit');
  await expect(clock(page).getByRole('button', { name: 'Start visit' })).toBeVisible();
  await expect.poll(() => readClock(product, employee)).toBeNull();
});

test(
  'a visit of 16 hours asks what to do, and fills only its start [13.clock.22]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee } = await createTeam(product);
    const startedAt = new Date(Date.now() - 16.1 * 3_600_000);
    await product.call(employee.token, 'POST /api/visit-clock/start', { startedAt: startedAt.toISOString() });
    await openAs(page, product, employee);
    await expect(clock(page).getByRole('alert')).toContainText('Did you forget to end this visit?');
    await expectSound(page);
    await press(clock(page), 'End visit');
    await expect(start(page)).toHaveValue(clockInZone(startedAt, employee.user.timeZone).time);
    await expect(end(page)).toHaveValue('');
    await expect(page.getByText('Visit clock:')).toBeHidden();
  },
);

test(
  'times that were typed are replaced by the clock only after a confirmation, and signatures go with them [13.clock.21]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await fillNote(page, client.companyName);
    const at = (minutes: number) => clockInZone(new Date(Date.now() + minutes * 60_000), ZONE);
    const [first, last] = [at(-45), at(10)];
    await page.getByLabel('Work date').fill(first.day);
    await start(page).fill(first.time);
    await end(page).fill(last.time);
    for (const signer of ['Employee', 'Client']) {
      if (signer === 'Client') await unlock(page);
      await sign(page, signer);
    }
    await press(clock(page), 'Start visit');
    await press(clock(page), 'End visit');
    await press(questionOf(page), 'Keep mine');
    await expect(start(page)).toHaveValue(first.time);
    await expect(page.getByText('Visit clock:')).toBeVisible();
    await expect(signature(page, 'Client').getByRole('status')).toHaveText('Signed');
    await press(clock(page), 'Start visit');
    await press(clock(page), 'End visit');
    await press(questionOf(page), 'Replace');
    await expect(start(page)).not.toHaveValue(first.time);
    await expectText(page, 'Both signatures removed');
  },
);

test(
  'Now, the last length and the end of the last visit fill in the times [13.clock.24,25]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee, note } = await createTeam(product);
    // A visit of 45 minutes that ended in this minute, so today.
    const at = (minutesAgo: number) => clockInZone(new Date(Date.now() - minutesAgo * 60_000), ZONE);
    const [first, last] = [at(45), at(0)];
    await note({ workDate: first.day, startTime: first.time, endTime: last.time });
    const after = new Date(toInstant(last, ZONE).getTime() + 45 * 60_000);
    await openAs(page, product, employee, '/submit');
    await expect(start(page)).toHaveValue(last.time);
    await press(page, 'Same length as last visit (45 min)');
    await expect(end(page)).toHaveValue(clockInZone(after, ZONE).time);
    await page.getByLabel('Work date').fill('2026-03-03');
    await start(page).fill('04:10');
    await press(page, 'Set start to now');
    await expect(page.getByLabel('Work date')).toHaveValue(at(0).day);
    expect([last.time, at(1).time, at(0).time]).toContain(await start(page).inputValue());
    await press(page, 'Set end to now');
    expect([last.time, at(1).time, at(0).time]).toContain(await end(page).inputValue());
  },
);
