/** Login, a note and a dialog by keyboard only; `noteReview.spec.ts` reviews by keyboard. */

import { enter, typeInto } from '#tests/e2e/keyboardSteps.ts';
import { CODE, createTeam, expectText } from '#tests/e2e/steps.ts';
import { field, signature } from '#tests/e2e/submission/steps.ts';
import { LONG_ON_DESKTOP, expect, openAs, test } from '#tests/support/helpers/appFixture.ts';

test(
  'an employee logs in and writes a note up to the signatures by keyboard alone [2.submit.2]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, client } = await createTeam(product);
    await page.goto(product.url);
    await typeInto(page, page.getByLabel('Username'), employee.user.username);
    await typeInto(page, page.getByRole('textbox', { name: 'Password' }), employee.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /^Good .+, Ben/ })).toBeVisible();

    await enter(page, page.getByRole('link', { name: 'Submit Note' }).first());
    await typeInto(page, page.getByRole('combobox', { name: 'Client', exact: true }), client.companyName);
    await typeInto(page, page.getByRole('combobox', { name: 'Services' }), 'Sus');
    await typeInto(page, page.getByLabel('Start time'), '0900AM');
    await typeInto(page, page.getByLabel('End time'), '1115AM');
    await expect(page.getByRole('status', { name: 'Time units' })).toContainText('2 h 15 min = 9 units');
    await typeInto(page, field(page, 'Description'), 'Cleaned the kitchen together.');
    await typeInto(page, field(page, 'Research'), 'Read the care plan again.');
    await typeInto(page, field(page, 'Summary'), 'All done as it was planned.');
    await typeInto(page, field(page, 'Client verification code'), CODE);
    await page.keyboard.press('Enter');
    await expect(
      page.getByText('Client verification successful. Signature pad is now active.').first(),
    ).toBeVisible();
    await expect(signature(page, 'Client')).toBeVisible();

    await enter(page, page.getByRole('button', { name: 'Submit Note' }));
    await expectText(page, 'Missing Employee Signature');
  },
);

test(
  'Tab leaves an open list in a dialog for the next field, and reaches the last button',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { client } = await createTeam(product);
    const manager = await product.person({ role: 'manager' });
    const worker = await product.person({ firstName: 'Eve' });
    await openAs(page, product, manager, `/profile/${worker.user.id}`);
    await enter(page, page.getByRole('button', { name: 'Assign Client' }));
    const dialog = page.getByRole('dialog');
    const choice = dialog.getByRole('combobox', { name: /^Client/ });
    const option = dialog.getByRole('option', { name: client.companyName });
    await typeInto(page, choice, client.companyName);
    await expect(option).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(dialog.getByLabel('Role')).toBeFocused();
    await expect(option).toHaveCount(0);

    await page.keyboard.press('Shift+Tab');
    await typeInto(page, choice, client.companyName);
    await expect(option).toBeVisible();
    await page.keyboard.press('Enter');
    await enter(page, dialog.getByRole('button', { name: 'Assign Client' }));
    await expect(page.getByText('Client assigned successfully').first()).toBeVisible();
    const assigned = await product.call<{ clientId: number }[]>(
      manager.token,
      `GET /api/client-assignments/${worker.user.id}`,
    );
    expect(assigned.map(({ clientId }) => clientId)).toEqual([client.id]);
  },
);
