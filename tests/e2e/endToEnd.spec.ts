/** From a spreadsheet to the auditor: import, work, invoice, payment, PDF, and audit-day packet. */
import { readFile } from 'node:fs/promises';
import { DESKTOP_ONLY, expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { buildCsv } from '#tests/support/factories/imports.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { readPdf } from '#tests/support/helpers/pdf.ts';
import { readZip } from '#tests/support/helpers/zip.ts';
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
} from './steps.ts';

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

    // A visit in March, as the employee submits it on a phone, and its approval.
    const clients = await product.call<(Row & { companyName: string; contactName: string })[]>(
      owner.token,
      'GET /api/clients',
    );
    const client = clients.find(({ companyName }) => companyName === clientId);
    if (!client) throw new Error('The imported client is not listed');
    await assign(product, owner, client, employee);
    const note = await createNote(product, employee, client, { workDate: '2026-03-02' });
    await product.call(owner.token, `PATCH /api/notes/${note.id}/review`, { action: 'approve', version: 1 });

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
    expect(pages.join(' ')).toContain(contact);

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
    expect(names).toContain(`visits/001-note-${note.id}/evidence.json`);
    const packet = names.find((name) => name.endsWith('.pdf') && !name.includes('/'));
    const cover = await readPdf(entries.get(packet ?? '') ?? Buffer.alloc(0));
    expect(cover.pages.join(' ')).toContain(number.replace('Invoice ', ''));
  },
);
