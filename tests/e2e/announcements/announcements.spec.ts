/** Announcements: managers publish them, colleagues read them. */

import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll, expectSound } from '#tests/e2e/accessible.ts';
import { expectText, press } from '#tests/e2e/steps.ts';
import { buildAnnouncementForm } from '#tests/support/factories/announcements.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  openAs,
  type Product,
  type SignedIn,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

const list = (page: Page, name: 'Upcoming This Week' | 'All Announcements') =>
  page.getByRole('list', { name, exact: true });
const card = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const post = (product: Product, { token }: SignedIn, fields: object) =>
  product.call(token, 'POST /api/announcements', buildAnnouncementForm({ ...fields }));

test(
  'a manager publishes, edits and deletes an announcement while a colleague has the page open [1.roles.3 1.employees.7 1.managers.14 2.announcements.2,4 6.capability.15 8.announcements.4]',
  LONG_RUN,
  async ({ page, browser, product }) => {
    const title = uniqueName('Meeting');
    const employee = await product.person();
    await openAs(
      page,
      product,
      await product.person({ role: 'manager', firstName: 'Mia' }),
      '/announcements',
    );
    const other = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
    await openAs(other, product, employee, '/announcements');
    await expect(other.getByRole('heading', { name: 'All Announcements' })).toBeVisible();
    await expect(other.getByRole('button', { name: 'Create Announcement' })).toHaveCount(0);

    await press(page, 'Create Announcement');
    const form = page.getByRole('dialog');
    await press(form, 'Create Announcement');
    await expect(form.getByText('Title is required')).toBeVisible();
    await expect(form.getByText('Content is required')).toBeVisible();
    await expect(form.getByLabel('Title')).toBeFocused();
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Content').fill('Who covers whom over the holidays.');
    await form.getByLabel('Type').selectOption('Meeting');
    await form.getByLabel('Priority').selectOption('Urgent');
    const day = dayOf(inDays(3));
    await form.getByLabel('Scheduled Date').fill(day);
    await press(form, 'Create Announcement');
    await expect(form.getByText('Choose a time, or leave both empty')).toBeVisible();
    await form.getByLabel('Time', { exact: false }).last().fill('09:30');
    await form.getByLabel('Location').fill('Room 2');
    await expectSound(page);
    await press(form, 'Create Announcement');
    await expectText(page, 'Announcement created successfully');
    await expect(form).toBeHidden();

    await expect(list(page, 'Upcoming This Week')).toContainText(title);
    await expect(list(other, 'Upcoming This Week')).toContainText(title);
    const read = card(other, title);
    await expect(read).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4} at 9:30 AM/);
    await expect(read).toContainText('Urgent priority');
    await expect(read).toContainText('Mia Worker');
    await expect(read.getByRole('button')).toHaveCount(0);
    await expectNoSidewaysScroll(page);

    await editAndDelete(page, title);
    await expect(other.getByText(`${title} moved`)).toHaveCount(0);
    await other.context().close();
  },
);

async function editAndDelete(page: Page, title: string): Promise<void> {
  const form = page.getByRole('dialog');
  await card(page, title)
    .getByRole('button', { name: `Edit ${title}` })
    .click();
  await expect(form.getByLabel('Location')).toHaveValue('Room 2');
  await form.getByLabel('Title').fill(`${title} moved`);
  await form.getByLabel('Scheduled Date').fill('');
  await form.getByLabel('Time', { exact: false }).last().fill('');
  await press(form, 'Update Announcement');
  await expectText(page, 'Announcement updated successfully');
  await expect(list(page, 'All Announcements')).toContainText(`${title} moved`);

  await press(page, `Delete ${title} moved`);
  const question = page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .filter({ hasText: 'Delete announcement?' });
  await expect(question).toContainText('Who covers whom over the holidays.');
  await press(question, 'Delete');
  await expectText(page, 'Announcement deleted successfully');
  await expect(card(page, `${title} moved`)).toHaveCount(0);
}

test(
  'a failed load or save is shown and can be retried, and the input is kept [8.announcements.1]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    expectBrowserError(/ERR_FAILED .*\/api\/announcements/);
    await page.route('**/api/announcements?*', (route) => route.abort());
    await openAs(page, product, manager, '/announcements');
    await expect(page.getByText("Couldn't load announcements")).toHaveCount(2);
    await page.unroute('**/api/announcements?*');
    for (let list = 0; list < 2; list += 1)
      await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByText("Couldn't load announcements")).toHaveCount(0);

    await page.route('**/api/announcements', (route) => route.abort());
    await press(page, 'Create Announcement');
    const form = page.getByRole('dialog');
    await form.getByLabel('Title').fill('Flu shots');
    await form.getByLabel('Content').fill('Ten minutes, free.');
    await press(form, 'Create Announcement');
    await expect(page.getByText(/^Failed to create announcement/).first()).toBeVisible();
    await page.reload();
    await press(page, 'Create Announcement');
    await expect(form.getByLabel('Title')).toHaveValue('Flu shots');
  },
);

test(
  'Home shows the three newest announcements and links to all [2.home.12,15 9.counts.1]',
  LONG_RUN,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    const titles = ['one', 'two', 'three', 'four'].map((word) => uniqueName(word));
    for (const title of titles)
      await post(product, manager, { title, scheduledDate: inDays(30).toISOString() });
    await openAs(page, product, await product.person());
    const recent = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Recent Announcements' }) });
    await expect(recent.getByRole('listitem')).toHaveCount(3);
    await expect(recent.getByRole('heading', { level: 3 })).toHaveText(titles.slice(1).toReversed());
    await recent.getByRole('link', { name: 'View All Announcements' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Announcements' })).toBeVisible();
    await expect(list(page, 'All Announcements')).toContainText(titles[0] ?? '');
  },
);

test(
  'a time that clocks show twice asks for the hour, and one that they skip is refused with the time to enter [15.hours.124]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    const title = uniqueName('Night shift');
    await openAs(page, product, manager, '/announcements');
    await press(page, 'Create Announcement');
    const form = page.getByRole('dialog');
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Content').fill('Who is on the phone.');
    const fillWhen = async (day: string, time: string) => {
      await form.getByLabel('Scheduled Date').fill(day);
      await form.getByLabel('Time', { exact: false }).last().fill(time);
    };
    await fillWhen('2027-03-14', '02:15');
    await press(form, 'Create Announcement');
    await expect(form).toContainText('At 2:00 AM clocks went forward to 3:00 AM. Enter 3:15 AM.');
    const hour = form.getByRole('combobox', { name: 'Hour' });
    await expect(hour).toBeHidden();
    await fillWhen('2027-11-07', '01:30');
    await expect(form).toContainText('Clocks go back, so 1:30 AM occurs twice.');
    await hour.selectOption('1:30 AM, after the clocks change');
    await expectSound(page);
    await press(form, 'Create Announcement');
    await expectText(page, 'Announcement created successfully');
    const stored = await product.call<{ title: string; scheduledDate: string }[]>(
      manager.token,
      'GET /api/announcements',
    );
    // 1:30 in winter time, six hours behind UTC; the first 1:30 was an hour earlier.
    expect(stored.find((one) => one.title === title)?.scheduledDate).toBe('2027-11-07T07:30:00.000Z');
  },
);
