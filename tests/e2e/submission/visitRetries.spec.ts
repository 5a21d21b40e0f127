/** When notes that wait are sent again: on focus, and after waits that grow while the server fails. */

import type { Page } from '@playwright/test';
import { expect, LONG_ON_DESKTOP, test } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { keptNames } from './offlineSteps.ts';
import { collectSent, expectOneNote, FIRST, focus, keepNote } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

/** Keeps a note and stops the clock of the page, so that no timer sends it; the first failed attempt has ended. */
async function keepWithoutTimers(
  page: Page,
  ...[product, failures]: [Parameters<typeof keepNote>[1], number]
) {
  allowBrowserError(/status of 500/);
  await page.clock.install();
  const { team, waiting } = await keepNote(page, product);
  const json = { code: 'internal', message: 'Something went wrong.' };
  const sent = await collectSent(page.context(), (route, attempt) =>
    attempt <= failures ? route.fulfill({ status: 500, json }) : route.continue(),
  );
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.context().setOffline(false);
  await expectAttempts(page, sent, 1);
  return { team, waiting, sent };
}

/** Expects this many attempts, and that none is in progress: the next one is planned. */
async function expectAttempts(page: Page, sent: string[], count: number): Promise<void> {
  await expect.poll(() => sent).toHaveLength(count);
  const readLocks = () =>
    page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [...held, ...pending].filter(({ name }) => name === 'send-notes').length;
    });
  await expect.poll(readLocks).toBe(0);
  expect(sent).toHaveLength(count);
}

test(
  'a note that waits is sent as soon as the window gets the focus [13.offline.60]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { team, sent } = await keepWithoutTimers(page, product, 1);
    expect(await keptNames(page)).toHaveLength(1);
    await focus(page);
    await expectOneNote(product, team);
    expect(sent).toEqual([FIRST, FIRST]);
    await expect.poll(() => keptNames(page)).toEqual([]);
  },
);

test(
  'after each failure of the server a note waits about twice as long as before [13.offline.61]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { team, sent } = await keepWithoutTimers(page, product, 3);
    // The waits of 5, 10 and 20 seconds are up to a quarter shorter or longer.
    for (const [index, wait] of [5_000, 10_000, 20_000].entries()) {
      await page.clock.runFor(wait * 0.74);
      await expectAttempts(page, sent, index + 1);
      await page.clock.runFor(wait * 0.52);
      await expect.poll(() => sent).toHaveLength(index + 2);
      if (index < 2) await expectAttempts(page, sent, index + 2);
    }
    await expectOneNote(product, team);
    await expect.poll(() => keptNames(page)).toEqual([]);
  },
);
