/** Who can sign in the note form, as the settings of the business allow. */
import type { Page } from '@playwright/test';
import { expect, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { createTeam } from './steps.ts';

/** The choices of the form, once it has the settings of the business. */
async function readChoices(page: Page): Promise<string[]> {
  const settings = page.waitForResponse('**/api/business');
  await page.reload();
  await (await settings).finished();
  const choices = page.getByRole('group', { name: 'Who is signing?' });
  await expect(choices.getByRole('radio')).not.toHaveCount(0);
  return choices.locator('label').allInnerTexts();
}

test(
  'the form offers that a client cannot sign today only while the business allows it [13.signer.124]',
  LONG_RUN,
  async ({ page, product }) => {
    const { token } = await product.admin();
    const { employee } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    const signers = ['The client', 'A representative'];
    await expect.poll(() => readChoices(page)).toEqual(signers);
    for (const allowUnsigned of [true, false]) {
      await product.call(token, 'PUT /api/business', { allowUnsigned });
      const choices = allowUnsigned ? [...signers, 'Cannot sign today'] : signers;
      await expect.poll(() => readChoices(page)).toEqual(choices);
    }
  },
);
