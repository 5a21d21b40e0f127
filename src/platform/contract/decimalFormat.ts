/** Formats units and money, which are decimals as text. Without arithmetic, so that screens load it without big.js. */

const UNITS = { maximumFractionDigits: 2 };
const formatInEnglish = new Intl.NumberFormat('en-US', UNITS);

const toNumeric = (decimal: string | number) => decimal as Intl.StringNumericLiteral;

/** Units without needless zeros: '9.00' is '9', '1234.25' is '1,234.25'. */
export function formatUnits(units: string | number, locale?: string): string {
  const format = locale === undefined ? formatInEnglish : new Intl.NumberFormat(locale, UNITS);
  return format.format(toNumeric(units));
}

/** '$1,234.50'. @param amount with two decimals, which some currencies have in ISO 4217 but not in Intl */
export const formatAmount = (amount: string, currency = 'USD'): string => formatMoney(amount, currency, 2);

/** The price of one unit, with up to four decimal places: '$15.00', '$6.8725'. */
export const formatRate = (rate: string, currency = 'USD'): string => formatMoney(rate, currency, 4);

/** Dollars from cents: 4999 is '$49.99'. */
export const formatCents = (cents: number): string => formatAmount(`${cents}E-2`);

const formatMoney = (amount: string, currency: string, maximumFractionDigits: number): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits,
  }).format(toNumeric(amount));
