/** The settings of a business for its invoices. */

import { z } from 'zod';
import { optionalDecimalInput } from '#platform/contract/decimalFields.ts';
import { optionalText } from '#platform/contract/fields.ts';
import { isNumberFormat, NUMBER_FORMAT } from './invoiceNumberRules.ts';

const CURRENCY_MESSAGE = 'Enter a currency code such as USD';

/**
 * The currencies whose minor unit in ISO 4217 list one (six-group.com) is not 2. `Intl` follows common usage instead: no
 * decimal places for HUF and IDR.
 */
const WITHOUT_TWO_DECIMALS = new Set(
  [
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    'BHD IQD JOD KWD LYD OMR TND CLF UYW XDR XSU',
  ].flatMap((codes) => codes.split(' ')),
);

const KNOWN_CURRENCIES = Intl.supportedValuesOf('currency');

/** ISO 4217; all amounts have two decimal places. */
export const currency = z
  .string({ error: CURRENCY_MESSAGE })
  .refine((code) => KNOWN_CURRENCIES.includes(code), { error: CURRENCY_MESSAGE })
  .refine((code) => !WITHOUT_TWO_DECIMALS.has(code), {
    error: 'Choose a currency with two decimal places, such as USD',
  })
  .meta({ enum: KNOWN_CURRENCIES.filter((code) => !WITHOUT_TWO_DECIMALS.has(code)) });

const TAX_MESSAGE = 'Enter a percentage from 0 to 100 with at most three decimals';

/** A percentage; 0 and an empty text are stored as null. */
const taxRate = optionalDecimalInput(100, { decimals: 3, message: TAX_MESSAGE }).transform((rate) =>
  Number(rate ?? 0) === 0 ? null : rate,
);

const TERM_MESSAGE = 'Enter whole days from 0 to 365';

/** Days from the issue of an invoice until it is due. */
export const paymentTermDays = z.int({ error: TERM_MESSAGE }).min(0, TERM_MESSAGE).max(365, TERM_MESSAGE);

const NUMBER_MESSAGE =
  'Enter a format with zeros in braces for the number, such as {YYYY}-{0000}: letters, digits, spaces and - / . _';

/** The format of invoice numbers: `{0000}` is the number, with that many digits at least, `{YYYY}` the year. */
export const invoiceNumberFormat = z
  .string({ error: NUMBER_MESSAGE })
  .trim()
  .max(40, { error: NUMBER_MESSAGE })
  .refine(isNumberFormat, { error: NUMBER_MESSAGE })
  .meta({ pattern: NUMBER_FORMAT });

/** As `PUT /api/business` takes them. */
export const invoiceSettingsInput = {
  currency,
  /** The address on invoices; that of the business when empty. */
  invoiceAddress: optionalText(500),
  taxId: optionalText(50),
  taxRate,
  paymentTermDays,
  invoiceNumberFormat,
};

export const invoiceSettings = {
  currency: z.string(),
  invoiceAddress: z.string().nullable(),
  taxId: z.string().nullable(),
  /** Percent with three decimals; null for no tax. */
  taxRate: z.string().nullable(),
  paymentTermDays: z.int(),
  invoiceNumberFormat: z.string(),
};
