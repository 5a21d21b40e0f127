/** The page of a receipt that does not work, on a phone in Spanish. */

import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '#tests/e2e/accessible.ts';
import { createTeam, expectText, press } from '#tests/e2e/steps.ts';
import { buildReceiptToken } from '#tests/support/factories/receipts.ts';
import { expect, LONG_ON_DESKTOP, LONG_RUN, type Product, test } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

test.use({ locale: 'es-MX' });

const INVALID = 'Este enlace no funciona';
const NOT_OPENED = 'No pudimos abrir esta página. Por favor, inténtelo de nuevo.';

/** The address of a receipt of a client with this language. */
async function createReceipt(product: Product, language: string): Promise<string> {
  const { note } = await createTeam(product, { language });
  const receiptToken = buildReceiptToken();
  await note({ receiptToken });
  return `${product.url}/r/${receiptToken}`;
}

const expectLanguage = (page: Page, language: string) =>
  expect(page.locator('html')).toHaveAttribute('lang', language);

test(
  'a link that is unknown or incomplete explains in Spanish what to do, or in English if that is chosen [13.receipt.123]',
  LONG_RUN,
  async ({ page, product }) => {
    await product.creator();
    expectBrowserError(/404/);
    for (const path of ['', buildReceiptToken(), buildReceiptToken().slice(0, 20), 'one/two']) {
      await page.goto(`${product.url}/r/${path}`);
      await expect(page.getByRole('heading', { level: 1, name: INVALID })).toBeVisible();
      await expectText(
        page,
        'Si la visita acaba de terminar, inténtelo más tarde. Si no, pídanos un enlace nuevo.',
      );
      await expect(page).toHaveTitle(INVALID);
      await expectLanguage(page, 'es');
    }
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await press(page, 'English');
    await expectText(page, 'This link does not work');
    await expectLanguage(page, 'en');
  },
);

test(
  'a receipt whose code cannot be loaded asks in Spanish to try again [13.receipt.128]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const url = await createReceipt(product, 'es');
    expectBrowserError(/ERR_FAILED .*assets\/ReceiptPage-/);
    const code = /assets\/ReceiptPage-/;
    await page.route(code, (route) => route.abort());
    await page.goto(url);
    await expect(page.getByRole('alert')).toHaveText(NOT_OPENED);
    await expectLanguage(page, 'es');
    await expectAccessible(page);
    await page.unroute(code);
    await press(page, 'Intentar de nuevo');
    await expectText(page, 'Unidades usadas');
  },
);

test(
  'a receipt that cannot be rendered states it in the chosen language [13.receipt.128]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const url = await createReceipt(product, 'en');
    expectBrowserError(/No such locale/);
    // A browser without the dates of a language.
    await page.addInitScript(() => {
      const own = Intl.DateTimeFormat;
      Intl.DateTimeFormat = new Proxy(own, {
        construct(target, [locale, options]: [string, ZonedFormatOptions]) {
          if (locale.startsWith('es')) throw new RangeError('No such locale');
          return new target(locale, options);
        },
      });
    });
    await page.goto(url);
    await expectText(page, 'Units used');
    await press(page, 'Español');
    await expect(page.getByRole('alert')).toHaveText(NOT_OPENED);
    await expectAccessible(page);
  },
);
