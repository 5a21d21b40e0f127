/** Visits on nights on which clocks change: the hour that exists twice, and the one that does not. */

import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '#tests/e2e/accessible.ts';
import { createTeam, expectText, press } from '#tests/e2e/steps.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  ON_A_PHONE,
  openAs,
  type Product,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { openClientSigning, clientSigning } from './clientSigningSteps.ts';
import { fillNote, readOnlyNote, sign, startNextNote, submit, unlock } from './steps.ts';
import { openPrepared, setClockOff } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

const BEFORE = '1:30 AM, before the clocks change';

/** The form of an employee in Chicago, where clocks go back at 2:00 AM, with a visit of that night. */
async function openNight(page: Page, product: Product) {
  const team = await createTeam(product);
  await openAs(page, product, team.employee, '/submit');
  await fillNote(page, team.client.companyName);
  await page.getByLabel('Work date').fill('2026-11-01');
  return team;
}

async function fillTimes(page: Page, startTime: string, endTime: string): Promise<void> {
  await page.getByLabel('Start time').fill(startTime);
  await page.getByLabel('End time').fill(endTime);
}

const length = (page: Page) => page.getByRole('status', { name: 'Time units' });
const hourOf = (page: Page, which: 'start' | 'end') =>
  page.getByRole('combobox', { name: `${which === 'start' ? 'Start' : 'End'} hour` });

async function signBoth(page: Page): Promise<void> {
  await sign(page, 'Employee');
  await unlock(page);
  await sign(page, 'Client');
}

interface Paid {
  people: { employeeId: number; thisWeek: { minutes: number } }[];
}

test(
  'a visit from 1:30 to 1:15 of the repeated hour is 45 minutes from the form and the signing screen to payroll and evidence [15.hours.6,122]',
  ON_A_PHONE,
  async ({ page, product }) => {
    const { employee, manager } = await openNight(page, product);
    await fillTimes(page, '00:15', '00:45');
    await expect(hourOf(page, 'start')).toBeHidden();
    await fillTimes(page, '01:30', '01:15');
    await expect(hourOf(page, 'start').getByRole('option')).toHaveText([
      BEFORE,
      '1:30 AM, after the clocks change',
    ]);
    await expect(hourOf(page, 'end').getByRole('option')).toHaveText(['1:15 AM, after the clocks change']);
    await expect(length(page)).toContainText('45 min = 3 units');
    await expect(length(page)).not.toContainText('next day');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await openClientSigning(page);
    await expect(clientSigning(page)).toContainText(
      '1:30 AM (before the clocks change) to 1:15 AM (after the clocks change)',
    );
    await page.keyboard.press('Escape');
    await signBoth(page);
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
    const note = await readOnlyNote<{ id: number }>(product, employee);
    expect(note).toMatchObject({
      minutes: 45,
      timeUnitsUsed: '3.00',
      startOccurrence: 'first',
      endOccurrence: 'second',
    });
    const week = await product.call<Paid>(manager.token, 'GET /api/payroll/week?week=2026-11-01');
    expect(week.people.find(({ employeeId }) => employeeId === employee.user.id)?.thisWeek.minutes).toBe(45);
    const evidence = await product.call<{ canonical: string; matches: boolean }>(
      manager.token,
      `GET /api/notes/${note.id}/evidence`,
    );
    expect(evidence.matches).toBe(true);
    expect(JSON.parse(evidence.canonical)).toMatchObject({
      start: '2026-11-01T06:30:00.000Z',
      end: '2026-11-01T07:15:00.000Z',
      signedMinutes: 45,
      signedUnits: '3.00',
    });
    await openAs(page, product, manager, `/management?note=${note.id}`);
    await expect(page.getByRole('dialog')).toContainText(
      'Nov 1, 2026, 1:30 AM (before the clocks change) to 1:15 AM (after the clocks change)',
    );
  },
);

test(
  'an hour and two visits one after the other in the repeated hour are paid in full and do not overlap [15.hours.6,122]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee, manager, client } = await openNight(page, product);
    await fillTimes(page, '01:00', '01:30');
    await expect(length(page)).toContainText('30 min = 2 units');
    await signBoth(page);
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
    await startNextNote(page);
    await fillNote(page, client.companyName);
    await page.getByLabel('Work date').fill('2026-11-01');
    await fillTimes(page, '01:00', '01:30');
    await expect(page.getByText('You already have work within this time')).toBeVisible();
    await sign(page, 'Employee');
    await hourOf(page, 'start').selectOption('1:00 AM, after the clocks change');
    await expectText(page, 'Employee signature removed');
    await expect(hourOf(page, 'end')).toHaveValue('second');
    await expect(page.getByText('You already have work within this time')).toBeHidden();
    await signBoth(page);
    await submit(page);
    await expect(page.getByText('Note submitted successfully!').first()).toBeVisible();
    const week = () => product.call<Paid>(manager.token, 'GET /api/payroll/week?week=2026-11-01');
    await expect
      .poll(
        async () =>
          (await week()).people.find(({ employeeId }) => employeeId === employee.user.id)?.thisWeek.minutes,
      )
      .toBe(60);
    const notes = await product.call<{ id: number; startOccurrence: string }[]>(
      employee.token,
      'GET /api/notes/my',
    );
    expect(notes.map(({ startOccurrence }) => startOccurrence)).toEqual(['second', 'first']);
    for (const { id } of notes)
      expect(await product.call(manager.token, `GET /api/notes/${id}`)).toMatchObject({ overlaps: [] });
  },
);

test(
  'a draft and a reload keep the hour, and 1:30 to 1:30 is an hour [15.hours.10,122]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee } = await openNight(page, product);
    await fillTimes(page, '00:30', '01:30');
    await hourOf(page, 'end').selectOption('1:30 AM, after the clocks change');
    await expect(length(page)).toContainText('2 h = 8 units');
    await page.reload();
    await expect(hourOf(page, 'end')).toHaveValue('second');
    await press(page, 'Save Draft');
    await page.getByRole('dialog').getByRole('textbox').fill('Night');
    await press(page.getByRole('dialog'), 'Save Draft');
    await expect
      .poll(() => product.call(employee.token, 'GET /api/drafts'))
      .toMatchObject([{ startOccurrence: null, endOccurrence: 'second' }]);
    await fillTimes(page, '01:30', '01:30');
    await expect(length(page)).toContainText('1 h = 4 units');
  },
);

test('a time that clocks skip is refused at its field with the time to enter [15.hours.124]', async ({
  page,
  product,
}) => {
  await openNight(page, product);
  await page.getByLabel('Work date').fill('2026-03-08');
  await fillTimes(page, '02:15', '02:45');
  const message = 'At 2:00 AM clocks went forward to 3:00 AM. Enter 3:15 AM.';
  await expect(length(page)).toContainText(message);
  await submit(page);
  await expect(page.getByLabel('Start time')).toHaveAccessibleDescription(new RegExp(message));
  await expect(page.getByLabel('End time')).toHaveAccessibleDescription(/Enter 3:45 AM\./);
  await fillTimes(page, '03:15', '03:45');
  await expect(length(page)).toContainText('30 min = 2 units');
});

test(
  'the visit clock fills in which hour it was, also without a network [15.hours.123]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await openPrepared(page, product);
    await page.context().setOffline(true);
    await setClockOff(page, Date.parse('2026-11-01T06:30:20Z') - Date.now());
    await page.goto(product.url);
    const clock = page.getByRole('region', { name: 'Visit clock' });
    await press(clock, 'Start visit');
    await expect(clock).toContainText('Visit since 1:30 AM (before the clocks change)');
    await setClockOff(page, 45 * 60_000);
    await page.reload();
    await press(clock, 'End visit');
    await page.goto(`${product.url}/submit`);
    await expect(page.getByLabel('Work date')).toHaveValue('2026-11-01');
    await expect(page.getByLabel('Start time')).toHaveValue('01:30');
    await expect(page.getByLabel('End time')).toHaveValue('01:15');
    await expect(hourOf(page, 'start')).toHaveValue('first');
    await expect(hourOf(page, 'end')).toHaveValue('second');
    await expect(length(page)).toContainText('45 min');
    await expectText(page, 'Nov 1, 2026 at 1:30 AM CDT – Nov 1, 2026 at 1:15 AM CST');
  },
);
