/** Who can sign in the note form, as the settings of the business allow. */

import { createTeam } from '#tests/e2e/steps.ts';
import { expect, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';

test(
  'the form offers that a client cannot sign today only while the business allows it [13.signer.124]',
  LONG_RUN,
  async ({ page, product }) => {
    const { token } = await product.admin();
    const { employee } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    const choices = page.getByRole('group', { name: 'Who is signing?' }).locator('label');
    const signers = ['The client', 'A representative'];
    await expect(choices).toHaveText(signers);
    await product.call(token, 'PUT /api/business', { allowUnsigned: true });
    await expect(choices).toHaveText([...signers, 'Cannot sign today']);
    await page.reload();
    await expect(choices).toHaveText([...signers, 'Cannot sign today']);
    await product.call(token, 'PUT /api/business', { allowUnsigned: false });
    await expect(choices).toHaveText(signers);
  },
);
