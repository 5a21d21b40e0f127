/** The settings of a business for its invoices: what is refused. */

import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api));

const change = (body: object) => api.call(business.admin.token, 'PUT /api/business', { body: { ...body } });

const CURRENCY = 'Enter a currency code such as USD';
const DECIMALS = 'Choose a currency with two decimal places, such as USD';
const TAX = 'Enter a percentage from 0 to 100 with at most three decimals';
const TERM = 'Enter whole days from 0 to 365';

test.each([
  // Unknown; without decimals; with three; by definition without any.
  ['currency', 'XYZ', CURRENCY],
  ['currency', 'JPY', DECIMALS],
  ['currency', 'KWD', DECIMALS],
  ['currency', 'XDR', DECIMALS],
  ['currency', 'usd', CURRENCY],
  ['currency', null, CURRENCY],
  ['taxRate', 100.001, TAX],
  ['taxRate', '100.001', TAX],
  ['taxRate', -1, TAX],
  ['taxRate', '-1', TAX],
  ['taxRate', '8.8751', TAX],
  ['taxRate', 'many', TAX],
  ['paymentTermDays', 366, TERM],
  ['paymentTermDays', -1, TERM],
  ['paymentTermDays', 1.5, TERM],
  ['paymentTermDays', '30', TERM],
])(
  '%s %j is refused with 400 at the field, and changes nothing [14.invoice.130]',
  async (path, value, message) => {
    const before = await api.ok(business.admin.token, 'GET /api/business');
    expectIssue(await change({ name: 'Changed', [path]: value }), { path, message });
    expect(await api.ok(business.admin.token, 'GET /api/business')).toEqual(before);
  },
);

test.each<[path: string, value: unknown, stored: unknown]>([
  ['currency', 'EUR', 'EUR'],
  // Without decimals in Intl, with two in ISO 4217.
  ...['ALL', 'COP', 'HUF', 'IDR', 'PKR'].map((code): [string, string, string] => ['currency', code, code]),
  ['taxRate', 100, '100.000'],
  ['taxRate', '0.001', '0.001'],
  ['taxRate', 0, null],
  ['paymentTermDays', 365, 365],
  ['paymentTermDays', 0, 0],
])('%s %j is stored as %j [14.invoice.130]', async (path, value, stored) => {
  expect((await change({ [path]: value })).body).toMatchObject({ [path]: stored });
});
