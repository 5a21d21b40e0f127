/** Steps on the screen on which the client signs. */

import type { Locator, Page } from '@playwright/test';
import { receiptTexts } from '#features/notes/web/receipt/receiptTexts.ts';
import { clientSigningTexts } from '#features/submission/web/signing/clientSigningTexts.ts';
import { expect, type Product } from '#tests/support/helpers/appFixture.ts';
import { openFilled, sign, signature } from './steps.ts';

export const clientSigning = (page: Page): Locator => page.getByRole('dialog');
export const clientGroup = (page: Page): Locator => signature(page, 'Client');
export const button = (area: Locator, name: string): Locator =>
  area.getByRole('button', { name, exact: true });

/** A form that the employee has signed, for a client with these fields. */
export async function openForm(page: Page, product: Product, fields: object = {}) {
  const team = await openFilled(page, product, fields);
  await sign(page, 'Employee');
  return team;
}

/** Opens the signing screen, on a phone by the button of the pad. */
export async function openClientSigning(page: Page): Promise<void> {
  await clientGroup(page)
    .getByRole('button', { name: /Tap to sign|Show to the client/ })
    .click();
  await expect(clientSigning(page)).toBeVisible();
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' ? Object.values({ ...value }).flatMap(listTexts) : [];
}

/** The Spanish texts of signing screen and receipt, without the texts that take values. */
export const SPANISH_TEXTS = new Set([receiptTexts.es, clientSigningTexts.es].flatMap(listTexts));

/** All visible texts and labels of the page that an open dialog does not hide, also those of messages over it. */
export const readVisibleTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isVisible = (element: Element) =>
      element.closest('[aria-hidden=true], script, noscript') === null && element.checkVisibility();
    const texts: string[] = [];
    for (const element of document.body.querySelectorAll('*')) {
      if (!isVisible(element)) continue;
      const nodes = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      texts.push(
        nodes.map(({ textContent }) => textContent).join(''),
        element.getAttribute('aria-label') ?? '',
        element.getAttribute('placeholder') ?? '',
      );
    }
    return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '');
  });
