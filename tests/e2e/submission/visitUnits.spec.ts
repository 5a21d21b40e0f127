/** A browser whose data about time zones is older than the server's computes another length of a visit. */

import type { Page } from '@playwright/test';
import { expectText } from '#tests/e2e/steps.ts';
import { expect, ON_A_PHONE, openAs, test, LONG_RUN } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { openClientSigning, clientSigning } from './clientSigningSteps.ts';
import { field, fillNote, openFilled, readOnlyNote, sign, signature, submit, unlock } from './steps.ts';
import { openPrepared } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

/** For this browser the business's zone never changes its clocks, as in a part of Canada. */
const useOlderZones = (page: Page) =>
  page.addInitScript(() => {
    const { DateTimeFormat } = Intl;
    type Values = [string, ZonedFormatOptions];
    const toOlder = ([locale, options]: Values): Values => [
      locale,
      options.timeZone === 'America/Chicago' ? { ...options, timeZone: 'America/Regina' } : options,
    ];
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct: (target, values: Values) => new target(...toOlder(values)),
      apply: (target, _, values: Values) => target(...toOlder(values)),
    });
  });

/** Three hours, because the hour from 1:00 to 2:00 is repeated; two for the browser. */
async function fillLongNight(page: Page): Promise<void> {
  await page.getByLabel('Work date').fill('2026-11-01');
  await page.getByLabel('Start time').fill('00:30');
  await page.getByLabel('End time').fill('02:30');
}

const length = (page: Page) => page.getByRole('status', { name: 'Time units' });

test(
  'the form removes the signatures of another length than the server computes, keeps the rest and shows it on the signing screen [15.hours.120]',
  ON_A_PHONE,
  async ({ page, product }) => {
    await useOlderZones(page);
    expectBrowserError(/409 .*\/api\/notes/);
    // Both sign before the form knows the server's answer.
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/units/preview', async (route) => {
      await isAnswered;
      await route.continue();
    });
    const { employee } = await openFilled(page, product);
    await fillLongNight(page);
    await expect(length(page)).toContainText('2 h = 8 units');
    await sign(page, 'Employee');
    await unlock(page);
    await sign(page, 'Client');
    await submit(page);
    await expectText(
      page,
      'The signed sheet showed 2 h and 8 units, but these times come to 3 h and 12 units. Check the times and sign again. Your entries are still in the form.',
    );
    for (const signer of ['Employee', 'Client'])
      await expect(signature(page, signer).getByRole('status')).toHaveText('Not signed yet');
    answer();
    await expect(length(page)).toContainText('3 h = 12 units');
    await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
    await openClientSigning(page);
    await expect(clientSigning(page)).toContainText('3 hours');
    await expect(clientSigning(page)).toContainText('12');
    await page.keyboard.press('Escape');
    await sign(page, 'Employee');
    await sign(page, 'Client');
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
    expect(await readOnlyNote(product, employee)).toMatchObject({ minutes: 180, timeUnitsUsed: '12.00' });
  },
);

test(
  'a note that was kept with another length arrives sent back with both, and is signed again [15.hours.121]',
  LONG_RUN,
  async ({ page, product }) => {
    await useOlderZones(page);
    const { client, employee } = await openPrepared(page, product);
    await fillNote(page, client.companyName);
    await unlock(page);
    await page.context().setOffline(true);
    await fillLongNight(page);
    await sign(page, 'Employee');
    await sign(page, 'Client');
    await submit(page);
    await expectText(page, 'Saved on this device');
    await page.context().setOffline(false);
    const reason = 'The signed sheet showed 2 h and 8 units, but these times come to 3 h and 12 units.';
    expect(await readOnlyNote(product, employee)).toMatchObject({
      status: 'in-progress',
      sentBackFor: [{ code: 'units_changed', message: reason }],
    });
    await openAs(page, product, employee, '/my-notes');
    const card = page.getByRole('region', { name: 'Sent back to you' });
    await expect(card).toContainText(`${reason} Check the times before you and the client sign.`);
    await card.getByRole('link', { name: 'Fix and sign again' }).click();
    await expect(length(page)).toContainText('3 h = 12 units');
    await sign(page, 'Employee');
    await unlock(page);
    await sign(page, 'Client');
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
    expect(await readOnlyNote(product, employee)).toMatchObject({ status: 'pending', minutes: 180 });
  },
);
