/** Billing: invoices to a payer for some of its clients. */
import { expect, openAs, test, type Product } from '#tests/support/helpers/appFixture.ts';
import { expectSound } from './accessible.ts';
import { assign, createClient, createNote, createTeam, dialogOf, press, type Client } from './steps.ts';

/** Two clients with an approved visit each, under authorizations of the same payer. */
async function createWork(product: Product) {
  const { manager, employee, client } = await createTeam(product, { totalTimeUnits: 900 });
  const other = await createClient(product, manager, { contactName: 'Otto Other', totalTimeUnits: 900 });
  await assign(product, manager, other, employee);
  const bill = async ({ id }: Client, workDate: string) => {
    await product.call(manager.token, `POST /api/clients/${id}/services`, {
      category: 'sustaining',
      unitsAuthorized: 100,
      payer: 'County',
    });
    const note = await createNote(product, employee, { id }, { workDate });
    await product.call(manager.token, `PATCH /api/notes/${note.id}/review`, {
      action: 'approve',
      version: 1,
    });
  };
  await bill(client, '2026-03-02');
  await bill(other, '2026-03-03');
  return { manager };
}

test('a manager chooses for which clients an invoice to a payer is [14.invoice.128]', async ({
  page,
  product,
}) => {
  const { manager } = await createWork(product);
  await openAs(page, product, manager, '/billing');
  await page
    .getByRole('region', { name: 'Work to bill' })
    .getByRole('button', { name: /Maria Lopez/ })
    .click();
  const dialog = dialogOf(page, 'New invoice');
  await expect(dialog).toContainText('To County');
  const all = dialog.getByRole('checkbox', { name: 'All clients with work for this payer (2)' });
  await expect(all).toBeChecked();
  await all.uncheck();
  await press(dialog, 'Create draft');
  await expect(dialog.getByRole('alert').filter({ hasText: 'Choose a client' })).toBeVisible();
  await expectSound(page);
  await dialog.getByRole('checkbox', { name: /Otto Other/ }).check();
  await expect(all).not.toBeChecked();
  await press(dialog, 'Create draft');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Draft invoice');
  const lines = page.getByRole('region', { name: 'Lines' });
  await expect(lines).toContainText('Otto Other');
  await expect(lines).not.toContainText('Maria Lopez');
});
