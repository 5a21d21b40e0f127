/** Steps of browser tests without a network. */
import type { Page } from '@playwright/test';

/** Waits until the worker has stored the files of the app. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}
