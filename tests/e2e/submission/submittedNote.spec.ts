/** After a note was submitted: the code of its receipt, and the way to the note. */

import type { Locator } from '@playwright/test';
import decodeQr from 'jsqr';
import { PNG } from 'pngjs';
import { createTeam, expectText } from '#tests/e2e/steps.ts';
import { expect, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { fillAndSign, submit, submitForToken } from './steps.ts';

/** Decodes a QR code from its pixels on the screen, as a camera does. */
async function scan(picture: Locator): Promise<string | undefined> {
  const { data, width, height } = PNG.sync.read(await picture.screenshot());
  return decodeQr(new Uint8ClampedArray(data), width, height)?.data;
}

test(
  "the QR code of a receipt is its link, which opens the client's receipt [13.receipt.131]",
  LONG_RUN,
  async ({ page, product }) => {
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await fillAndSign(page, client.companyName);
    const receiptToken = await submitForToken(page);
    const code = page.getByRole('img', { name: "QR code of the client's receipt" });
    await expect(code).toBeVisible();
    const link = `${product.url.replace('127.0.0.1', 'localhost')}/r/${receiptToken}`;
    expect(await scan(code)).toBe(link);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Your visit' })).toBeVisible();
  },
);

test(
  "'View note' opens the note that was just submitted [13.receipt.130]",
  LONG_RUN,
  async ({ page, product }) => {
    const { employee, client, note } = await createTeam(product);
    const earlier = await note({ content: 'Went for a walk in the park.' });
    await openAs(page, product, employee, '/submit');
    await fillAndSign(page, client.companyName);
    const answer = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/api/notes'),
    );
    await submit(page);
    const { id } = (await (await answer).json()) as { id: number };
    expect(id).not.toBe(earlier.id);
    await page.getByRole('link', { name: 'View note' }).click();
    await expect(page).toHaveURL(`${product.url}/my-notes?note=${id}`);
    const dialog = page.getByRole('dialog');
    await expectText(dialog, 'Cleaned the kitchen together.', 'All done as it was planned.');
    await expect(dialog.getByText('Went for a walk in the park.')).toBeHidden();
  },
);
