/** Alerts about units, in the mail of managers. */

import { expectSound } from '#tests/e2e/accessible.ts';
import { createTeam, expectText } from '#tests/e2e/steps.ts';
import { expect, openAs, test, LONG_RUN } from '#tests/support/helpers/appFixture.ts';

test(
  "an alert appears on an open page and can't be answered [11.alerts.2,6 12.record.10]",
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, client, note } = await createTeam(product, { totalTimeUnits: 9 });
    const connected = page.waitForResponse('**/api/events*');
    await openAs(page, product, manager, '/mail');
    await expectText(page, 'No messages yet');
    await connected;
    await note();
    await page.getByRole('link', { name: `Units used up: ${client.companyName}` }).click();
    const conversation = page.getByRole('list', { name: 'Conversation' });
    await expect(conversation).toContainText('Quarterhour');
    await expect(conversation).toContainText('has used all 9 general units.');
    await expectText(page, "This is an automatic message. You can't reply to it.");
    await expect(page.getByRole('button', { name: 'Reply' })).toHaveCount(0);
    await expectSound(page);
    await page.getByRole('link', { name: 'Open client' }).click();
    await expect(page).toHaveURL(`${product.url}/clients/${client.id}`);
    await expectText(page, 'Contact information');
  },
);
