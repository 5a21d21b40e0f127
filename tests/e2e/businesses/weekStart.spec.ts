/** The week start of a business, and the screens that follow it. */

import type { Page } from '@playwright/test';
import { addDays } from '#platform/contract/days.ts';
import { startOfWeek } from '#platform/contract/weeks.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { formatDay } from '#platform/web/format.ts';
import { expectSound } from '#tests/e2e/accessible.ts';
import { cardOf, expectText, press } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, openAs, test, LONG_RUN } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';

/** The Sunday after the current week. */
const nextSunday = () => addDays(startOfWeek(dayInZone(new Date(), 'America/Chicago'), []), 7);

const select = (page: Page) => page.getByLabel('Week starts on');

/** The week that payroll shows: 'Nov 30 – Dec 6, 2026'. */
const shownWeek = (page: Page) => page.getByRole('button', { name: 'Previous week' }).locator('+ p');

const UNCHANGED = "A change takes effect after the current week. Earlier weeks won't change.";

const MONTH = /^\w+ \d+/;
const shortDay = (day: string) => MONTH.exec(formatDay(day))?.[0] ?? '';

test(
  'a manager changes the week start, and payroll shows the short week and the new one [11.week.5,7]',
  LONG_RUN,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    await openAs(page, product, manager, '/business-settings');
    await expect(select(page)).toHaveValue('0');
    await expectText(page, UNCHANGED);
    await select(page).selectOption('Monday');
    const monday = addDays(nextSunday(), 1);
    const hint = `Starting ${formatDay(monday)}, weeks begin on Monday. Earlier weeks won't change. The week before that will be 1 day long.`;
    await expectText(page, hint);
    await expectSound(page);
    await press(page, 'Save settings');
    await expectText(page, 'Business settings saved');
    await page.reload();
    await expect(select(page)).toHaveValue('1');
    await expectText(page, hint);

    // Two weeks later.
    await page.clock.setFixedTime(`${addDays(monday, 8)}T18:00:00Z`);
    await page.goto(`${product.url}/payroll?week=${addDays(monday, 6)}`);
    await expect(shownWeek(page)).toContainText(`${shortDay(monday)} – ${formatDay(addDays(monday, 6))}`);
    await expect(page.getByRole('button', { name: 'Last week' })).toHaveAttribute('aria-pressed', 'true');
    await press(page, 'Export');
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Time entries (CSV)' }).click(),
    ]);
    expect(csv.suggestedFilename()).toBe(`payroll-entries-${monday}-to-${addDays(monday, 6)}.csv`);
    await press(page, 'Previous week');
    await expect(shownWeek(page)).toHaveText(`${formatDay(nextSunday())} (1 day)`);
    await expectSound(page);
    await press(page, 'Previous week');
    await expect(shownWeek(page)).toHaveText(
      `${shortDay(addDays(nextSunday(), -7))} – ${formatDay(addDays(nextSunday(), -1))}`,
    );
    await press(page, 'Next week');
    await press(page, 'Next week');
    await press(page, 'Next week');
    await expect(page.getByRole('button', { name: 'This week' })).toHaveAttribute('aria-pressed', 'true');
  },
);

test(
  'the hours on the dashboard name the weekdays of the weeks [11.week.6,7]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    await openAs(page, product, manager, '/business-settings');
    await select(page).selectOption('Saturday');
    await press(page, 'Save settings');
    await expectText(page, 'Business settings saved');
    const hours = cardOf(page, 'Hours by Week');
    await page.goto(`${product.url}/dashboard`);
    await expect(hours).toContainText('Team hours, Sunday to Saturday, this week so far');
    // The weeks of the chart begin on different weekdays.
    await openOn(addDays(nextSunday(), 15));
    await expect(hours).toContainText('Team hours, this week so far');
    await openOn(addDays(nextSunday(), 80));
    await expect(hours).toContainText('Team hours, Saturday to Friday, this week so far');

    /** Opens the dashboard on another day; the page that is open must not see its clock change. */
    async function openOn(day: string) {
      await page.goto('about:blank');
      await page.clock.setFixedTime(`${day}T18:00:00Z`);
      await page.goto(`${product.url}/dashboard`);
    }
  },
);

test(
  'another open page follows a change without a reload [11.week.6]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const [manager, colleague] = [
      await product.person({ role: 'manager' }),
      await product.person({ role: 'manager' }),
    ];
    // For the server, the quarter of the dashboard has not begun.
    allowBrowserError(/status of 400 .*summary\?from=/);
    await page.clock.setFixedTime(`${addDays(nextSunday(), 80)}T18:00:00Z`);
    const connected = page.waitForResponse('**/api/events*');
    await openAs(page, product, colleague, '/dashboard');
    await connected;
    const hours = cardOf(page, 'Hours by Week');
    await expect(hours).toContainText('Team hours, Sunday to Saturday, this week so far');
    await product.call(manager.token, 'PUT /api/business', { weekStart: 1 });
    await expect(hours).toContainText('Team hours, Monday to Sunday, this week so far');
  },
);

test(
  'a change is withdrawn with the weekday in effect [11.week.7]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    await product.call(manager.token, 'PUT /api/business', { weekStart: 3 });
    await openAs(page, product, manager, '/business-settings');
    const from = addDays(nextSunday(), 3);
    await expect(page.getByText(`Starting ${formatDay(from)}, weeks begin on Wednesday.`)).toContainText(
      'The week before that will be 3 days long.',
    );
    await select(page).selectOption('Sunday');
    await expectText(page, UNCHANGED);
    await press(page, 'Save settings');
    await expectText(page, 'Business settings saved');
    expect(await product.call(manager.token, 'GET /api/business')).toMatchObject({
      weekStart: 0,
      weekStarts: [],
    });
  },
);
