/** Payroll & Time of managers and employees. */

import { readFile } from 'node:fs/promises';
import { addDays } from '#platform/contract/days.ts';
import { startOfWeek } from '#platform/contract/weeks.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { formatDay } from '#platform/web/format.ts';
import { expectSound } from '#tests/e2e/accessible.ts';
import { items } from '#tests/e2e/review/steps.ts';
import { createTeam, nameOf, press } from '#tests/e2e/steps.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  openAs,
  type Product,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

/** The time zone of the business. */
const ZONE = 'America/Chicago';
const thisWeek = () => startOfWeek(dayInZone(new Date(), ZONE), []);

/** Creates an employee with 2.25 hours on Sunday of this week and 4.5 hours in the week before. */
async function createWorker(product: Product) {
  const { manager, employee: worker, note } = await createTeam(product, { totalTimeUnits: 900 });
  const work = (workDate: string, title: string) => note({ workDate, title });
  await work(thisWeek(), 'Sunday visit');
  const lastWeek = [
    await work(addDays(thisWeek(), -6), 'Monday visit'),
    await work(addDays(thisWeek(), -5), 'Tuesday visit'),
  ];
  return { manager, worker, work, lastWeek, name: nameOf(worker) };
}

test('a manager sees the hours of each employee, the week before and the entries [1.managers.15 2.routes.9 2.payroll.1,2 4.trend.1 6.capability.24 9.units.4 12.payroll.1]', async ({
  page,
  product,
}) => {
  const { manager, name, lastWeek } = await createWorker(product);
  await openAs(page, product, manager, `/payroll?week=${thisWeek()}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payroll & Time Management');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('2.25 h');
  await expect(row).toContainText('9 units');
  await expect(row).toContainText('4.50 h');
  await expect(row).toContainText('−2.25 h');
  // More hours may be added during the week.
  await expect(row).not.toContainText('Down');
  await expectSound(page);

  await press(page, 'Previous week');
  await expect(page.getByRole('button', { name: 'Last week' })).toHaveAttribute('aria-pressed', 'true');
  await expect(row).toContainText('Up');
  await row.getByRole('button', { name }).press('Enter');
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog.getByRole('row')).toHaveCount(3 + 8);
  await expect(dialog).toContainText('Monday visit');
  await expect(dialog).toContainText('2 h 15 min');
  await expect(dialog).not.toContainText('Sunday visit');
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row.getByRole('button', { name })).toBeFocused();
  await press(page, 'This week');
  await expect(row).toContainText('−2.25 h');
  await page.getByLabel('Week of').pressSequentially('01072026');
  await expect(page).toHaveURL(/week=2026-01-04/);
  await press(page, 'Last week');
  await expect(page.getByRole('button', { name: 'Last week' })).toHaveAttribute('aria-pressed', 'true');
  await expect(row).toContainText('Up');
  await expect(page.getByText(/^[^:]+: 4\.50 h, 2 entries, 2 not approved$/)).toBeVisible();
  await page.getByRole('link', { name: 'Review these' }).click();
  await expect(items(page)).toHaveCount(2);
  await expect(page.getByText(`Visits on ${formatDay(thisWeek())}`)).toBeHidden();
  await expect(page.getByText('Filters (2)')).toBeVisible();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(addDays(thisWeek(), -7));
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(addDays(thisWeek(), -1));
  await expectSound(page);

  // Payroll still counts notes on hold as not approved.
  for (const { id } of lastWeek)
    await product.call(manager.token, `PATCH /api/notes/${id}/review`, { action: 'hold' });
  await expect(page.getByText(/^No pending notes match these filters\. Notes on hold/)).toBeVisible();
  await press(page, 'Clear filters');
  await expect(items(page)).toHaveCount(1);
  await expect(page).not.toHaveURL(/date/);
});

test(
  'a manager sets after how many hours of a week work is overtime, and payroll shows it [14.pay.4,120]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, name } = await createWorker(product);
    await openAs(page, product, manager, '/business-settings');
    const limit = page.getByLabel('Overtime after (hours a week)');
    await expect(limit).toHaveValue('40');
    await limit.fill('0');
    await press(page, 'Save settings');
    await expect(page.getByText('Enter whole hours from 1 to 168')).toBeVisible();
    await limit.fill('2');
    await press(page, 'Save settings');
    await expect(page.getByText('Business settings saved').first()).toBeVisible();
    await page.goto(`${product.url}/payroll?week=${thisWeek()}`);
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('0.25 h overtime');
    // The week before had 4.5 hours and a limit of 40.
    await expect(row).not.toContainText('2.50 h overtime');
    await expect(page.getByText('Overtime is time worked after 2 hours in a week;')).toBeVisible();
    await expectSound(page);
    await row.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog', { name })).toContainText('0.25 h overtime');
    await expectSound(page);
  },
);

test(
  'new hours appear on an open page, and a failed request can be retried',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, work, name } = await createWorker(product);
    let broken = true;
    expectBrowserError(/ERR_FAILED .*\/api\/payroll\/week/);
    await page.route('**/api/payroll/week?*', (route) => (broken ? route.abort() : route.continue()));
    await openAs(page, product, manager, `/payroll?week=${thisWeek()}`);
    await expect(page.getByRole('alert')).toContainText("Couldn't load payroll");
    await expectSound(page);
    broken = false;
    await press(page, 'Try again');
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('2.25 h');
    await work(thisWeek(), 'Another visit');
    await expect(row).toContainText('18 units');
  },
);

test(
  'payroll shows billed units without those of a disputed visit, and how many these are [14.pay.121]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, work, name } = await createWorker(product);
    const { id } = await work(thisWeek(), 'Disputed visit');
    const { url } = await product.call<{ url: string }>(manager.token, `POST /api/notes/${id}/receipt`);
    await product.call(null, `POST /api/receipts/${url.split('/').at(-1)}/dispute`, { reason: 'not_here' });
    await openAs(page, product, manager, `/payroll?week=${thisWeek()}`);
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('4.50 h');
    await row.getByRole('button', { name: '9 units, see calculation' }).first().click();
    await expect(
      page.getByText('Not included: 9 units from visits that are disputed or were sent back automatically.'),
    ).toBeVisible();
    await expectSound(page);
  },
);

test('a manager exports the week and other dates', LONG_RUN, async ({ page, product }) => {
  const { manager, name } = await createWorker(product);
  await openAs(page, product, manager, `/payroll?week=${thisWeek()}`);
  await press(page, 'Export');
  await expectSound(page);
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Time entries (CSV)' }).click(),
  ]);
  const week = { from: thisWeek(), to: addDays(thisWeek(), 6) };
  expect(csv.suggestedFilename()).toBe(`payroll-entries-${week.from}-to-${week.to}.csv`);
  const text = await readFile(await csv.path(), 'utf8');
  expect(text).toContain(`"${name}"`);
  expect(text).toContain('"135","9","Pending","Sunday visit"');
  expect(text).not.toContain('Monday visit');

  await press(page, 'Export');
  await page.getByRole('menuitem', { name: 'Other dates…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export hours' });
  await dialog.getByLabel('First day').fill(addDays(week.to, 1));
  await press(dialog, 'Download');
  await expect(dialog.getByText("The last day can't be before the first")).toBeVisible();
  await expect(dialog.getByLabel('Last day')).toBeFocused();
  await expectSound(page);
  await dialog.getByLabel('First day').fill(addDays(week.from, -7));
  await dialog.getByText('Totals by employee').click();
  await dialog.getByText('Excel').click();
  const [xlsx] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(xlsx.suggestedFilename()).toBe(`payroll-people-${addDays(week.from, -7)}-to-${week.to}.xlsx`);
  expect((await readFile(await xlsx.path())).subarray(0, 2).toString()).toBe('PK');
  await expect(dialog).toBeHidden();
});

test(
  'an employee sees only the own hours [1.employees.11 2.profile.14 2.payroll.3 6.capability.23]',
  LONG_RUN,
  async ({ page, product }) => {
    const { worker } = await createWorker(product);
    await openAs(page, product, worker, '/payroll');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Payroll & Time Tracking');
    const valueOf = (label: string) =>
      page.getByRole('definition').and(page.locator(`dt:text-is("${label}") + dd`));
    await expect(valueOf('This Week')).toContainText('2.25 h');
    await expect(valueOf('This Week')).toContainText('9 units · 1 entry');
    await expect(valueOf('Last Week')).toContainText('4.50 h');
    await expect(valueOf('Weekly Change')).toContainText('−2.25 h');
    await expect(valueOf('Weekly Change')).not.toContainText('Down');
    await expect(valueOf('Weekly average')).toHaveText('3.38 h');
    await expect(valueOf('Total units')).toHaveText('27 units');
    await expect(page.getByRole('table', { name: 'Entries this week' })).toContainText('Sunday visit');
    const before = page.getByRole('table', { name: 'Entries last week' });
    await expect(before.getByRole('row')).toHaveCount(3);
    await expect(before).toContainText('Tuesday visit');
    await expectSound(page);

    await press(page, 'Export');
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Time entries (CSV)' }).click(),
    ]);
    expect((await readFile(await csv.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(2);
  },
);

test(
  'an employee without entries sees how entries appear [2.profile.18]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await openAs(page, product, await product.person(), '/payroll');
    await expect(page.getByText('No Time Entries Yet')).toBeVisible();
    await expect(
      page.getByText('Entries appear when work notes are submitted with time tracking.'),
    ).toBeVisible();
    await expectSound(page);
    await page.getByRole('main').getByRole('link', { name: 'Submit Note' }).click();
    await expect(page).toHaveURL(/\/submit$/);
  },
);
