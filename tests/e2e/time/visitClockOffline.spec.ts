/** The visit clock in the installed app, which starts without a network. */

import type { Page } from '@playwright/test';
import { clockInZone } from '#platform/contract/zone.ts';
import { press } from '#tests/e2e/steps.ts';
import { waitForEncryptedForm } from '#tests/e2e/submission/offlineSteps.ts';
import { openPrepared, setClockOff } from '#tests/e2e/submission/visitSteps.ts';
import { expect, LONG_ON_DESKTOP, test } from '#tests/support/helpers/appFixture.ts';

test.use({ serviceWorkers: 'allow' });

const MINUTE_MS = 60_000;
const clock = (page: Page) => page.getByRole('region', { name: 'Visit clock' });

const LENGTH = 45;

interface AuditRow {
  action: string;
  actorId: number;
  details: { startedAt: string; endedAt?: string };
}

test(
  'a visit that starts and ends without a network, over starts of the app, is in the form and then on the server [13.clock.50]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, manager } = await openPrepared(page, product);
    const { id, timeZone } = employee.user;
    await page.context().setOffline(true);
    await setClockOff(page, -2 * LENGTH * MINUTE_MS);
    await page.goto(product.url);
    await press(clock(page), 'Start visit');
    await expect(clock(page)).toContainText('Not sent yet');

    await setClockOff(page, LENGTH * MINUTE_MS);
    await page.reload();
    await expect(clock(page)).toContainText('Visit since');
    await expect(clock(page)).toContainText(`${LENGTH} min`);
    await press(clock(page), 'End visit');
    await page.goto(`${product.url}/submit`);
    await expect(page.getByText('Visit clock:')).toBeVisible();

    await waitForEncryptedForm(page);
    await setClockOff(page, LENGTH * MINUTE_MS);
    await page.reload();
    const readVisits = () => product.call<AuditRow[]>(manager.token, 'GET /api/audit?object=visit');
    expect(await readVisits()).toEqual([]);
    await page.context().setOffline(false);
    await expect.poll(async () => (await readVisits()).length).toBe(2);
    const [ended, started] = await readVisits();
    expect(started).toMatchObject({ action: 'started', actorId: id });
    expect(ended).toMatchObject({ action: 'ended', actorId: id, details: started?.details });
    const { startedAt = '', endedAt = '' } = ended?.details ?? {};
    const minutes = (Date.parse(endedAt) - Date.parse(startedAt)) / MINUTE_MS;
    expect(Math.floor(minutes)).toBe(LENGTH);

    const [start, end] = [startedAt, endedAt].map((at) => clockInZone(new Date(at), timeZone));
    await expect(page.getByLabel('Work date')).toHaveValue(start?.day ?? '');
    await expect(page.getByLabel('Start time')).toHaveValue(start?.time ?? '');
    await expect(page.getByLabel('End time')).toHaveValue(end?.time ?? '');
    await expect(page.getByText('Visit clock:')).toBeVisible();
    await expect(clock(page).getByRole('button', { name: 'Start visit' })).toBeVisible();
  },
);
