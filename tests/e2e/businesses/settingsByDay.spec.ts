/** Settings that hold from a day: what a change does is shown before it is saved. */

import { startOfWeek } from '#platform/contract/weeks.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { formatDay } from '#platform/web/format.ts';
import { expectSound } from '#tests/e2e/accessible.ts';
import { createTeam, expectText, press } from '#tests/e2e/steps.ts';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';

const dayIn = (timeZone: string) => dayInZone(new Date(), timeZone);

test('a manager sees when a new time zone and overtime limit take effect, and what stays [15.settings.120]', async ({
  page,
  product,
}) => {
  const expectHint = (text: string) => expect(page.getByText(text).first()).toBeVisible();
  const { manager, note } = await createTeam(product, { totalTimeUnits: 900 });
  await note({ title: 'Visit' });
  await openAs(page, product, manager, '/business-settings');
  await expectHint("A change takes effect today. Signed notes, their hours and earlier days won't change.");
  await page.getByRole('combobox', { name: 'Time zone' }).fill('denver');
  await page.getByRole('option', { name: 'America/Denver' }).click();
  const today = formatDay(dayIn('America/Denver'));
  await expectHint(`Takes effect today, ${today}. Earlier days stay in America/Chicago`);
  await page.getByLabel('Overtime after (hours a week)').fill('35');
  const week = formatDay(startOfWeek(dayIn('America/Chicago'), []));
  await expectHint(`Takes effect the week of ${week}. Earlier weeks keep 40 hours.`);
  await expectSound(page);
  await press(page, 'Save settings');
  await expectText(page, 'Business settings saved');
  await page.reload();
  await expectHint('Earlier days are in America/Chicago.');
  await expectHint('Earlier weeks keep 40 hours.');
  await expect(page.getByLabel('Overtime after (hours a week)')).toHaveValue('35');
});
