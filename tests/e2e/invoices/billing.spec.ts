/** Billing: from approved visits to a paid invoice. */

import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expectSound } from '#tests/e2e/accessible.ts';
import {
  createTeam,
  dialogOf,
  fieldOf,
  fillFields,
  openTab,
  press,
  pressAndConfirm,
} from '#tests/e2e/steps.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  openAs,
  type Product,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { readPdf } from '#tests/support/helpers/pdf.ts';

/** A team with approved visits on March 2 and 3: 135.00 and 15.00. */
async function createWork(product: Product) {
  const team = await createTeam(product, { totalTimeUnits: 900 });
  const { manager, note } = team;
  const approve = async (fields: object) => {
    const { id } = await note(fields);
    await product.call(manager.token, `PATCH /api/notes/${id}/review`, { action: 'approve', version: 1 });
    return id;
  };
  const first = await approve({ title: 'Budget' });
  const second = await approve({
    title: 'Call',
    workDate: '2026-03-03',
    startTime: '08:00',
    endTime: '08:15',
  });
  return { ...team, approve, first, second };
}

const work = (page: Page) => page.getByRole('region', { name: 'Work to bill' });
const lines = (page: Page) => page.getByRole('region', { name: 'Lines' });
/** Expects that the area contains these texts. */
async function expectText(area: Page | Locator, ...texts: string[]): Promise<void> {
  const where = 'goto' in area ? area.locator('body') : area;
  for (const text of texts) await expect(where).toContainText(text);
}

const descriptionOf = (page: Page, term: string) => page.locator(`dt:text-is("${term}") + dd`);

/** Starts an invoice from the work of the client. */
async function createDraft(page: Page, client: string): Promise<void> {
  await work(page)
    .getByRole('button', { name: new RegExp(client) })
    .click();
  await press(dialogOf(page, 'New invoice'), 'Create draft');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Draft invoice');
}

test(
  'a manager bills approved visits, leaves some out, adds a credit, and records payments [14.invoice.120,121,122,132 14.claims.121]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client } = await createWork(product);
    await openAs(page, product, manager, '/billing');
    await expectText(work(page), 'Paid by the client', '2 visits', '$150.00');
    await expectSound(page);
    await createDraft(page, client.contactName);
    await expectText(lines(page), 'Mar 2, 2026', 'Mar 3, 2026', '$150.00');
    const nameOf = (day: string) => `${client.contactName} (${client.companyName}), ${day}`;
    const leaveOut = (day: string) => press(lines(page), `Leave out ${nameOf(day)}`);
    const include = (day: string) => page.getByRole('button', { name: `Include ${nameOf(day)}` });
    // At once: the second change keeps the first.
    await leaveOut('Mar 3, 2026');
    await leaveOut('Mar 2, 2026');
    await expect(include('Mar 2, 2026')).toBeVisible();
    await expect(include('Mar 3, 2026')).toBeVisible();
    await expectText(page, 'Left out', 'No lines');
    await include('Mar 2, 2026').click();
    await expect(descriptionOf(page, 'Total')).toHaveText('$135.00');
    await include('Mar 3, 2026').click();
    await expect(descriptionOf(page, 'Total')).toHaveText('$150.00');
    await press(page, 'Edit draft');
    const edit = dialogOf(page, 'Edit draft');
    await edit.getByRole('radio', { name: 'One line for each client and service' }).check();
    await press(edit, 'Add line');
    await fillFields(edit, { Description: 'Credit for February', Quantity: '1', Price: '-10' });
    await press(edit, 'Save');
    await expect(edit).toBeHidden();
    await expectText(lines(page), '2 visits', 'Credit for February', '-$10.00');
    await expect(descriptionOf(page, 'Total')).toHaveText('$140.00');
    await expectSound(page);

    await pressAndConfirm(page, 'Issue', 'Issue');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice 20\d\d-0001$/);
    await expect(page.getByRole('button', { name: 'Edit draft' })).toBeHidden();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download PDF' }).click();
    expect((await download).suggestedFilename()).toMatch(/^invoice-20\d\d-0001\.pdf$/);

    await press(page, 'Record payment');
    const pay = dialogOf(page, 'Record a payment');
    await expect(fieldOf(pay, 'Amount (USD)')).toHaveValue('140.00');
    await fillFields(pay, { 'Amount (USD)': '140.01' });
    expectBrowserError(/status of 400/);
    await press(pay, 'Record payment');
    await expectText(pay, 'Only 140.00 USD is due');
    await fillFields(pay, { 'Amount (USD)': '40', Note: 'Check 12' });
    await press(pay, 'Record payment');
    await expect(pay).toBeHidden();
    await expectText(page, 'Partly paid', 'Check 12');
    await expect(descriptionOf(page, 'Unpaid')).toHaveText('$100.00');
    const voidButton = page.getByRole('button', { name: 'Void' });
    await expect(voidButton).toBeDisabled();
    await expect(voidButton).toHaveAccessibleDescription(
      'This invoice has payments. Before you can void it, record a payment of -$40.00 to reverse them.',
    );
    await expectSound(page);

    await page.getByRole('link', { name: 'Billing' }).first().click();
    await expectText(page, 'Nothing to bill', 'Partly paid');
    await page.goto(`${product.url}/clients/${client.id}`);
    await openTab(page, 'Invoices');
    await expectText(page, 'Partly paid', '$100.00');
  },
);

/** The PDF at the address of an element, fetched as its page does. */
async function fetchPdf(element: Locator, attribute: 'src' | 'href') {
  const bytes = await element.evaluate(
    async (one, name) => [...new Uint8Array(await (await fetch(one.getAttribute(name) ?? '')).arrayBuffer())],
    attribute,
  );
  return readPdf(Buffer.from(bytes));
}

test(
  'the screen of an issued invoice shows the pages of its PDF, that of a draft none, and a narrow one a link [14.invoice.125]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    // Not every browser of the tests has a PDF viewer.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true });
    });
    const { manager, client } = await createWork(product);
    await openAs(page, product, manager, '/billing');
    await createDraft(page, client.contactName);
    await expectText(lines(page), '$150.00');
    await expect(page.locator('iframe')).toHaveCount(0);
    await pressAndConfirm(page, 'Issue', 'Issue');
    const frame = page.getByTitle(/^Invoice 20\d\d-0001 as a PDF$/);
    const [response] = await Promise.all([
      page.waitForResponse(/\/api\/invoices\/\d+\/pdf\?inline=true$/),
      frame.scrollIntoViewIfNeeded(),
    ]);
    expect(response.status()).toBe(200);
    expect(await fetchPdf(frame, 'src')).toMatchObject({
      title: expect.stringMatching(/^Invoice 20\d\d-0001$/),
      pages: [expect.stringContaining('Total $150.00')],
    });
    await expectSound(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(frame).toBeHidden();
    const link = page.getByRole('link', { name: 'Open PDF' });
    expect((await fetchPdf(link, 'href')).title).toMatch(/^Invoice/);
  },
);

test(
  'on a phone, a dispute holds a draft back until it is updated, and an issued invoice is voided [14.invoice.123,124]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, client, first } = await createWork(product);
    await openAs(page, product, manager, '/billing');
    await createDraft(page, client.contactName);
    const { url } = await product.call<{ url: string }>(manager.token, `POST /api/notes/${first}/receipt`);
    await product.call(null, `POST /api/receipts/${url.split('/').at(-1)}/dispute`, { reason: 'not_here' });
    await expectText(
      page,
      'This draft has to be updated',
      '1 visit of this draft was changed, disputed or deleted.',
    );
    await expectText(page, 'Disputed by the client');
    expectBrowserError(/status of 409/);
    await pressAndConfirm(page, 'Issue', 'Issue');
    await expectText(
      page,
      'Visits of this draft have changed. Update the draft and check it before you issue it.',
    );
    await press(page, 'Update draft');
    await expect(page.getByText('This draft has to be updated')).toBeHidden();
    await expectSound(page);
    await pressAndConfirm(page, 'Issue', 'Issue');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice/);
    await press(page, 'Void');
    const question = dialogOf(page, /^Void invoice/);
    await press(question, 'Void invoice');
    await expectText(question, 'A reason is required');
    await fillFields(question, { Reason: 'Wrong rate' });
    await press(question, 'Void invoice');
    await expectText(page, 'This invoice is void', 'Wrong rate');
    await expect(page.getByRole('button', { name: 'Record payment' })).toBeHidden();
    await expectSound(page);
  },
);

test(
  'a draft is deleted, and its visits can be billed again [14.invoice.121]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client } = await createWork(product);
    await openAs(page, product, manager, '/billing');
    await createDraft(page, client.contactName);
    await pressAndConfirm(page, 'Delete draft', 'Delete');
    await expectText(work(page), '2 visits');
    await press(page, 'New invoice');
    const dialog = dialogOf(page, 'New invoice');
    await press(dialog, 'Create draft');
    await expectText(dialog, 'Choose a client');
  },
);

test(
  'a manager downloads the statement of a client, in a chosen language [14.statement.120]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, client } = await createWork(product);
    await openAs(page, product, manager, `/clients/${client.id}/invoices`);
    await press(page, 'Statement');
    const dialog = dialogOf(page, 'Statement');
    await fillFields(dialog, { 'First day': '2026-03-31', 'Last day': '2026-03-01' });
    await press(dialog, 'Download');
    await expectText(dialog, "The last day can't be before the first");
    await fillFields(dialog, { 'First day': '2026-03-01', 'Last day': '2026-03-31' });
    await dialog.getByText('Spanish').click();
    await expectSound(page);
    const download = page.waitForEvent('download');
    await press(dialog, 'Download');
    const file = await download;
    expect(file.suggestedFilename()).toBe('estado-de-cuenta-Maria-Lopez-2026-03-01-2026-03-31.pdf');
    const { pages } = await readPdf(await readFile(await file.path()));
    expect(pages[0]).toContain('Unidades usadas en estas visitas 10');
    await expect(dialog).toBeHidden();
  },
);

test(
  'an issued invoice names the visits that the client disputes, and links to them [14.invoice.131]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client, second } = await createWork(product);
    const period = { clientId: client.id, from: '2026-03-01', to: '2026-03-31' };
    const { id } = await product.call<{ id: number }>(manager.token, 'POST /api/invoices', period);
    await product.call(manager.token, `POST /api/invoices/${id}/issue`);
    const { url } = await product.call<{ url: string }>(manager.token, `POST /api/notes/${second}/receipt`);
    await openAs(page, product, manager, `/billing/${id}`);
    const banner = page.getByRole('status').filter({ hasText: 'Disputed visits' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice /);
    await expect(banner).toHaveCount(0);
    await product.call(null, `POST /api/receipts/${url.split('/').at(-1)}/dispute`, { reason: 'not_here' });
    await page.reload();
    await expectText(
      banner,
      '1 visit has an open dispute. If the client is right, void the invoice or credit the visit on the next one.',
      'Call · Maria Lopez · Mar 3, 2026',
    );
    await expectSound(page);
    await banner.getByRole('link', { name: 'Call' }).click();
    await expect(page.getByRole('dialog')).toContainText('Disputed');
    await expect(page).toHaveURL(`${product.url}/management?note=${second}`);
  },
);

test(
  'the page does not scroll when a confirmation closes and its button no longer exists',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client } = await createWork(product);
    await page.setViewportSize({ width: 1280, height: 500 });
    await openAs(page, product, manager, '/billing');
    await createDraft(page, client.contactName);
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    await press(page, 'Issue');
    await product.call(manager.token, `POST /api/invoices/${id}/issue`);
    await expect(page.locator('h1')).toHaveText(/^Invoice/);
    await page.keyboard.press('Escape');
    await expect(page.locator('main')).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  },
);
