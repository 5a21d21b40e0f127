import { describe, expect, test } from 'vitest';
import { authorizationForm, OTHER, toBody, toChange, valuesOf } from './authorizationForm.ts';
import type { Authorization } from './queries.ts';

const stored: Authorization = {
  id: 1,
  clientId: 2,
  serviceId: 3,
  category: 'home-care',
  serviceName: 'Home care',
  serviceDescription: null,
  status: 'approved',
  approvedBy: null,
  approvedByName: null,
  approvedDate: null,
  startDate: '2027-01-01',
  expiryDate: '2027-12-31',
  unitsAuthorized: '96.00',
  unitsPerWeek: '12.50',
  unitsPerMonth: null,
  unitsUsed: '0.00',
  unitsAvailable: '96.00',
  unitsLapsed: '0.00',
  notes: null,
  createdAt: '2027-01-01T00:00:00Z',
};

describe('The form of an authorization', () => {
  test('sends exact decimals, and nothing for blank fields [11.authorizations.120]', () => {
    const values = { ...valuesOf(null), category: 'home-care', unitsAuthorized: '1,096.5' };
    const body = toBody(authorizationForm.parse(values));
    expect(body).toMatchObject({
      category: 'home-care',
      unitsAuthorized: '1096.50',
      unitsPerWeek: null,
      payer: null,
      startDate: null,
    });
  });

  test.each([
    ['lots', 'Must be a number'],
    ['1.234', 'Use at most two decimal places'],
    ['-1', 'Must be at least 0'],
    ['100000', 'Must be at most 99999.99'],
  ])('rejects %j units at the field [11.authorizations.121]', (unitsAuthorized, message) => {
    const { error } = authorizationForm.safeParse({
      ...valuesOf(null),
      category: 'home-care',
      unitsAuthorized,
    });
    expect(error?.issues).toMatchObject([{ path: ['unitsAuthorized'], message }]);
  });

  test('sends a name without units for a service that the business does not have [11.authorizations.122]', () => {
    const values = { ...valuesOf(null), category: OTHER, serviceName: ' Meals ', unitsAuthorized: '40' };
    const { error } = authorizationForm.safeParse({ ...values, serviceName: ' ' });
    expect(error?.issues[0]).toMatchObject({ path: ['serviceName'], message: 'Service name is required' });
    const body = toBody(authorizationForm.parse(values));
    expect(body).toMatchObject({ serviceName: 'Meals' });
    expect(Object.keys(body)).not.toContain('unitsAuthorized');
  });

  test('sends only the fields that were changed [11.authorizations.120]', () => {
    const values = authorizationForm.parse({
      ...valuesOf(stored),
      unitsAuthorized: '120',
      payer: 'Medicaid',
    });
    expect(toChange(stored, values)).toEqual({ unitsAuthorized: '120.00', payer: 'Medicaid' });
  });

  test('sends all rates when one was added, and shows errors at their fields [15.rates.120]', () => {
    const before = { ...stored, rates: [{ from: null, unitRate: '6.50' }] };
    const [first] = valuesOf(before).rates;
    expect(first).toEqual({ from: '', unitRate: '6.50' });
    const withRate = (from: string, unitRate: string) => ({
      ...valuesOf(before),
      rates: [
        { from: '', unitRate: '6.5' },
        { from, unitRate },
      ],
    });
    expect(toChange(before, authorizationForm.parse(withRate('', '')))).toEqual({});
    const added = authorizationForm.parse(withRate('2027-07-01', '6.8725'));
    expect(toChange(before, added)).toEqual({
      rates: [...before.rates, { from: '2027-07-01', unitRate: '6.8725' }],
    });
    const issues = (from: string, unitRate: string) =>
      authorizationForm.safeParse(withRate(from, unitRate)).error?.issues;
    expect(issues('2027-07-01', '6.87251')).toMatchObject([
      { path: ['rates', 1, 'unitRate'], message: 'Use at most four decimal places' },
    ]);
    expect(issues('', '7')).toMatchObject([
      { path: ['rates', 1, 'from'], message: 'Enter the first day of this rate' },
    ]);
  });
});
