/** Several notes that wait on the device, and several tabs that could send them. */

import type { Page } from '@playwright/test';
import { expect, LONG_ON_DESKTOP, test } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
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
    // All tabs are asked to send, one from its start, while the first note is on its way.
    await focus(page);
    await focus(second);
    const third = await page.context().newPage();
    await third.goto(`${product.url}/my-notes`);
    await expect(listNotEmpty(third)).toBeVisible();
    await focus(third);
    await second.getByRole('link', { name: 'Home' }).first().click();
    await expect(second.getByRole('heading', { name: /^Good / })).toBeVisible();
    release();
    await expect.poll(() => keptNames(page)).toEqual([]);
    expect(sent).toEqual([FIRST, SECOND]);
    expect(await notesOf(product, team.employee)).toHaveLength(2);
  },
);

test(
  'notes that wait are sent in the order in which they were kept, also after a 503 and with a clock that was set back [13.offline.35]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 503/);
    const { team } = await keepNote(page, product);
    await page.clock.setSystemTime(Date.now() - 3_600_000);
    await keepAnother(page, team);
    const json = { code: 'overloaded', message: 'Try again in a moment.' };
    const sent = await collectSent(page.context(), (route, attempt) =>
      attempt === 1 ? route.fulfill({ status: 503, json }) : route.continue(),
    );
    await page.context().setOffline(false);
    await expect.poll(() => sent.length).toBeGreaterThan(0);
    await focus(page);
    await expect.poll(() => keptNames(page)).toEqual([]);
    expect(sent).toEqual([FIRST, FIRST, SECOND]);
    const notes = (await notesOf(product, team.employee)).toSorted((a, b) => a.id - b.id);
    expect(notes.map(({ content }) => content)).toEqual([FIRST, SECOND]);
  },
);
