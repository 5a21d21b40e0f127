/** Claims: from the approved visits of a payer to what it decided. */

import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expectSound } from '#tests/e2e/accessible.ts';
import {
  createTeam,
  dialogOf,
  expectText,
  fieldOf,
  fillFields,
  press,
  pressAndConfirm,
} from '#tests/e2e/steps.ts';
import {
  LONG_RUN,
  ON_A_PHONE,
  expect,
  openAs,
  test,
  type Product,
} from '#tests/support/helpers/appFixture.ts';

/** A team with three approved visits under an authorization of County. */
async function createClaimable(product: Product) {
  const team = await createTeam(product, { totalTimeUnits: 900 });
  const { manager, client, note } = team;
  await product.call(manager.token, `POST /api/clients/${client.id}/services`, {
    category: 'sustaining',
    unitsAuthorized: 100,
    payer: 'County',
    payerClientId: 'CNT-77',
    reference: 'A-1',
  });
  for (const workDate of ['2026-03-02', '2026-03-03', '2026-03-04']) {
    const { id } = await note({ workDate });
    await product.call(manager.token, `PATCH /api/notes/${id}/review`, { action: 'approve', version: 1 });
  }
  await note({ workDate: '2026-03-05' });
  return team;
}

async function createBatch(page: Page): Promise<void> {
  await press(page, 'New claim batch');
  const dialog = dialogOf(page, 'New claim batch');
  await press(dialog, 'Create batch');
  await expect(dialog).toContainText('Choose a payer');
  await fieldOf(dialog, 'Payer').selectOption('County');
  await fillFields(dialog, { 'First day': '2026-03-01', 'Last day': '2026-03-31' });
  await press(dialog, 'Create batch');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Claims for County');
}

test(
  'a manager claims the visits of a payer, downloads the file, and records what the payer decided [14.claims.120,121,122]',
  ON_A_PHONE,
  async ({ page, product }) => {
    const { manager, client } = await createClaimable(product);
    await openAs(page, product, manager, '/billing');
    await createBatch(page);
    await expect(page.getByText('3 exported')).toBeVisible();
    await expect(page.getByText("It isn't an 837P claim file.", { exact: false })).toBeVisible();
    await expectText(page, 'Not included', 'Not reviewed yet');
    await expectSound(page);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain(`"Maria Lopez (${client.companyName})","CNT-77"`);
    expect(csv.trim().split('\r\n')).toHaveLength(4);
    await press(page, 'Accept all 3');
    await expect(page.getByText('3 accepted')).toBeVisible();
    await press(page, 'Undo');
    await expect(page.getByText('3 exported')).toBeVisible();
    const [first, last] = ['Mar 2, 2026', 'Mar 4, 2026'].map(
      (day) => `Maria Lopez (${client.companyName}), ${day}`,
    );
    await press(page, `Accept ${first}`);
    await expect(page.getByText('2 exported, 1 accepted')).toBeVisible();
    await press(page, `Undo ${first}`);
    await expect(page.getByText('3 exported')).toBeVisible();
    await press(page, `Accept ${first}`);
    await expect(page.getByText('2 exported, 1 accepted')).toBeVisible();
    await pressAndConfirm(page, `Reject ${last}`, 'Reject line');
    await expect(page.getByText('1 exported, 1 accepted, 1 rejected')).toBeVisible();
    await expectSound(page);
    await page.goto(`${product.url}/billing`);
    await expect(page.getByRole('region', { name: 'Claim batches' })).toContainText(
      '1 exported, 1 accepted, 1 rejected',
    );
    // The rejected visit can be billed again.
    await expect(page.getByRole('region', { name: 'Work to bill' })).toContainText('1 visit');
  },
);

test(
  'a manager chooses the columns of a payer and adds a payer [14.payers.120]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager } = await createClaimable(product);
    await openAs(page, product, manager, '/billing');
    await press(page, 'Payers');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^County/ }).click();
    for (const name of ['Client', 'Rate', 'Note ID']) await press(dialog, `Remove ${name}`);
    await press(dialog, 'Move Date up');
    await press(dialog, 'Add Note ID');
    await expectSound(page);
    await press(dialog, 'Save');
    await expectText(dialog, '12 columns');
    const [payer] = await product.call<{ columns: string[] }[]>(manager.token, 'GET /api/payers');
    expect(payer?.columns).toEqual([
      'payerClientId',
      'serviceCode',
      'date',
      'modifiers',
      'startTime',
      'endTime',
      'minutes',
      'units',
      'amount',
      'authorization',
      'employee',
      'noteId',
    ]);
    await press(dialog, 'Add payer');
    await fillFields(dialog, { Name: 'Medicaid' });
    await press(dialog, 'Add payer');
    await expectText(dialog, 'Medicaid', '14 columns');
  },
);
