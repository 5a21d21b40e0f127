/** Several notes that wait on the device, and several tabs that could send them. */
import type { Page } from '@playwright/test';
import { expect, LONG_ON_DESKTOP, test } from '#tests/support/helpers/appFixture.ts';
import { keptNames } from './offlineSteps.ts';
import { collectSent, FIRST, focus, keepAnother, keepNote, notesOf, SECOND } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

const listNotEmpty = (page: Page) => page.getByRole('region', { name: 'Not sent yet' });

test(
  'two tabs that are online at once send each note that waits by one request [13.offline.10]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { team } = await keepNote(page, product);
    await keepAnother(page, team);
    const second = await page.context().newPage();
    await second.goto(`${product.url}/my-notes`);
    await expect(listNotEmpty(second)).toBeVisible();
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const sent = await collectSent(page.context(), async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.context().setOffline(false);
    await expect.poll(() => sent.length).toBeGreaterThan(0);
    // Both tabs are asked to send, also from their start, while the first note is on its way.
    await focus(page);
    await second.reload();
    await expect(listNotEmpty(second)).toBeVisible();
    await focus(second);
    await second.getByRole('link', { name: 'Home' }).first().click();
    await expect(second.getByRole('heading', { name: /^Good / })).toBeVisible();
    release();
    await expect.poll(() => keptNames(page)).toEqual([]);
    expect(sent).toEqual([FIRST, SECOND]);
    expect(await notesOf(product, team.employee)).toHaveLength(2);
  },
);
