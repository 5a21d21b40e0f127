/** The daily job without a mouse: log in, write a note up to the signatures, a dialog. Reviewing is in noteReview. */
import { expect, DESKTOP_ONLY, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { enter, typeInto } from './keyboardSteps.ts';
import { createVisit, CODE, field, signature } from './noteSteps.ts';

test(
  'an employee logs in and writes a note up to the signatures by keyboard alone [2.submit.2]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { token } = await product.admin();
    const employee = await product.person({ firstName: 'Ben' });
    const form = {
      companyName: uniqueName('Maple'),
      contactName: 'Maria Lopez',
      totalTimeUnits: 40,
      signatureCode: CODE,
    };
    const client = await product.call<{ id: number }>(token, 'POST /api/clients', form);
    await product.call(token, 'POST /api/client-assignments', {
      clientId: client.id,
      employeeId: employee.user.id,
    });

    await page.goto(product.url);
    await typeInto(page, page.getByLabel('Username'), employee.user.username);
    await typeInto(page, page.getByRole('textbox', { name: 'Password' }), employee.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /^Good .+, Ben$/ })).toBeVisible();

    await enter(page, page.getByRole('link', { name: 'Submit Note' }).first());
    await typeInto(page, page.getByRole('combobox', { name: 'Client', exact: true }), form.companyName);
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
    await expect(page.getByText('Missing Employee Signature', { exact: true })).toBeVisible();
  },
);

test(
  'Tab leaves an open list in a dialog for the next field, and reaches the last button',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { client, clientName } = await createVisit(product);
    const manager = await product.person({ role: 'manager' });
    const worker = await product.person({ firstName: 'Eve' });
    await openAs(page, product, manager, `/profile/${worker.user.id}`);
    await enter(page, page.getByRole('button', { name: 'Assign Client' }));
    const dialog = page.getByRole('dialog');
    const choice = dialog.getByRole('combobox', { name: /^Client/ });
    const option = dialog.getByRole('option', { name: clientName });
    await typeInto(page, choice, clientName);
    await expect(option).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(dialog.getByLabel('Role')).toBeFocused();
    await expect(option).toHaveCount(0);

    await page.keyboard.press('Shift+Tab');
    await typeInto(page, choice, clientName);
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
