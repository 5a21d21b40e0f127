/** Services of a business: owners define them, employees choose them in the note form. */

import { expectAccessible } from '#tests/e2e/accessible.ts';
import {
  cardOf,
  createTeam,
  dialogOf,
  expectText,
  fillFields,
  press,
  pressAndConfirm,
} from '#tests/e2e/steps.ts';
import {
  clientField,
  fillAndSign,
  fillNote,
  sign,
  signature,
  startNextNote,
  submit,
  unlock,
} from '#tests/e2e/submission/steps.ts';
import { expect, LONG_ON_DESKTOP, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

const REFUSED =
  'Failed to archive service. You can’t archive your only active service. Add or restore another one first.';

test(
  'a service with the 8-minute rule gives the right units while the employee types [11.services.9 11.rounding.5 11.explanation.2 11.authorizations.129]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, client } = await createTeam(product, { totalTimeUnits: 100 });
    await openAs(page, product, manager, '/business-settings');
    const card = cardOf(page, 'Services');
    await expect(card.getByRole('listitem')).toHaveText([/^Transitional Services/, /^Sustaining Services/]);
    await press(card, 'Add service');
    const dialog = dialogOf(page, 'Add service');
    await press(dialog, 'Add service');
    await expect(dialog.getByRole('alert').filter({ hasText: 'Name is required' })).toBeVisible();
    await fillFields(dialog, { 'Rate per unit ($)': '$17.50' });
    await expect(dialog.getByRole('alert').filter({ hasText: /^Must be a number$/ })).toBeVisible();
    await fillFields(dialog, {
      Name: 'Home care',
      'Procedure code': 'H2015',
      'Rate per unit ($)': '17.5',
      Rounding: '8-minute rule',
      Authorization: 'Warn if missing',
    });
    await expectAccessible(page);
    await press(dialog, 'Add service');
    await expect(dialog).toBeHidden();
    const item = card.getByRole('listitem').filter({ hasText: 'Home care' });
    await expect(item).toContainText(
      'H2015 · 8-minute rule · $17.50 per unit · Warns without an authorization',
    );
    await expectAccessible(page);

    await openAs(page, product, employee, '/submit');
    await clientField(page).waitFor();
    await fillNote(page, client.companyName);
    const box = page.getByRole('status', { name: 'Time units' });
    await expect(box).toContainText('2 h 15 min = 9 units');
    await page.getByLabel('Start time').fill('09:00');
    await page.getByLabel('End time').fill('10:20');
    await expect(box).toContainText('1 h 20 min = 6 units');
    await page.getByRole('combobox', { name: 'Services' }).selectOption('Home care');
    await expect(box).toContainText('1 h 20 min = 5 units');
    await expect(box).toContainText('8-minute rule');
    await page.getByLabel('End time').fill('09:07');
    await expect(box).toContainText('Too short to bill (0 units). The time is still paid.');
    await page.getByLabel('End time').fill('10:20');
    await sign(page, 'Employee');
    await unlock(page);
    await sign(page, 'Client');
    await submit(page);
    await startNextNote(page);
    await expect(clientField(page)).toHaveValue('');
    await page.goto(`${product.url}/my-notes`);
    await expect(page.getByText(/9:00 AM to 10:20 AM/)).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Home care' })).toBeVisible();
    await page.getByRole('button', { name: /^View / }).click();
    const units = page.getByRole('button', { name: '1 h 20 min = 5 units, see calculation' });
    await units.click();
    const explanation = page.getByRole('tooltip');
    await expect(explanation).toContainText('80 min = 5 × 15 + 5; 5 is under 8, so 5 units');
    await expect(explanation).toContainText('General units: 100 units before, 95 units after');
    await expect(explanation).toContainText(/Deducted 5 units, .*, Ben/);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(explanation).toBeHidden();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(explanation).toBeVisible();
  },
);

test(
  'a rounding rule that a manager changes meanwhile removes the signatures [11.rounding.6]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    // The form of the second note is the reset one of the first.
    await fillAndSign(page, client.companyName);
    await submit(page);
    await startNextNote(page);
    await expect(clientField(page)).toHaveValue('');
    await fillNote(page, client.companyName);
    await page.getByLabel('Start time').fill('09:00');
    await page.getByLabel('End time').fill('10:20');
    await sign(page, 'Employee');
    const services = await product.call<{ id: number; key: string }[]>(
      manager.token,
      'GET /api/business-services',
    );
    const id = services.find(({ key }) => key === 'sustaining')?.id ?? 0;
    await product.call(manager.token, `PUT /api/business-services/${id}`, { rounding: 'nearest' });
    await expect(page.getByRole('status', { name: 'Time units' })).toContainText('1 h 20 min = 5 units');
    await expectText(page, 'Employee signature removed');
    await expect(signature(page, 'Employee').getByRole('status')).toHaveText('Not signed yet');
  },
);

test(
  'services are ordered by keyboard, archived and restored [11.services.9]',
  LONG_RUN,
  async ({ page, product }) => {
    expectBrowserError(/status of 409 .*\/api\/business-services\//);
    const { manager } = await createTeam(product);
    await openAs(page, product, manager, '/business-settings');
    const card = cardOf(page, 'Services');
    const names = card
      .getByRole('listitem')
      .getByRole('paragraph')
      .filter({ hasText: /Services$/ });
    await expect(names).toHaveText(['Transitional Services', 'Sustaining Services']);
    const down = card.getByRole('button', { name: 'Move Transitional Services down' });
    await down.focus();
    await page.keyboard.press('ArrowDown');
    await expect(names).toHaveText(['Sustaining Services', 'Transitional Services']);
    await expect(down).toBeFocused();
    await press(card, 'Move Transitional Services up');
    await expect(names).toHaveText(['Transitional Services', 'Sustaining Services']);

    await pressAndConfirm(page, 'Archive Sustaining Services', 'Archive');
    await expectText(page, 'Service archived');
    await expect(card.getByRole('heading', { name: 'Archived' })).toBeVisible();
    await pressAndConfirm(page, 'Archive Transitional Services', 'Archive');
    await expectText(page, REFUSED);
    await press(card, 'Restore Sustaining Services');
    await expectText(page, 'Service restored');
    await expect(card.getByRole('heading', { name: 'Archived' })).toBeHidden();
  },
);

test(
  'a filter by an unknown service shows that it is unknown [11.services.7]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    expectBrowserError(/status of 400 .*\/api\/notes\/my/);
    await openAs(page, product, await product.person(), '/my-notes?category=gone');
    const filter = page.getByRole('combobox', { name: 'Category' });
    await expect(filter.locator('option:checked')).toHaveText('Unknown service');
    await expectText(page, 'Failed to fetch notes');
    await filter.selectOption('All categories');
    await expectText(page, 'No notes found');
  },
);
