/** From a spreadsheet to the auditor: import, work, invoice, payment, PDF, and audit-day packet. */

import { readFile } from 'node:fs/promises';
import {
  assign,
  cardOf,
  createNote,
  dialogOf,
  fillFields,
  press,
  pressAndConfirm,
  CODE,
  type Row,
} from '#tests/e2e/steps.ts';
import { buildCsv } from '#tests/support/factories/imports.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { DESKTOP_ONLY, expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { readPdf } from '#tests/support/helpers/pdf.ts';
import { readZip } from '#tests/support/helpers/zip.ts';

/** Visits in March, as the invoice and the packet print their days. */
const DAYS = { '2026-03-02': 'Mar 2, 2026', '2026-03-09': 'Mar 9, 2026', '2026-03-31': 'Mar 31, 2026' };

test(
  'an owner imports a spreadsheet, bills a month, records the payment, and hands an auditor the packet [14.import.122]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const owner = await product.person({ role: 'admin' });
    const employee = await product.person({});
    const [clientId, contact] = [uniqueName('C'), uniqueName('Rosa')];
    await openAs(page, product, owner, '/records');
    const header = ['Client ID', 'Contact name', 'Code', 'Units', 'Rate per unit'];
    await page.locator('input[type=file]').setInputFiles({
      name: 'clients.csv',
      mimeType: 'text/csv',
      buffer: buildCsv(header, [clientId, contact, CODE, '400', '15']),
    });
    await press(page, 'Preview');
    await press(page, 'Add 1 client');
    await expect(page.getByText('1 client added').first()).toBeVisible();

    // As the employee submits them on a phone, and their approval.
    const clients = await product.call<(Row & { companyName: string; contactName: string })[]>(
      owner.token,
      'GET /api/clients',
    );
    const client = clients.find(({ companyName }) => companyName === clientId);
    if (!client) throw new Error('The imported client is not listed');
    await assign(product, owner, client, employee);
    const notes: Row[] = [];
    for (const workDate of Object.keys(DAYS)) {
      const note = await createNote(product, employee, client, { workDate });
      await product.call(owner.token, `PATCH /api/notes/${note.id}/review`, {
        action: 'approve',
        version: 1,
      });
      notes.push(note);
    }

    await page.goto(`${product.url}/billing`);
    const work = page.getByRole('region', { name: 'Work to bill' });
    await work.getByRole('button', { name: new RegExp(contact) }).click();
    await press(dialogOf(page, 'New invoice'), 'Create draft');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Draft invoice');
    await pressAndConfirm(page, 'Issue', 'Issue');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice /);
    const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await press(page, 'Record payment');
    await press(dialogOf(page, 'Record a payment'), 'Record payment');
    await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
    const invoice = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download PDF' }).click();
    const { pages } = await readPdf(await readFile(await (await invoice).path()));
    // The whole lines, because the invoice names its first and last day as its period, too.
    const lines = Object.values(DAYS).map(
      (day) => `${day} Sustaining Services, 9:00 AM to 11:15 AM ${contact} (${clientId}) 9 $15.00 $135.00`,
    );
    expectTexts(pages, [number, ...lines, 'Total $405.00']);

    await page.goto(`${product.url}/records`);
    const packets = cardOf(page, 'Audit-day packet');
    await press(packets, 'New packet');
    const dialog = dialogOf(page, 'New audit-day packet');
    await dialog.getByRole('combobox', { name: 'Client' }).fill(clientId);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await fillFields(dialog, { 'First day': '2026-03-01', 'Last day': '2026-03-31' });
    await press(dialog, 'Create packet');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      packets.getByRole('link', { name: 'ZIP' }).first().click(),
    ]);
    const entries = await readZip(await readFile(await download.path()));
    const names = [...entries.keys()];
    const evidence = notes.map(({ id }, index) => `visits/00${index + 1}-note-${id}/evidence.json`);
    expect(names).toEqual(expect.arrayContaining(evidence));
    const packet = names.find((name) => name.endsWith('.pdf') && !name.includes('/'));
    const content = await readPdf(entries.get(packet ?? '') ?? Buffer.alloc(0));
    // A visit may take two pages.
    const [cover = '', ...visits] = content.pages.join('\f').split(/\f(?=Note \d+, version )/);
    expectTexts([cover], ['Audit-day packet', `${contact}, Mar 1, 2026 to Mar 31, 2026`]);
    expect(visits).toHaveLength(notes.length);
    for (const [index, day] of Object.values(DAYS).entries())
      expectTexts(visits.slice(index, index + 1), [`${contact}, ${day}`, `${number}, paid: 9 units`]);
  },
);

function expectTexts(pages: readonly string[], texts: readonly string[]): void {
  const text = pages.join(' ');
  expect(texts.filter((one) => !text.includes(one))).toEqual([]);
}
