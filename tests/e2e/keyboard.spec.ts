/** The daily job without a mouse: log in, write a note up to the signatures. Reviewing is in noteReview. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../world/server.ts';
import { unique } from '../world/unique.ts';
import { CODE, field, signature } from './noteSteps.ts';

/** Presses Tab until the focus is there, as a person would. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${target.toString()}`);
}

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

test('an employee logs in and writes a note up to the signatures by keyboard alone', async ({
  page,
  product,
}) => {
  const { token } = await product.creator();
  const employee = await product.person({ firstName: 'Ben' });
  const form = {
    companyName: unique('Maple'),
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

  await tabTo(page, page.getByRole('link', { name: 'Submit Note' }).first());
  await page.keyboard.press('Enter');
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

  await tabTo(page, page.getByRole('button', { name: 'Submit Note' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Missing Employee Signature', { exact: true })).toBeVisible();
});
