/** Billing: the settings of invoices, the work to bill, the chart of unpaid amounts, and the filters of the list. */

import pg from 'pg';
import { countDays } from '#platform/contract/days.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { expectSound } from '#tests/e2e/accessible.ts';
import {
  cardOf,
  createClient,
  createTeam,
  expectText,
  fieldOf,
  fillFields,
  press,
} from '#tests/e2e/steps.ts';
import { PHONE } from '#tests/e2e/submission/steps.ts';
import {
  DESKTOP_ONLY,
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  openAs,
  type Product,
  startBuiltProduct,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { ACCOUNT, type OwnServer, startOwnServer } from '#tests/support/helpers/postgresServer.ts';

test('an admin enters the invoice settings [14.invoice.130]', LONG_RUN, async ({ page, product }) => {
  const admin = await product.admin();
  await openAs(page, product, admin, '/business-settings');
  await fillFields(page, {
    Currency: 'EUR',
    'Number format': 'R-{YYYY}-{000}',
    'Tax (%)': '7.5',
    'Tax ID': 'US 12-345',
    'Days to pay': '14',
    'Address on invoices': '9 Billing Lane',
  });
  await press(page, 'Save settings');
  await expectText(page, 'Business settings saved');
  expect(await product.call(admin.token, 'GET /api/business')).toMatchObject({
    currency: 'EUR',
    invoiceNumberFormat: 'R-{YYYY}-{000}',
    taxRate: '7.500',
    taxId: 'US 12-345',
    paymentTermDays: 14,
    invoiceAddress: '9 Billing Lane',
  });
  await page.reload();
  await expect(fieldOf(page, 'Days to pay')).toHaveValue('14');
});

test(
  'the billing screen shows unpaid amounts by age and currency, and invoices by status and client [14.invoice.129]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client, note } = await createTeam(product, { totalTimeUnits: 900 });
    const other = await createClient(product, manager, { contactName: 'Otto Other' });
    const { token } = manager;
    const { id } = await note();
    await product.call(token, `PATCH /api/notes/${id}/review`, { action: 'approve', version: 1 });
    const draft = (clientId: number) =>
      product.call<{ id: number }>(token, 'POST /api/invoices', {
        clientId,
        from: '2026-03-01',
        to: '2026-03-31',
      });
    await product.call(token, `POST /api/invoices/${(await draft(client.id)).id}/issue`);
    await draft(other.id);
    await product.call(token, 'PUT /api/business', { currency: 'EUR' });
    await openAs(page, product, manager, '/billing');

    const rows = (currency: string) =>
      page.getByRole('table', { name: `Unpaid amounts in ${currency} by days past due` }).getByRole('row');
    const ages = ['Current', '1–30 days', '31–60 days', '61–90 days', 'Over 90 days'];
    await expect(rows('USD')).toHaveText(ages.map((age, index) => `${age}${index ? '$0.00' : '$135.00'}`));
    await expect(rows('EUR')).toHaveText(ages.map((age) => `${age}€0.00`));

    await page.setViewportSize(PHONE);
    const cut = await cardOf(page, 'Unpaid invoices')
      .locator('figure span')
      .evaluateAll((labels) =>
        labels
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map((label) => label.textContent),
      );
    expect(cut).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });

    const invoices = page.getByRole('region', { name: 'Invoices' });
    await expect(invoices).toContainText('2 invoices');
    await expectSound(page);
    await fillFields(invoices, { Status: 'Draft' });
    await expect(invoices).toContainText('1 invoice');
    await expect(invoices.getByRole('table')).toContainText('Otto Other');
    await expect(invoices.getByRole('table')).not.toContainText('Maria Lopez');
    await fillFields(invoices, { Client: `Maria Lopez (${client.companyName})` });
    await expect(invoices).toContainText('No invoices match these filters.');
    await fillFields(invoices, { Status: 'Issued' });
    await expect(invoices.getByRole('table')).toContainText('Maria Lopez');
    await page.reload();
    await fillFields(invoices, { Status: 'All statuses' });
    await expect(invoices.getByRole('table')).toContainText('Maria Lopez');
    await expect(invoices.getByRole('table')).not.toContainText('Otto Other');

    await product.call(token, `DELETE /api/clients/${other.id}`);
    await fillFields(invoices, { Client: 'All clients' });
    await fillFields(invoices, { Client: 'Otto Other (archived)' });
    await expect(invoices).toContainText('1 invoice');
    await page.reload();
    await expect(fieldOf(invoices, 'Client').getByRole('option', { selected: true })).toHaveText(
      'Otto Other (archived)',
    );
    await fillFields(invoices, { Status: 'Issued' });
    await expect(invoices).toContainText('No invoices match these filters.');
    await expect(fieldOf(invoices, 'Client').getByRole('option', { selected: true })).toHaveText(
      'Archived client',
    );
  },
);

/** Issues an invoice of one line without visits. */
async function issueInvoice(
  product: Product,
  { manager: { token }, client }: Awaited<ReturnType<typeof createTeam>>,
  rate: string,
): Promise<number> {
  const period = { clientId: client.id, from: '2026-03-01', to: '2026-03-31' };
  const { id } = await product.call<{ id: number }>(token, 'POST /api/invoices', period);
  const otherLines = [{ description: 'Mileage', quantity: 1, rate }];
  await product.call(token, `PUT /api/invoices/${id}`, { ...period, grouping: 'visit', otherLines });
  await product.call(token, `POST /api/invoices/${id}/issue`);
  return id;
}

/** The product on a PostgreSQL server of its own, and that server for statements of the test. */
const testOnPostgres = test.extend<{ postgres: OwnServer }>({
  // oxlint-disable-next-line no-empty-pattern -- the first parameter must be a destructuring
  postgres: async ({}, provide) => {
    const server = await startOwnServer({});
    await provide(server);
    await server.cluster.remove();
  },
  product: async ({ postgres }, provide) => {
    const { product, stop } = await startBuiltProduct({ DATABASE_URL: postgres.url });
    await provide(product);
    await stop();
  },
});

testOnPostgres(
  'the aging chart shows overdue invoices by days past due [14.invoice.9,129]',
  LONG_RUN,
  async ({ page, product, postgres }) => {
    const database = new pg.Client({ connectionString: postgres.cluster.url(ACCOUNT) });
    await database.connect();
    const team = await createTeam(product);
    const unpaid = [
      ['Current', -5, '20.00'],
      ['1–30 days', 15, '50.00'],
      ['31–60 days', 45, '10.00'],
      ['61–90 days', 75, '40.00'],
      ['Over 90 days', 120, '30.00'],
    ] as const;
    for (const [, days, amount] of unpaid) {
      const id = await issueInvoice(product, team, amount);
      // The due date is frozen, so only the database can make it a past one.
      await database.query('update invoices set due_on = current_date - $2::int where id = $1', [id, days]);
    }
    await database.end();
    await openAs(page, product, team.manager, '/billing');
    const texts = unpaid.map(([age, , amount]) => [age, `$${amount}`]);
    const card = cardOf(page, 'Unpaid invoices');
    await expect(card.getByRole('row')).toHaveText(texts.map(([age, amount]) => `${age}${amount}`));
    // Bars on the screen; the table is for screen readers.
    await expect(card.locator('figure > [aria-hidden] > div')).toHaveText(
      texts.map(([age, amount]) => `${amount}${age}`),
    );
  },
);

test(
  'the list of work to bill has the age of the oldest visit of each client, the oldest first [14.invoice.9,120]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const older = await createTeam(product, { totalTimeUnits: 900 });
    const newer = await createTeam(product, { totalTimeUnits: 900 });
    const approve = async ({ note }: typeof older, workDate: string) => {
      const { id } = await note({ workDate });
      const review = { action: 'approve', version: 1 };
      await product.call(older.manager.token, `PATCH /api/notes/${id}/review`, review);
    };
    await approve(newer, '2026-03-20');
    await approve(older, '2026-03-02');
    await approve(older, '2026-03-21');
    await openAs(page, product, older.manager, '/billing');
    const table = page.getByRole('table', { name: 'Work to bill', exact: true });
    const titles = ['Client', 'Visits', 'Oldest', 'Units', 'Amount'];
    await expect(table.getByRole('columnheader')).toHaveText(titles);
    const today = dayInZone(new Date(), 'America/Chicago');
    const age = (workDate: string) => `${countDays(workDate, today)} days`;
    // Without the titles of the cells, which are shown on phones.
    const expectCells = (row: number, texts: (string | RegExp)[]) =>
      expect(table.getByRole('row').nth(row).getByRole('cell')).toHaveText(texts, { useInnerText: true });
    await expectCells(1, [
      new RegExp(older.client.companyName),
      '2 visits Mar 2, 2026 to Mar 21, 2026',
      age('2026-03-02'),
      '18',
      '$270.00',
    ]);
    await expectCells(2, [
      new RegExp(newer.client.companyName),
      '1 visit Mar 20, 2026',
      age('2026-03-20'),
      '9',
      '$135.00',
    ]);
  },
);
