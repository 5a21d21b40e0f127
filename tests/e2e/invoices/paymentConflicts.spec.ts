/** Billing: a payment whose response is lost, and payments of a colleague while one is typed. */

import type { Page } from '@playwright/test';
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

/** An issued invoice of March with a visit of 135.00. */
async function createInvoice(product: Product) {
  const { manager, client, note } = await createTeam(product, { totalTimeUnits: 900 });
  const { id: noteId } = await note();
  await product.call(manager.token, `PATCH /api/notes/${noteId}/review`, { action: 'approve', version: 1 });
  const period = { clientId: client.id, from: '2026-03-01', to: '2026-03-31' };
  const { id } = await product.call<{ id: number }>(manager.token, 'POST /api/invoices', period);
  await product.call(manager.token, `POST /api/invoices/${id}/issue`);
  const listPayments = async () => {
    const invoice = await product.call<{ payments: { amount: string; note: string | null }[] }>(
      manager.token,
      `GET /api/invoices/${id}`,
    );
    return invoice.payments.map(({ amount, note: text }) => [amount, text]);
  };
  return { manager, id, listPayments };
}

/** Opens the dialog for a payment of a new invoice. */
async function openPayment(page: Page, product: Product) {
  const invoice = await createInvoice(product);
  await openAs(page, product, invoice.manager, `/billing/${invoice.id}`);
  await press(page, 'Record payment');
  return { ...invoice, pay: dialogOf(page, 'Record a payment') };
}

for (const { amount, left, state } of [
  { amount: '40.00', left: '$95.00', state: 'Partly paid' },
  { amount: '135.00', left: '$0.00', state: 'Paid' },
])
  test(
    `a payment of ${amount} whose response was lost is recorded once when it is sent again [14.invoice.136]`,
    LONG_ON_DESKTOP,
    async ({ page, product }) => {
      const { id, pay, listPayments } = await openPayment(page, product);
      await fillFields(pay, { 'Amount (USD)': amount, Note: 'Check 12' });
      const keys = await loseFirstAnswer(page, 'POST', `**/api/invoices/${id}/payments`);
      expectBrowserError(/ERR_FAILED .*\/payments$/);
      await press(pay, 'Record payment');
      await expect(pay.getByRole('alert')).toContainText("Couldn't reach the server.");
      // The page has read the invoice again, with the payment.
      await expect(pay).toContainText(`: ${left} unpaid`);
      await expect(fieldOf(pay, 'Amount (USD)')).toHaveValue(amount);
      await expect(fieldOf(pay, 'Note')).toHaveValue('Check 12');
      await press(pay, 'Record payment');
      await expect(pay).toBeHidden();
      await expectText(page, 'Payment recorded', state);
      expect(await listPayments()).toEqual([[amount, 'Check 12']]);
      expect(new Set(keys).size).toBe(1);
      expect(keys).toHaveLength(2);
    },
  );

test(
  'a payment that was changed after its response was lost is refused, and the next opening records another [14.invoice.136]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { id, pay, listPayments } = await openPayment(page, product);
    await fillFields(pay, { 'Amount (USD)': '40', Note: 'Check 12' });
    await loseFirstAnswer(page, 'POST', `**/api/invoices/${id}/payments`);
    expectBrowserError(/ERR_FAILED .*\/payments$/, /status of 409/);
    await press(pay, 'Record payment');
    await expect(pay.getByRole('alert')).toContainText("Couldn't reach the server.");
    await fillFields(pay, { 'Amount (USD)': '50' });
    await press(pay, 'Record payment');
    await expect(pay.getByRole('alert')).toHaveText(
      'Your first attempt was recorded, so the changed payment was not. Close this dialog and check the payments below the invoice.',
    );
    await expectSound(page);
    await press(pay, 'Cancel');
    expect(await listPayments()).toEqual([['40.00', 'Check 12']]);
    await press(page, 'Record payment');
    await expect(fieldOf(pay, 'Amount (USD)')).toHaveValue('95.00');
    await fillFields(pay, { 'Amount (USD)': '50' });
    await press(pay, 'Record payment');
    await expect(pay).toBeHidden();
    expect(await listPayments()).toEqual([
      ['40.00', 'Check 12'],
      ['50.00', null],
    ]);
  },
);

test(
  'a payment that a colleague records changes the unpaid amount, and keeps what is typed [14.invoice.137]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, id, pay, listPayments } = await openPayment(page, product);
    await fillFields(pay, { 'Amount (USD)': '40.5', 'Paid on': '2026-03-30', Note: 'Check 12' });
    const colleague = { amount: '100.00', date: '2026-03-31' };
    await product.call(manager.token, `POST /api/invoices/${id}/payments`, colleague);
    await expect(pay).toContainText(': $35.00 unpaid');
    for (const [label, value] of [
      ['Amount (USD)', '40.5'],
      ['Paid on', '2026-03-30'],
      ['Note', 'Check 12'],
    ] as const)
      await expect(fieldOf(pay, label)).toHaveValue(value);
    expectBrowserError(/status of 400/);
    await press(pay, 'Record payment');
    await expectText(pay, 'Only 35.00 USD is due');
    await fillFields(pay, { 'Amount (USD)': '35' });
    await press(pay, 'Record payment');
    await expect(pay).toBeHidden();
    await expect(descriptionOf(page, 'Status')).toHaveText('Paid');
    expect(await listPayments()).toEqual([
      ['100.00', null],
      ['35.00', 'Check 12'],
    ]);
  },
);
