/** Billing: a draft that is changed while its dialog is open. */

import { expectSound } from '#tests/e2e/accessible.ts';
import {
  createTeam,
  dialogOf,
  expectText,
  descriptionOf,
  fieldOf,
  fillFields,
  press,
} from '#tests/e2e/steps.ts';
import { loseFirstAnswer } from '#tests/e2e/submission/steps.ts';
import { expect, LONG_ON_DESKTOP, openAs, type Product, test } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

/** A draft of March with a visit of 135.00. */
async function createDraft(product: Product) {
  const { manager, client, note } = await createTeam(product, { totalTimeUnits: 900 });
  const { id: noteId } = await note();
  await product.call(manager.token, `PATCH /api/notes/${noteId}/review`, { action: 'approve', version: 1 });
  const period = { clientId: client.id, from: '2026-03-01', to: '2026-03-31' };
  const { id } = await product.call<{ id: number }>(manager.token, 'POST /api/invoices', period);
  return { manager, id, address: `PUT /api/invoices/${id}` };
}

test(
  'a save of a draft that a colleague changed shows their version, and replaces it when it is repeated [14.invoice.134]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, id, address } = await createDraft(product);
    await openAs(page, product, manager, `/billing/${id}`);
    await press(page, 'Edit draft');
    const edit = dialogOf(page, 'Edit draft');
    await press(edit, 'Add line');
    await fillFields(edit, { Description: 'Mileage', Quantity: '2', Price: '10' });
    await product.call(manager.token, address, {
      from: '2026-03-01',
      to: '2026-03-30',
      grouping: 'visit',
      otherLines: [{ description: 'Credit', quantity: '1', rate: '-5' }],
      excludedNoteIds: [],
    });
    expectBrowserError(/status of 409/);
    await press(edit, 'Save');
    await expect(edit.getByRole('alert')).toHaveText(
      'This draft was changed in the meantime: it is now for Mar 1, 2026 to Mar 30, 2026, with 2 lines and a total of ' +
        '$130.00. To replace it with your changes, save again. To keep it, cancel.',
    );
    await expect(fieldOf(edit, 'Description')).toHaveValue('Mileage');
    await expectSound(page);
    await press(edit, 'Save');
    await expect(edit).toBeHidden();
    await expect(descriptionOf(page, 'Total')).toHaveText('$155.00');
    await expect(descriptionOf(page, 'Period')).toHaveText('Mar 1, 2026 to Mar 31, 2026');
    await expectText(page, 'Mileage');
    await expect(page.getByText('Credit', { exact: true })).toHaveCount(0);
  },
);

test(
  'a draft that was saved without an answer is saved when the save is repeated [14.invoice.135]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, id } = await createDraft(product);
    await openAs(page, product, manager, `/billing/${id}`);
    await press(page, 'Edit draft');
    const edit = dialogOf(page, 'Edit draft');
    await press(edit, 'Add line');
    await fillFields(edit, { Description: ' Mileage ', Quantity: '2', Price: '10.5' });
    await loseFirstAnswer(page, 'PUT', `**/api/invoices/${id}`);
    expectBrowserError(/ERR_FAILED .*\/api\/invoices\/\d+$/, /status of 409/);
    await press(edit, 'Save');
    await expect(edit.getByRole('alert')).toContainText("Couldn't reach the server.");
    await press(edit, 'Save');
    await expect(edit).toBeHidden();
    await expectText(page, 'Draft saved');
    await expect(descriptionOf(page, 'Total')).toHaveText('$156.00');
  },
);
