import { beforeAll, describe, expect, test } from 'vitest';
import { formatDay } from '#platform/contract/dateFormat.ts';
import { addDays } from '#platform/contract/days.ts';
import { setTime } from '#tests/support/factories/checkedNotes.ts';
import { openInvoiceBusiness } from '#tests/support/factories/invoices.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { readPdf } from '#tests/support/helpers/pdf.ts';

const api = useApi({ RATE_LIMITS: 'off' });

describe('the PDF', () => {
  let scenario: Awaited<ReturnType<typeof openInvoiceBusiness>>;
  beforeAll(async () => {
    scenario = await openInvoiceBusiness(api);
    await scenario.calls.approve();
  });

  const fetchPdf = async (id: number, token: string) => {
    const url = `/api/invoices/${id}/pdf`;
    const cookies = { quarterhour_read: token };
    return (await api.server.app.inject({ method: 'GET', url, cookies })).rawPayload;
  };

  test('of a draft with many lines and tax has the titles of its columns on each page [14.invoice.10]', async () => {
    const { calls, manager } = await openInvoiceBusiness(api, { taxRate: 7 });
    const { id } = await calls.draft({ from: '2020-01-01', to: '2020-01-31' });
    const otherLines = Array.from({ length: 50 }, (_, index) => ({
      description: `Mileage ${index + 1}`,
      quantity: 1,
      rate: 2,
    }));
    await calls.change(id, { from: '2020-01-01', to: '2020-01-31', otherLines });
    const { title, pages, tags } = await readPdf(await fetchPdf(id, manager.token));
    expect(title).toBe('Draft invoice');
    expect(pages).toHaveLength(2);
    for (const page of pages) expect(page).toContain('Date Description Quantity Rate Amount');
    expect(pages[1]).toMatch(/Mileage 50 .*Subtotal \$100\.00 Tax \(7 %\) \$7\.00 Total \$107\.00/);
    expect(tags).toContain('"TH"');
  });

  test('has two decimals in a currency that is used without them [14.invoice.10,130]', async () => {
    const { calls, manager } = await openInvoiceBusiness(api, { currency: 'HUF' });
    const { id } = await calls.draft({ from: '2020-01-01', to: '2020-01-31' });
    const otherLines = [{ description: 'Mileage', quantity: 1, rate: '1234.50' }];
    await calls.change(id, { from: '2020-01-01', to: '2020-01-31', otherLines });
    const { pages } = await readPdf(await fetchPdf(id, manager.token));
    expect(pages[0]).toMatch(/Mileage .*Total HUF\s1,234\.50/);
  });

  test('and the response have the address, the tax ID and the due date of the settings [14.invoice.12]', async () => {
    const { calls, manager } = await openInvoiceBusiness(api, {
      invoiceAddress: '9 Billing Lane',
      taxId: 'US 12-345',
      paymentTermDays: 14,
    });
    await calls.approve();
    const { body: issued } = await calls.issue((await calls.draft()).id);
    expect(issued.seller).toMatchObject({ address: '9 Billing Lane', taxId: 'US 12-345' });
    const dueOn = addDays(issued.issuedOn ?? '', 14);
    expect(issued.dueOn).toBe(dueOn);
    const { pages } = await readPdf(await fetchPdf(issued.id, manager.token));
    expect(pages[0]).toMatch(/9 Billing Lane .*Tax ID US 12-345 /);
    expect(pages[0]).toContain(`Due ${formatDay(dueOn)}`);
  });

  test('of an issued invoice stays the same, byte for byte, when client, business, rate and service change [14.invoice.6]', async () => {
    const { calls, manager, clientId } = await openInvoiceBusiness(api, { taxRate: 7 });
    await calls.approve();
    const { id } = await calls.draft();
    const otherLines = [{ description: 'Mileage', quantity: 2, rate: '0.50' }];
    await calls.change(id, { otherLines });
    await calls.issue(id);
    // The file has the time of its creation.
    await setTime(api, '2027-03-02T15:00:00Z');
    const before = await fetchPdf(id, manager.token);
    await api.ok(manager.token, 'PUT /api/clients/:id', {
      params: { id: clientId },
      body: { contactName: 'Renamed', companyName: 'C-9', address: 'Elsewhere', unitRate: '99.00' },
    });
    await api.ok(manager.token, 'PUT /api/business', {
      body: {
        name: 'Renamed Ltd',
        address: '9 New Street',
        email: 'new@renamed.example',
        phone: '555 0199',
        invoiceAddress: '9 Billing Lane',
        taxId: 'US 99',
        taxRate: 10,
        currency: 'GBP',
        paymentTermDays: 5,
        invoiceNumberFormat: 'X-{000}',
        timeZone: 'Pacific/Auckland',
      },
    });
    for (const service of await api.ok(manager.token, 'GET /api/business-services'))
      await api.ok(manager.token, 'PUT /api/business-services/:id', {
        params: { id: service.id },
        body: { name: `Renamed ${service.id}`, code: 'X9', unitRate: '77.00' },
      });
    const after = await fetchPdf(id, manager.token);
    expect(await readPdf(after)).toEqual(await readPdf(before));
    expect(after.equals(before)).toBe(true);
    // A draft has all of it.
    const draft = await calls.draft({ from: '2026-04-01', to: '2026-04-30' });
    const { pages } = await readPdf(await fetchPdf(draft.id, manager.token));
    expect(pages[0]).toMatch(/Renamed Ltd .*9 Billing Lane .*Bill to Renamed Elsewhere/);
  });

  test('of an invoice is a download named after its number, and can be framed by our own pages only [14.invoice.10 S-20]', async () => {
    const { calls, manager, author } = scenario;
    const { body: issued } = await calls.issue((await calls.draft()).id);
    const read = (token: string) =>
      api.call(token, 'GET /api/invoices/:id/pdf', { params: { id: issued.id } });
    const answer = await read(manager.token);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="invoice-${issued.number}.pdf"`,
    });
    const query = { inline: 'true' as const };
    const inline = await api.call(manager.token, 'GET /api/invoices/:id/pdf', {
      params: { id: issued.id },
      query,
    });
    expect(inline.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="invoice-${issued.number}.pdf"`,
      'content-security-policy': "frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expectError(await read(author.token), 403, 'forbidden');
    expect(await readPdf(await fetchPdf(issued.id, manager.token))).toMatchObject({
      title: `Invoice ${issued.number}`,
      pages: [
        expect.stringMatching(
          /Bill to Cleo Client 2 Side Street .* Mar 2, 2026 .*, 9:00 AM to 11:15 AM .* 9 \$15\.00 \$135\.00 .*Total \$135\.00/,
        ),
      ],
    });
  });
});
