/** A phone whose own clocks change in a night in which those of the business do not, and the other way round. */

import { expect, ON_A_PHONE, test } from '#tests/support/helpers/appFixture.ts';
import { openFilled } from './steps.ts';

for (const timezoneId of ['Europe/London', 'America/New_York'])
  test.describe(() => {
    test.use({ timezoneId });
    test(
      `the form on a phone in ${timezoneId} shows the length in the zone of the business [15.zones.5]`,
      ON_A_PHONE,
      async ({ page, product }) => {
        await openFilled(page, product);
        for (const [day, start, end, length] of [
          ['2026-10-25', '00:30', '01:30', '1 h = 4 units'],
          ['2026-03-29', '00:45', '01:45', '1 h = 4 units'],
          ['2026-11-01', '00:30', '02:30', '3 h = 12 units'],
        ] as const) {
          await page.getByLabel('Work date').fill(day);
          await page.getByLabel('Start time').fill(start);
          await page.getByLabel('End time').fill(end);
          await expect(page.getByRole('status', { name: 'Time units' })).toContainText(length);
        }
      },
    );
  });
