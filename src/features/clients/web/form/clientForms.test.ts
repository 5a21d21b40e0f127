import { describe, expect, test } from 'vitest';
import type { Client } from '#features/clients/web/queries.ts';
import { clientFormSchema, toClientFormSchema, valuesOf } from './clientForm.ts';
import { informationSchema } from './clientInformation.ts';
import { stepFrom } from './numbers.ts';

/** The first message of each field, which the form shows. */
const messagesIn = (error: { issues: { path: PropertyKey[]; message: string }[] } | undefined) =>
  Object.fromEntries(
    (error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]),
  );

describe('The client form', () => {
  const filled = { ...valuesOf(null), companyName: 'HH-7', contactName: 'Dorothy' };

  test('begins with 0 units at 15 dollars, active [9.units.7 9.defaults.1]', () => {
    expect(valuesOf(null)).toMatchObject({ totalTimeUnits: '0', unitRate: '15', status: 'active' });
    expect(clientFormSchema.parse(filled)).toMatchObject({
      totalTimeUnits: '0.00',
      unitRate: '15.00',
      status: 'active',
      email: null,
    });
  });

  test.each(['', 'lots', ' '])('replaces %j with 0 units and a rate of 15 [5.client.6]', (text) => {
    const values = clientFormSchema.parse({ ...filled, totalTimeUnits: text, unitRate: text });
    expect(values).toMatchObject({ totalTimeUnits: '0.00', unitRate: '15.00' });
  });

  test.each(['$9.50', '9,50', '40 units', '1e3'])(
    'rejects %j instead of replacing it [5.client.6]',
    (text) => {
      const { error } = clientFormSchema.safeParse({ ...filled, totalTimeUnits: text, unitRate: text });
      expect(messagesIn(error)).toEqual({ totalTimeUnits: 'Must be a number', unitRate: 'Must be a number' });
    },
  );

  test('leaves a client without a rate without one, unless one is entered [11.services.10]', () => {
    const client = { unitRate: null } as Client;
    expect(valuesOf(client).unitRate).toBe('');
    const parse = (unitRate: string) => toClientFormSchema(client).parse({ ...filled, unitRate }).unitRate;
    expect([parse(''), parse('lots'), parse('12')]).toEqual([null, null, '12.00']);
  });

  test('rejects numbers below zero [5.client.4]', () => {
    const { error } = clientFormSchema.safeParse({ ...filled, totalTimeUnits: '-0.25', unitRate: '-0.01' });
    expect(messagesIn(error)).toEqual({
      totalTimeUnits: 'Must be at least 0',
      unitRate: 'Must be at least 0',
    });
  });

  test('requires names of 1 to 255 characters [5.client.1]', () => {
    const long = 'x'.repeat(255);
    expect(clientFormSchema.safeParse({ ...filled, companyName: long, contactName: long }).success).toBe(
      true,
    );
    const { error } = clientFormSchema.safeParse({ ...filled, companyName: `${long}x`, contactName: '' });
    expect(messagesIn(error)).toEqual({
      companyName: 'At most 255 characters',
      contactName: 'Contact name is required',
    });
  });
});

test('the arrow keys step units by 0.25 and the rate by 0.01, never below zero [5.client.5,13 9.units.8]', () => {
  expect([stepFrom(10, 0.25, 1), stepFrom(10, 0.25, -1), stepFrom(0, 0.25, -1)]).toEqual([
    '10.25',
    '9.75',
    '0',
  ]);
  expect([stepFrom(15, 0.01, 1), stepFrom(15, 0.01, -1)]).toEqual(['15.01', '14.99']);
});

describe('Edit Client Information', () => {
  const filled = {
    companyName: 'HH-7',
    contactName: 'Dorothy',
    phone: '555 0199',
    address: '4 Elm Street',
    email: '',
    signatureCode: '4711ab',
    totalTimeUnits: '52.5',
  };

  test('requires all but the email address, which must be one [5.client.11]', () => {
    expect(informationSchema('40.00').parse(filled)).toMatchObject({ email: null, totalTimeUnits: '52.50' });
    const empty = {
      companyName: '',
      contactName: '',
      phone: '',
      address: '',
      signatureCode: '',
      email: 'x@',
    };
    expect(messagesIn(informationSchema('40.00').safeParse({ ...filled, ...empty }).error)).toEqual({
      companyName: 'Client ID is required',
      contactName: 'Contact person is required',
      phone: 'Phone is required',
      address: 'Address is required',
      signatureCode: 'Signature code is required',
      email: 'Invalid email address',
    });
  });

  test.each(['', '0', 'many'])('keeps the current units for %j [5.client.14]', (totalTimeUnits) => {
    expect(informationSchema('40.00').parse({ ...filled, totalTimeUnits }).totalTimeUnits).toBe('40.00');
  });

  test('rejects units below zero [5.client.13]', () => {
    const { error } = informationSchema('40.00').safeParse({ ...filled, totalTimeUnits: '-1' });
    expect(messagesIn(error)).toEqual({ totalTimeUnits: 'Must be at least 0' });
  });
});
