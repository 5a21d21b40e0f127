/** The time zone of a business that changes between signing and sending. */

import { expectText } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, type Product, test } from '#tests/support/helpers/appFixture.ts';
import { waitForEncryptedForm } from './offlineSteps.ts';
import { fillAndSign, readOnlyNote, sign, signature, submit } from './steps.ts';
import { expectOneNote, openPrepared, submitOffline } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

async function moveBusiness(product: Product): Promise<void> {
  const { token } = await product.admin();
  await product.call(token, 'PUT /api/business', { timeZone: 'America/New_York' });
}

const readZone = async (product: Product, employee: Parameters<typeof readOnlyNote>[1]) =>
  (await readOnlyNote<{ timeZone: string }>(product, employee)).timeZone;

test(
  'a note that was kept before the business got another time zone arrives in that of its signing [13.capture.122]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const team = await submitOffline(page, product);
    await moveBusiness(product);
    await page.context().setOffline(false);
    await expectOneNote(product, team);
    expect(await readZone(product, team.employee)).toBe('America/Chicago');
  },
);

test(
  'another time zone of the business removes the signatures of a form that was signed before [13.capture.122]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { client, employee } = await openPrepared(page, product);
    await fillAndSign(page, client.companyName);
    await waitForEncryptedForm(page);
    await page.goto('about:blank');
    await moveBusiness(product);
    await page.goto(`${product.url}/submit`);
    await expectText(page, 'Both signatures removed');
    await expect(signature(page, 'Employee').getByRole('status')).toHaveText('Not signed yet');
    await sign(page, 'Employee');
    await sign(page, 'Client');
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
    expect(await readZone(product, employee)).toBe('America/New_York');
  },
);
