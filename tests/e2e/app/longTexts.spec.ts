/** Large type and long texts of what a client reads. */

import type { Locator } from '@playwright/test';
import { expectAccessible, expectOtherTheme } from '#tests/e2e/accessible.ts';
import { createTeam, expectText, press } from '#tests/e2e/steps.ts';
import {
  button,
  openForm,
  openClientSigning,
  clientSigning,
} from '#tests/e2e/submission/clientSigningSteps.ts';
import { field } from '#tests/e2e/submission/steps.ts';
import { buildReceiptToken } from '#tests/support/factories/receipts.ts';
import { expect, LONG_PHONE_ONLY, LONG_RUN, test } from '#tests/support/helpers/appFixture.ts';

const SUMMARY = `We sorted the mail of the week.\n${'Then we practiced the way to the bank. '.repeat(14)}Summary ends.`;
const DESCRIPTION = `${'We went through the budget together. '.repeat(8)}Description ends.`;

/** The smallest size of type in CSS pixels. */
const sizeOf = (texts: Locator): Promise<number> =>
  texts.evaluateAll((elements) =>
    Math.min(...elements.map((element) => Number.parseFloat(getComputedStyle(element).fontSize))),
  );

test(
  'the signing screen has large type, and a long text opens and closes; a screen reader reads it whole [13.sheet.128]',
  LONG_RUN,
  async ({ page, product }) => {
    await openForm(page, product, { language: 'es' });
    await field(page, 'Summary').fill(SUMMARY);
    await field(page, 'Description').fill(DESCRIPTION);
    await openClientSigning(page);
    const [details, terms] = [clientSigning(page).locator('dd'), clientSigning(page).locator('dt')];
    await expect(details).toHaveCount(6);
    expect(await sizeOf(details)).toBeGreaterThanOrEqual(20);
    expect(
      await sizeOf(clientSigning(page).getByText('Yo, Maria Lopez, confirmo esta visita.')),
    ).toBeGreaterThanOrEqual(20);
    expect(await sizeOf(terms)).toBeGreaterThanOrEqual(16);

    const whole = /Quién vino.+Qué se hizo.+Summary ends\..+Description ends\./s;
    const summary = clientSigning(page).getByText('Summary ends.');
    const height = async () => (await summary.boundingBox())?.height ?? 0;
    expect(await sizeOf(summary)).toBeGreaterThanOrEqual(18);
    await expect(clientSigning(page)).toHaveAccessibleDescription(whole);
    const closed = await height();
    await press(clientSigning(page), 'Ver todo');
    await expect(button(clientSigning(page), 'Ver menos')).toHaveAttribute('aria-expanded', 'true');
    expect(await height()).toBeGreaterThan(closed * 2);
    await clientSigning(page).getByText('Description ends.').scrollIntoViewIfNeeded();
    await expect(clientSigning(page).getByText('Description ends.')).toBeInViewport();
    await expect(clientSigning(page)).toHaveAccessibleDescription(whole);
    await expectAccessible(page);
    await press(clientSigning(page), 'Ver menos');
    expect(await height()).toBe(closed);
    await expect(clientSigning(page)).toHaveAccessibleDescription(whole);
  },
);

test(
  'a receipt with a long answer fits 320 px without sideways scrolling [13.receipt.120]',
  LONG_PHONE_ONLY,
  async ({ page, product }) => {
    const { manager, note } = await createTeam(product, { language: 'es' });
    const receiptToken = buildReceiptToken();
    const { id } = await note({ receiptToken });
    const word = 'https://agency.example/'.padEnd(200, 'a');
    await product.call(null, `POST /api/receipts/${receiptToken}/dispute`, {
      reason: 'other',
      text: `${'Se fue antes de la hora. '.repeat(10)}${word}`,
    });
    await product.call(manager.token, `POST /api/notes/${id}/dispute/resolve`, {
      answer: `${'Corregimos el horario de la visita. '.repeat(20)}\n${word} Fin.`,
    });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${product.url}/r/${receiptToken}`);
    await expectText(page, 'Sus mensajes');
    await expect(page.getByText('Fin.')).toBeVisible();
    const widths = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return [scrollWidth, clientWidth];
    });
    expect(widths).toEqual([320, 320]);
    await expectAccessible(page);
    await expectOtherTheme(page);
  },
);
