/** Notes that wait while the session or the contact with the server ends. */
import type { Page } from '@playwright/test';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { expect, LONG_ON_DESKTOP, test } from '#tests/support/helpers/appFixture.ts';
import { readOfflineHours, readStorage, sealedNames } from './offlineSteps.ts';
import { expectOneNote, FIRST, keepNote } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

const ONLY_KEPT = [expect.stringContaining('unsent/')];

/** The sealed records without the form that a user has open, which outlives the session. */
const listLeft = async (page: Page) => (await sealedNames(page)).filter((name) => !name.includes(',form/'));

test(
  'after the hours that the business chose without contact only the notes that wait are left, and are sent [13.offline.8]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { token } = await product.admin();
    await product.call(token, 'PUT /api/business', { offlineHours: 1 });
    const { team, waiting } = await keepNote(page, product);
    expect(await readOfflineHours(page)).toEqual([1]);
    await page.clock.setSystemTime(Date.now() + 59 * 60_000);
    await page.reload();
    await expect(waiting).toContainText('Maria Lopez');
    await page.clock.setSystemTime(Date.now() + 61 * 60_000);
    await page.reload();
    await expect(waiting).toBeVisible();
    await expect.poll(() => listLeft(page)).toEqual(ONLY_KEPT);
    await expect(waiting).not.toContainText('Maria Lopez');
    const left = await readStorage(page);
    for (const text of [team.client.companyName, FIRST]) expect(left).not.toContain(text);
    await page.context().setOffline(false);
    await expectOneNote(product, team);
  },
);
