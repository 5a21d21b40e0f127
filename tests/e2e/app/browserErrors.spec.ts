/** The fixture fails a test on errors that the browser reports. */

import type { Page } from '@playwright/test';
import { DESKTOP_ONLY, expect, test } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

/** Causes each kind of error. */
async function misuse(page: Page, name: string): Promise<void> {
  const thrown = page.waitForEvent('pageerror');
  await page.evaluate((word) => {
    // oxlint-disable-next-line no-console -- the console of the page is what is collected
    console.error(`${word} logs`);
    setTimeout(() => {
      throw new Error(`${word} throws`);
    });
    const script = document.createElement('script');
    script.textContent = `document.title = 'run'`;
    document.body.append(script);
    const picture = new Image();
    picture.src = `https://${word}.example/picture.png`;
    document.body.append(picture);
  }, name);
  await thrown;
}

test(
  'errors, exceptions and blocked content are collected, also of a second browser context',
  DESKTOP_ONLY,
  async ({ page, browser, product }) => {
    for (const name of ['first', 'second']) {
      expectBrowserError(new RegExp(`${name} logs`), new RegExp(`${name} throws`));
      expectBrowserError(new RegExp(`${name}.example.*Content Security Policy`));
      expectBrowserError(new RegExp(`securitypolicyviolation of img-src by .*${name}.example`));
    }
    expectBrowserError(/inline script violates the following Content Security Policy/);
    expectBrowserError(/securitypolicyviolation of script-src-elem by inline/);
    await page.goto(product.url);
    await misuse(page, 'first');
    const other = await browser.newContext();
    const second = await other.newPage();
    await second.goto(product.url);
    await misuse(second, 'second');
    await expect(second.locator('img[src*="second.example"]')).toHaveCount(1);
    await expect(second).not.toHaveTitle('run');
    await other.close();
  },
);
