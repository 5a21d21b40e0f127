import { expect, test } from 'vitest';
import { PAYER_NAME_MAX } from '#features/clients/rules.ts';
import { billingSearch } from './searchParams.ts';

test('the URL of the invoices to a payer holds the longest name that a payer can have [14.invoice.129]', () => {
  const longest = 'P'.repeat(PAYER_NAME_MAX);
  expect(billingSearch({ payer: longest }).payer).toBe(longest);
  expect(billingSearch({ payer: `${longest}P` }).payer).toBeUndefined();
});
